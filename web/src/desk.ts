import { type Deed, nextQuery } from "./api";
import { Backoff } from "./backoff";
import type { Classes } from "./classes";
import type { AnswerEvent, Query } from "./contract";
import { byId, count, percent, plural, setText } from "./dom";
import { Refusal, waitOf, wantsToken } from "./http";
import type { GraphMap } from "./map";
import { Outbox } from "./outbox";
import { Past } from "./past";
import { QuestionCard } from "./question";
import { sampleName } from "./sample";
import { say } from "./voice";

// Which question this person has, and what becomes of the answer.

type Phase = "connecting" | "asking" | "sending" | "waiting" | "token";

const renewMs = 25_000; // a question is ours for 60 s
const startleMs = 200; // a second press of the key was meant for the question before

export class Desk {
  readonly card: QuestionCard;
  private readonly outbox: Outbox;
  private readonly past = new Past();
  private readonly backoff = new Backoff();
  private readonly undoButton = byId<HTMLButtonElement>("undo");
  private phase: Phase = "connecting";
  private current: Query | null = null;
  private linked = false; // by the stream or by polling
  private reachable = true;
  private refusal: Refusal | null = null; // the server's last word if it was no success
  private turn = 0; // grows with every deed: what was fetched before it is stale
  private bringing = false;
  private bringAgain = false;
  private retry = 0;
  private shownAt = 0;
  private tokenTried = false;

  constructor(
    private readonly client: string,
    private readonly classes: Classes,
    private readonly map: GraphMap,
  ) {
    this.card = new QuestionCard(classes, (label) => this.answer(label));
    this.outbox = new Outbox(client, {
      done: (deed) => this.done(deed),
      refused: (deed, refusal) => this.refused(deed, refusal),
      changed: () => this.outboxChanged(),
      drained: () => void this.bring(),
    });
    setInterval(() => this.renew(), renewMs);
    this.showLast("");
    this.showLink();
  }

  // `prepared`: what the first question should wait for.
  async connected(prepared: Promise<unknown>): Promise<void> {
    this.linked = true;
    this.succeed();
    this.tokenTried = false;
    if (this.phase === "token") this.phase = "connecting";
    this.showLink();
    await prepared;
    await this.bring();
  }

  disconnected(error?: unknown): void {
    this.linked = false;
    this.fail(error);
    if (this.phase !== "asking" && this.phase !== "token") this.showRest();
    this.showLink();
  }

  tokenWanted(): void {
    if (this.phase === "token") return;
    this.phase = "token";
    this.leave();
    this.card.showRest(
      "This server needs a token",
      this.tokenTried ? "The token was not accepted. Try another one." : "It was told to whoever started the server.",
      true,
    );
    this.tokenTried = true;
    byId<HTMLInputElement>("token").focus();
    this.showLink();
  }

  tokenGiven(): void {
    this.phase = "connecting";
    this.succeed();
    this.showRest();
    this.showLink();
  }

  questionArrived(): void {
    if (this.phase === "waiting") void this.bring();
  }

  answeredSomewhere(event: AnswerEvent): void {
    if (this.phase === "asking" && !this.past.again && event.id === this.current?.id) void this.bring();
  }

  // Keeps the question that is shown, finds out whether it is still this person's, or looks for one.
  renew(): void {
    if (document.hidden) return; // a question nobody looks at is for others
    if (this.phase === "asking" || this.phase === "waiting") void this.bring();
  }

  classesGrew(): void {
    if (this.current) this.card.showQuery(this.current, this.past.again !== null);
  }

  // False if there is no question to answer.
  answer(label: string): boolean {
    const name = label.trim();
    if (!name || !this.current || !this.ready()) return false;
    const query = this.current.id;
    const kind = this.past.again ? "correct" : "label";
    this.past.add(this.current, name);
    this.startSending();
    this.outbox.put({ kind, query, label: name });
    return true;
  }

  answerByIndex(index: number): void {
    const name = this.classes.names[index];
    if (name !== undefined) this.answer(name);
  }

