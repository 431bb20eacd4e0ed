import type { Why } from "./contract";
import { percent } from "./dom";

const dense = 50; // as in src/wire/reason_text.cpp, which makes the words

export interface Figure {
  name: string;
  value: string;
  share: number;
}

export function whyFigures(why: Why): Figure[] {
  const share = (x: number) => Math.min(1, Math.max(0, x));
  const figures = [
    { name: "Lack of labels", value: percent(why.epistemic), share: share(why.epistemic) },
    { name: "Mixed classes", value: percent(why.aleatoric), share: share(why.aleatoric) },
    // Density has no upper end; this draws "dense" at three quarters.
    { name: "Density", value: short(why.density), share: share(why.density / (why.density + dense / 3)) },
  ];
  const score = why.threshold === null ? short(why.score) : `${short(why.score)} (${short(why.threshold)} needed)`;
  return [...figures, { name: "Score", value: score, share: -1 }];
}

function short(x: number): string {
  return x.toLocaleString("en", { maximumSignificantDigits: 3 });
}
