// Okabe and Ito's colours, told apart by every kind of colour vision; black is left out for the
// dark scheme. More classes than colours are told apart by shape.
const colours = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442"];
export const unknownColour = "#8d949e";

export type Shape = "circle" | "square" | "triangle";
const shapes: readonly Shape[] = ["circle", "square", "triangle"];

export function colourOf(index: number): string {
  return index < 0 ? unknownColour : (colours[index % colours.length] ?? unknownColour);
}

export function shapeOf(index: number): Shape {
  return index < 0 ? "circle" : (shapes[Math.floor(index / colours.length) % shapes.length] ?? "circle");
}