  skip(): void {
    if (!this.current || !this.ready()) return;
    const query = this.current;
    if (this.past.again) {
      // It is withdrawn already: leaving it so needs no request.
      this.past.drop(query.id);
      this.tell(`Question ${count(query.id)} is left without an answer.`);
      this.startSending();
      void this.bring();
      return;
    }
    this.past.add(query, null);
    this.startSending();
    this.outbox.put({ kind: "skip", query: query.id });
  }

  undo(): void {
    if (this.phase === "token" || this.past.again) return;
    const last = this.past.last;
    if (!last) return this.tell("There is nothing to undo.");
    if (last.label === null) {
      this.past.drop(last.query.id);
      return this.tell("A skipped question cannot be brought back.");
    }
    const query = this.past.takeBack();
    if (!query) return;
    this.turn++;
    this.show(query);
    this.outbox.put({ kind: "withdraw", query: query.id });
    this.tell(`“${last.label}” is taken back. Answer question ${count(query.id)} again.`);
  }

  // Asks the server which question is ours. Also what keeps it ours.
  async bring(): Promise<void> {
    if (this.phase === "token" || this.refusal?.tooEarly) return;
    if (this.bringing) {
      this.bringAgain = true;
      return;
    }
    this.bringing = true;
    clearTimeout(this.retry);
    try {
      do {
        this.bringAgain = false;
        await this.bringOnce();
      } while (this.bringAgain);
    } finally {
      this.bringing = false;
    }
  }

  private async bringOnce(): Promise<void> {
    const turn = this.turn;
    try {
      await this.outbox.flush();
      if (this.outbox.trouble === "token") return this.tokenWanted();
      if (turn !== this.turn) return;
      if (this.past.again) {
        if (this.current?.id !== this.past.again.id || this.phase !== "asking") this.show(this.past.again);
        return;
      }
      if (!this.outbox.empty) return this.showRest(); // its question would come again
      const query = await nextQuery(this.client);
      this.succeed();
      this.backoff.reset();
      this.showLink();
      if (turn !== this.turn) return;
      if (query) this.showFetched(query);
      else this.wait();
    } catch (error) {
      if (wantsToken(error)) return this.tokenWanted();
      this.fail(error);
      if (this.phase !== "asking") {
        this.phase = "waiting";
        this.showRest();
      }
      this.showLink();
      this.retry = setTimeout(() => void this.bring(), this.backoff.next(waitOf(error)));
    }
  }

  private ready(): boolean {
    return this.phase === "asking" && performance.now() - this.shownAt > startleMs;
  }

  private startSending(): void {
    this.turn++;
    this.phase = "sending";
    this.card.setBusy(true);
  }

  private showFetched(query: Query): void {
    const known = this.phase === "asking" && this.current?.id === query.id;
    if (known) {
      this.current = query;
      this.card.showQuery(query, false);
      this.map.setPlace(query.place ?? null);
      return;
    }
    if (this.phase === "asking" && this.current) {
      this.tell(`Question ${count(this.current.id)} went to somebody else.`);
    }
    this.show(query);
    const { predicted, probability } = query;
    const prediction = predicted ? `Predicted: ${predicted}, ${percent(probability ?? 0)}.` : "No prediction yet.";
    say(`Question ${count(query.id)}, ${sampleName(query)}. ${prediction}`);
  }

  private show(query: Query): void {
    this.current = query;
    this.phase = "asking";
    this.shownAt = performance.now();
    this.card.setBusy(false);
    this.card.showQuery(query, this.past.again !== null);
    this.map.setPlace(query.place ?? null);
    document.title = `Question ${count(query.id)} – mpart`;
    this.showUndo();
  }

  private wait(): void {
    const news = this.phase !== "waiting";
    this.phase = "waiting";
    this.showRest();
    if (news) say("No question right now.");
  }

