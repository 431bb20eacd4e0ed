import { byId, make } from "./dom";

const box = byId("voice");
const keptMs = 10_000;

// Says it to a screen reader. Messages are added, not replaced, so that a quick second one does not swallow the first.
export function say(text: string): void {
  const line = make("p", "", text);
  box.append(line);
  setTimeout(() => line.remove(), keptMs);
}
