import type { Classes } from "./classes";
import type { Graph } from "./contract";
import { byId, count, make, plural, setText } from "./dom";
import { colourOf, shapeOf, type Shape, unknownColour } from "./palette";

const margin = 16;
const edgeSteps = 4; // edges are drawn in a few strokes of like strength, not one by one

export class GraphMap {
  private readonly canvas = byId<HTMLCanvasElement>("map");
  private readonly legend = byId("legend");
  private readonly words = byId("map-words");
  private graph: Graph = { classes: [], nodes: [], edges: [] };
  private place: [number, number] | null = null;
  private frame = 0;

  constructor(private readonly classes: Classes) {
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  setGraph(graph: Graph): void {
    this.graph = graph;
    this.classes.learn(graph.classes);
    this.describe();
    this.redraw();
  }

  setPlace(place: [number, number] | null): void {
    this.place = place;
    this.redraw();
  }

  private redraw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private classOf(index: number): number {
    const name = this.graph.classes[index];
    return name === undefined ? -1 : this.classes.indexOf(name);
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const context = this.canvas.getContext("2d");
    if (!context || !width || !height) return;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const ink = getComputedStyle(this.canvas).color;
    const x = (v: number) => margin + v * (width - 2 * margin);
    const y = (v: number) => height - margin - v * (height - 2 * margin);
    this.drawEdges(context, ink, x, y);
    this.drawNodes(context, ink, x, y);
    if (this.place) drawMark(context, x(this.place[0]), y(this.place[1]), width, height, ink);
  }

  private drawEdges(
    context: CanvasRenderingContext2D,
    ink: string,
    x: (v: number) => number,
    y: (v: number) => number,
  ): void {
    const { nodes, edges } = this.graph;
    const heaviest = edges.reduce((most, edge) => Math.max(most, edge[2]), 0) || 1;
    const paths = Array.from({ length: edgeSteps }, () => new Path2D());
    for (const [from, to, weight] of edges) {
      const a = nodes[from];
      const b = nodes[to];
      if (!a || !b) continue;
      const path = paths[Math.min(edgeSteps - 1, Math.floor((weight / heaviest) * edgeSteps))];
      path?.moveTo(x(a[0]), y(a[1]));
      path?.lineTo(x(b[0]), y(b[1]));
    }
    context.strokeStyle = ink;
    const crowd = Math.min(1, Math.sqrt(400 / Math.max(1, edges.length)));
    paths.forEach((path, step) => {
      context.globalAlpha = crowd * (0.12 + (0.4 * step) / edgeSteps);
      context.lineWidth = 0.6 + step / edgeSteps;
      context.stroke(path);
    });
    context.globalAlpha = 1;
  }

  private drawNodes(
    context: CanvasRenderingContext2D,
    ink: string,
    x: (v: number) => number,
    y: (v: number) => number,
  ): void {
    const { nodes } = this.graph;
    const most = Math.log1p(nodes.reduce((top, node) => Math.max(top, node[2]), 0)) || 1;
    const crowd = Math.min(1, Math.sqrt(300 / Math.max(1, nodes.length)));
    context.strokeStyle = ink;
    context.lineWidth = 0.5;
    for (const [px, py, wins, klass] of nodes) {
      const strength = Math.log1p(wins) / most;
      const index = this.classOf(klass);
      const path = shapePath(shapeOf(index), x(px), y(py), Math.max(1.5, (2.5 + 5 * strength) * crowd));
      context.globalAlpha = 0.45 + 0.55 * strength;
      context.fillStyle = colourOf(index);
      context.fill(path);
      context.globalAlpha = 0.35;
      context.stroke(path);
    }
    context.globalAlpha = 1;
  }

  private describe(): void {
    const { nodes, edges } = this.graph;
    const perClass = new Map<number, number>();
    for (const node of nodes) {
      const index = this.classOf(node[3]);
      perClass.set(index, (perClass.get(index) ?? 0) + 1);
    }
    const rows = [...perClass].sort(([a], [b]) => (a < 0 ? 1 : b < 0 ? -1 : a - b));
    setText(
      this.words,
      `${plural(nodes.length, "node")}, ${plural(edges.length, "edge")}. The table that follows counts nodes per class.`,
    );
    this.legend.replaceChildren(
      ...rows.map(([index, n]) => {
        const swatch = make("span", `swatch ${shapeOf(index)}`);
        swatch.style.background = index < 0 ? unknownColour : colourOf(index);
        const name = make("th", "", swatch, make("span", "name", this.classes.names[index] ?? "unknown"));
        name.scope = "row";
        return make("tr", "", name, make("td", "", count(n)));
      }),
    );
    const box = byId("legend-box");
    box.tabIndex = box.scrollHeight > box.clientHeight ? 0 : -1; // a stop for Tab only where arrow keys scroll it
  }
}

function shapePath(shape: Shape, x: number, y: number, r: number): Path2D {
  const path = new Path2D();
  if (shape === "circle") path.arc(x, y, r, 0, 2 * Math.PI);
  else if (shape === "square") path.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
  else {
    path.moveTo(x, y - 1.2 * r);
    path.lineTo(x + 1.1 * r, y + 0.8 * r);
    path.lineTo(x - 1.1 * r, y + 0.8 * r);
    path.closePath();
  }
  return path;
}

function drawMark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  ink: string,
): void {
  const radius = 11;
  const cross = new Path2D();
  for (const [x1, y1, x2, y2] of [
    [0, y, x - radius, y],
    [x + radius, y, width, y],
    [x, 0, x, y - radius],
    [x, y + radius, x, height],
  ] as const) {
    cross.moveTo(x1, y1);
    cross.lineTo(x2, y2);
  }
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.globalAlpha = 0.45;
  context.setLineDash([3, 4]);
  context.stroke(cross);
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.lineWidth = 2.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = ink;
  context.beginPath();
  context.arc(x, y, 2, 0, 2 * Math.PI);
  context.fill();
}
