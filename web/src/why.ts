import type { Why } from "./contract";
import { percent } from "./dom";

// Where words change, as in the terminal's questions. They guide the eye; the figures are exact.
const fewLabels = 0.5;
const mixed = 0.3;
const dense = 50;
const sparse = 5;

export interface Figure {
  name: string;
  value: string;
  share: number;
}

export function whyWords(why: Why): string {
  const labels =
    why.epistemic >= 1
      ? "No label is near here"
      : why.epistemic >= fewLabels
        ? "Few labels are near here"
        : "Labels are near here";
  const classes =
    why.aleatoric < mixed
      ? "the classes hardly mix"
      : why.epistemic >= 1
        ? "no class stands out"
        : "the classes are mixed";
  const region =
    why.density >= dense
      ? "The region is dense, so the answer helps with many samples."
      : why.density >= sparse
        ? "The region is of medium density."
        : "The region is sparse.";
  const joint = why.epistemic >= fewLabels === why.aleatoric >= mixed ? "and" : "but";
  const choice = why.threshold === null ? " It was chosen without regard to its score." : "";
  return `${labels}, ${joint} ${classes}. ${region}${choice}`;
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
