import type { HistoryPoint, Model } from "./contract";
import { byId, count, make, percent, plural, setText } from "./dom";

const lastAnswers = 100; // what the server's history looks back over

export class Counters {
  private readonly values = new Map<string, HTMLElement>();
  private readonly trend = new Chart("trend");
  private readonly spent = new Chart("spent");

  constructor() {
    const list = byId("counts");
    for (const name of ["samples", "nodes", "classes", "answers", "open"]) {
      const value = make("dd", "", "–");
      value.id = `count-${name}`;
      this.values.set(name, value);
      list.append(make("div", "", make("dt", "", name), value));
    }
  }

  show(model: Model): void {
    this.set("samples", model.samples);
    this.set("nodes", model.nodes);
    this.set("classes", model.classes.length);
    this.set("answers", model.queries.labelled);
    this.set("open", model.queries.open);
    this.showBudget(model.budget);
    const { counted, right } = model.answers;
    setText(
      byId("right-text"),
      counted ? `Of the last ${plural(counted, "answer")} the model predicted ${count(right)} right.` : "No answers yet.",
    );
    if (model.history) {
      this.showTrend(model.history);
      this.showSpent(model.history, model.budget);
    }
    setText(byId("version"), `${model.learner}, ${model.strategy}, version ${model.version}`);
  }

  private set(name: string, value: number): void {
    const element = this.values.get(name);
    if (element) setText(element, count(value));
  }

  private showBudget({ questions, period, left, position }: Model["budget"]): void {
    const bar = byId("budget");
    const text = `${count(left)} of ${plural(questions, "question")} left`;
    setText(byId("budget-text"), text);
    bar.setAttribute("aria-valuemax", String(questions));
    bar.setAttribute("aria-valuenow", String(left));
    bar.setAttribute("aria-valuetext", `${text}; ${count(position)} of ${plural(period, "sample")} seen`);
    bar.title = `${count(position)} of ${plural(period, "sample")} of this period seen`;
    const fill = bar.firstElementChild as HTMLElement;
    fill.style.width = `${questions > 0 ? Math.min(100, (100 * left) / questions) : 0}%`;
  }

  private showTrend(history: HistoryPoint[]): void {
    const points = history.filter((point) => point[2] > 0);
    const first = points[0];
    const last = points[points.length - 1];
    if (!first || !last || !this.trend.has(points)) return;
    const share = (point: HistoryPoint) => Math.min(1, point[3] / Math.min(lastAnswers, point[2]));
    this.trend.draw(
      `Share of right predictions over time: ${percent(share(first))} at first, ${percent(share(last))} now`,
      this.trend.line("trend-half", points, () => 0.5),
      this.trend.area(points, share),
      this.trend.line("trend-line", points, share),
    );
  }

  // What was asked and answered, below what the budget allowed.
  private showSpent(history: HistoryPoint[], budget: Model["budget"]): void {
    const last = history[history.length - 1];
    if (!last || !this.spent.has(history)) return;
    const allowed = (point: HistoryPoint) => budget.questions * Math.ceil(point[0] / budget.period);
    const top = Math.max(1, allowed(last), last[1]);
    const text = `${count(last[1])} asked of ${count(allowed(last))} allowed, ${count(last[2])} answered`;
    setText(byId("spent-note"), `${text}, over the stream`);
    this.spent.draw(
      `Questions over time: ${text}`,
      this.spent.area(history, (point) => point[2] / top),
      this.spent.line("trend-half", history, (point) => allowed(point) / top),
      this.spent.line("trend-line", history, (point) => point[1] / top),
    );
  }
}

type Height = (point: HistoryPoint) => number; // 0 to 1

// A small picture of something over the samples of the stream, with a note below it.
class Chart {
  private readonly width = 300;
  private readonly height = 64;
  private readonly svg: SVGSVGElement;
  private readonly note: HTMLElement;

  constructor(id: string) {
    this.svg = byId(id) as unknown as SVGSVGElement;
    this.note = byId(`${id}-note`);
  }

  has(points: HistoryPoint[]): boolean {
    const shown = points.length > 1;
    this.svg.toggleAttribute("hidden", !shown);
    this.note.hidden = !shown;
    return shown;
  }

  draw(label: string, ...paths: SVGPathElement[]): void {
    this.svg.replaceChildren(...paths);
    this.svg.setAttribute("aria-label", label);
  }

  line(className: string, points: HistoryPoint[], height: Height): SVGPathElement {
    return path(className, `M${this.places(points, height)}`);
  }

  area(points: HistoryPoint[], height: Height): SVGPathElement {
    return path("trend-area", `M0,${this.height}L${this.places(points, height)}L${this.width},${this.height}Z`);
  }

  private places(points: HistoryPoint[], height: Height): string {
    const start = points[0]?.[0] ?? 0;
    const span = (points[points.length - 1]?.[0] ?? 0) - start || 1;
    return points
      .map((point) => {
        const x = ((point[0] - start) / span) * this.width;
        return `${x.toFixed(1)},${(2 + (1 - height(point)) * (this.height - 4)).toFixed(1)}`;
      })
      .join("L");
  }
}

function path(className: string, d: string): SVGPathElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "path");
  element.setAttribute("class", className);
  element.setAttribute("d", d);
  element.setAttribute("vector-effect", "non-scaling-stroke");
  return element;
}
