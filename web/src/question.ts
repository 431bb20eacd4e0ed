import type { Classes } from "./classes";
import type { Query } from "./contract";
import { byId, count, make, percent, setText } from "./dom";
import { keyOfClass } from "./keys";
import { colourOf } from "./palette";
import { sampleName, showSample } from "./sample";
import { whyFigures } from "./why";

interface ClassButton {
  button: HTMLButtonElement;
  fill: HTMLElement;
  share: HTMLElement;
  tag: HTMLElement;
}

// The card in the middle: either a question, or why there is none.
export class QuestionCard {
  private readonly card = byId("question");
  private readonly title = byId("question-title");
  private readonly note = byId("question-note");
  private readonly rest = byId("rest");
  private readonly ask = byId("ask");
  private readonly sample = byId("sample");
  private readonly answers = byId("answers");
  private readonly names = byId("class-names");
  private readonly unknown = byId("unknown");
  private readonly whyText = byId("why-words");
  private readonly figures = byId("why-figures");
  private readonly tokenForm = byId<HTMLFormElement>("token-form");
  private readonly buttons: ClassButton[] = [];
  private shown = -1;

  constructor(
    private readonly classes: Classes,
    private readonly answer: (label: string) => void,
  ) {}

  showQuery(query: Query, again: boolean): void {
    this.swap(this.ask, this.rest);
    this.card.classList.toggle("again", again);
    setText(this.title, again ? `Question ${count(query.id)}, again` : `Question ${count(query.id)}`);
    setText(this.note, sampleName(query));
    const fresh = this.shown !== query.id;
    if (fresh) {
      this.shown = query.id;
      byId<HTMLInputElement>("new-label").value = ""; // was meant for the question before
      showSample(this.sample, query);
    }
    this.classes.learn(Object.keys(query.probabilities ?? {}));
    this.showClasses(query);
    if (fresh) this.scrollToPredicted();
    this.unknown.hidden = typeof query.predicted === "string";
    setText(
      this.unknown,
      this.classes.names.length ? "No prediction yet: no label has reached this region." : "No classes yet: name the first one.",
    );
    setText(this.whyText, query.why.text);
    this.figures.replaceChildren(
      ...whyFigures(query.why).map(({ name, value, share }) => {
        const bar = make("span", "bar");
        const fill = make("span");
        fill.style.width = `${100 * share}%`;
        bar.append(fill);
        bar.hidden = share < 0;
        return make("div", "figure", make("dt", "", name), make("dd", "", bar, value));
      }),
    );
  }

  showRest(title: string, text: string, token = false): void {
    this.shown = -1;
    setText(this.title, token ? "Sign in" : "Question");
    setText(this.note, "");
    this.card.classList.remove("again");
    setText(byId("rest-title"), title);
    setText(byId("rest-text"), text);
    this.tokenForm.hidden = !token;
    this.rest.classList.toggle("still", token);
    this.swap(this.rest, this.ask);
  }

  // While an answer travels. Not `disabled`, which would take the focus away.
  setBusy(busy: boolean): void {
    this.ask.classList.toggle("busy", busy);
    this.ask.setAttribute("aria-busy", String(busy));
  }

  private swap(shown: HTMLElement, gone: HTMLElement): void {
    if (gone.contains(document.activeElement)) this.card.focus({ preventScroll: true });
    shown.hidden = false;
    gone.hidden = true;
  }

  // A long list of classes scrolls by itself; the page stays where it is.
  private scrollToPredicted(): void {
    const predicted = this.answers.querySelector<HTMLElement>(".predicted");
    this.answers.scrollTop = predicted ? predicted.offsetTop - this.answers.clientHeight / 2 : 0;
  }

  private showClasses(query: Query): void {
    while (this.buttons.length < this.classes.names.length) this.addButton(this.buttons.length);
    this.buttons.forEach(({ button, fill, share, tag }, index) => {
      const name = this.classes.names[index] ?? "";
      const probability = query.probabilities?.[name] ?? 0;
      const predicted = query.predicted === name;
      fill.style.width = `${100 * Math.min(1, probability)}%`;
      setText(share, typeof query.predicted === "string" ? percent(probability) : "");
      button.classList.toggle("predicted", predicted);
      setText(tag, predicted ? "predicted" : "");
      button.classList.toggle("given", query.label === name);
    });
  }

  private addButton(index: number): void {
    const name = this.classes.names[index] ?? "";
    const key = keyOfClass(index);
    const button = make("button", "class");
    button.type = "button";
    button.title = name; // a long one is cut
    const cap = make("kbd", key ? "" : "none", key ?? "");
    cap.setAttribute("aria-hidden", "true");
    if (key) button.setAttribute("aria-keyshortcuts", key);
    const fill = make("span");
    fill.style.background = colourOf(index);
    const bar = make("span", "bar", fill);
    const share = make("span", "share");
    const tag = make("span", "tag");
    button.append(cap, make("span", "name", name), share, bar, tag);
    button.addEventListener("click", () => this.answer(name));
    this.buttons.push({ button, fill, share, tag });
    this.answers.append(button);
    const option = make("option");
    option.value = name;
    this.names.append(option);
  }
}
