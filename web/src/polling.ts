import { getModel } from "./api";
import { Backoff } from "./backoff";
import type { Model } from "./contract";
import { waitOf, wantsToken } from "./http";

// Asks the server every few seconds what the stream would have told. A hidden tab does not ask.

export interface PollingListener {
  opened(): void;
  event(name: "model", model: Model): void;
  questionsChanged(): void;
  lost(error: unknown): void;
  tokenWanted(): void;
}

const betweenMs = 3000;

export class Polling {
  private readonly backoff = new Backoff();
  private timer = 0;
  private turn = 0; // grows with every start and stop: an answer to what was asked before is stale
  private last: Model | null = null;

  constructor(private readonly listener: PollingListener) {
    document.addEventListener("visibilitychange", () => {
      if (this.timer && !document.hidden) this.start();
    });
  }

  start(afterMs = 0): void {
    this.stop();
    this.timer = setTimeout(() => void this.ask(), afterMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.turn++;
    this.last = null;
  }

  private async ask(): Promise<void> {
    const turn = this.turn;
    let wait = betweenMs;
    if (!document.hidden) {
      try {
        const model = await getModel();
        if (turn !== this.turn) return;
        this.backoff.reset();
        this.compare(model);
      } catch (error) {
        if (turn !== this.turn) return;
        if (wantsToken(error)) return this.listener.tokenWanted();
        this.last = null;
        this.listener.lost(error);
        wait = this.backoff.next(waitOf(error));
      }
    }
    if (turn === this.turn) this.timer = setTimeout(() => void this.ask(), wait);
  }

  private compare(model: Model): void {
    const last = this.last;
    this.last = model;
    if (!last) return this.listener.opened();
    if (differ(model, last)) this.listener.event("model", model);
    if (differ(model.queries, last.queries)) this.listener.questionsChanged();
  }
}

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