  // The card without a question, in words that fit the reason.
  private showRest(): void {
    if (this.phase === "token") return;
    this.leave();
    this.showUndo();
    const { kept, trouble } = this.outbox;
    const safe = kept ? `${plural(kept, "answer")} ${kept === 1 ? "is" : "are"} kept in this browser and sent as soon as it can be.` : "";
    const refusal = this.outbox.refusal ?? this.refusal;
    const said = refusal ? `The server says: ${refusal.message}.` : "";
    const show = (title: string, ...words: string[]) => this.card.showRest(title, words.filter(Boolean).join(" "));
    if (this.patient) {
      const wait = refusal?.waitMs ? `in ${plural(Math.ceil(refusal.waitMs / 1000), "second")}` : "soon";
      show("The server asks to wait", said, `The page tries again ${wait}.`, safe);
    } else if (trouble === "server") {
      show("The server cannot store answers now", said, safe);
    } else if (!this.online) {
      const title = this.starting ? "Connecting…" : refusal && this.reachable ? "The server gives no questions now" : "Offline";
      show(title, said, "No new questions can come until the server is reached.", safe);
    } else {
      show("No question right now", "The model asks when it meets something that is worth an answer. You need not reload.");
    }
  }

  private leave(): void {
    this.current = null;
    this.map.setPlace(null);
    this.card.setBusy(false);
    document.title = "mpart";
  }

  private get online(): boolean {
    return this.linked && this.reachable && !this.refusal && this.outbox.trouble !== "unreachable";
  }

  private get starting(): boolean {
    return this.phase === "connecting" && this.reachable && !this.refusal && !this.outbox.kept;
  }

  // The server answers, and wants to be left alone for a while.
  private get patient(): boolean {
    return Boolean(this.outbox.refusal?.wantsPatience || (this.reachable && this.refusal?.wantsPatience));
  }

  private succeed(): void {
    this.reachable = true;
    this.refusal = null;
  }

  // The server's last words stay while nothing answers: they may say why.
  private fail(error: unknown): void {
    this.reachable = error instanceof Refusal;
    if (error instanceof Refusal) this.refusal = error;
  }

  private done(deed: Deed): void {
    if (deed.kind === "label" || deed.kind === "correct") {
      this.classes.learn([deed.label]);
      this.tell(`Saved: ${deed.label}`);
    } else if (deed.kind === "skip") {
      this.tell(`Skipped question ${count(deed.query)}`);
    }
  }

  private refused(deed: Deed, refusal: Refusal): void {
    this.past.drop(deed.query);
    if (this.current?.id === deed.query) this.startSending(); // nothing can be said about it any more
    const verb = { label: "answered", correct: "corrected", skip: "skipped", withdraw: "taken back" }[deed.kind];
    this.tell(`Question ${count(deed.query)} could not be ${verb}: ${refusal.message}`, true);
  }

  private outboxChanged(): void {
    if (this.outbox.trouble === "token") this.tokenWanted();
    else if (this.outbox.trouble !== "none" && (this.phase === "sending" || this.phase === "waiting")) this.showRest();
    this.showLink();
  }

  private tell(text: string, bad = false): void {
    this.showLast(text, bad);
    say(text);
  }

  private showLast(text: string, bad = false): void {
    const line = byId("last-text");
    setText(line, text);
    line.classList.toggle("bad", bad);
    this.showUndo();
  }

  private showUndo(): void {
    const possible = this.past.last?.label != null && !this.past.again && this.phase !== "token";
    if (!possible && document.activeElement === this.undoButton) byId("question").focus({ preventScroll: true });
    this.undoButton.hidden = !possible;
  }

  private showLink(): void {
    const [state, text] = this.linkWords();
    byId("link").dataset["state"] = state;
    setText(byId("link-text"), text);
  }

  private linkWords(): [state: "good" | "warn" | "bad" | "", text: string] {
    const { kept, trouble } = this.outbox;
    const safe = kept ? `, ${plural(kept, "answer")} kept` : "";
    if (this.phase === "token") return ["warn", `Token needed${safe}`];
    if (this.patient) return ["warn", `Waiting${safe}`];
    if (trouble === "server") return ["warn", `Server trouble${safe}`];
    if (this.online) return ["good", "Connected"];
    if (this.starting) return ["", "Connecting…"];
    if (trouble === "none" && this.reachable && this.refusal) return ["warn", `Server trouble${safe}`];
    return ["bad", `Offline${safe || ": no new questions"}`];
  }
}
