import type { HistoryPoint, Model } from "./contract";
import { byId, count, make, percent, plural, setText } from "./dom";

const lastAnswers = 100; // what the server's history looks back over

export class Counters {
  private readonly values = new Map<string, HTMLElement>();
  private readonly trend = byId("trend") as unknown as SVGSVGElement;

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
      counted ? `Of the last ${plural(counted, "answer")} the guess had ${count(right)} right.` : "No answers yet.",
    );
    if (model.history) this.showHistory(model.history);
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

  private showHistory(history: HistoryPoint[]): void {
    const points = history.filter((point) => point[2] > 0);
    const first = points[0];
    const last = points[points.length - 1];
    this.trend.toggleAttribute("hidden", points.length < 2);
    byId("trend-note").hidden = points.length < 2;
    if (!first || !last || points.length < 2) return;
    const width = 300;
    const height = 64;
    const span = last[0] - first[0] || 1;
    const share = (point: HistoryPoint) => Math.min(1, point[3] / Math.min(lastAnswers, point[2]));
    const line = points.map((point) => {
      const x = ((point[0] - first[0]) / span) * width;
      return `${x.toFixed(1)},${(2 + (1 - share(point)) * (height - 4)).toFixed(1)}`;
    });
    this.trend.replaceChildren(
      path("trend-half", `M0,${height / 2}H${width}`),
      path("trend-area", `M0,${height}L${line.join("L")}L${width},${height}Z`),
      path("trend-line", `M${line.join("L")}`),
    );
    this.trend.setAttribute(
      "aria-label",
      `Share of right guesses over time: ${percent(share(first))} at first, ${percent(share(last))} now`,
    );
  }
}

function path(className: string, d: string): SVGPathElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "path");
  element.setAttribute("class", className);
  element.setAttribute("d", d);
  element.setAttribute("vector-effect", "non-scaling-stroke");
  return element;
}
