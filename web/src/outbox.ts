import { type Deed, perform } from "./api";
import { Backoff } from "./backoff";
import type { Query } from "./contract";
import { Refusal, waitOf } from "./http";
import { randomId, readJson, writeJson } from "./stores";

// What a person did is written here before it is sent and leaves when the server has it on disk.
// Each deed has its own storage key, so two tabs never overwrite each other's. It is also its idempotency key: an answer
// that is sent again, because nobody knows whether it arrived, has one effect.

const prefix = "mpart.outbox.";
const orphanedMs = 120_000;

interface Entry {
  key: string;
  client: string;
  at: number;
  deed: Deed;
}

export type Trouble = "none" | "unreachable" | "server" | "token";

export interface Watcher {
  done(deed: Deed, query: Query): void;
  refused(deed: Deed, refusal: Refusal): void;
  changed(): void;
  drained(): void;
}

export class Outbox {
  trouble: Trouble = "none";
  refusal: Refusal | null = null; // what the server said about it
  private readonly backoff = new Backoff(1000);
  private readonly unstored: Entry[] = []; // where storage is full or forbidden
  private running: Promise<void> | null = null;
  private timer = 0;
  private serial = 0;

  constructor(
    private readonly client: string,
    private readonly watcher: Watcher,
  ) {}

  put(deed: Deed): void {
    const at = Date.now();
    // Zero-padded: sorting keys is sorting by time.
    const order = `${String(at).padStart(15, "0")}.${String(this.serial++).padStart(6, "0")}`;
    const entry: Entry = { key: `${prefix}${order}.${randomId()}`, client: this.client, at, deed };
    if (!writeJson(localStorage, entry.key, entry)) this.unstored.push(entry);
    this.watcher.changed();
    void this.flush();
  }

  // Questions with something unsent.
  get kept(): number {
    return new Set(this.entries().map((entry) => entry.deed.query)).size;
  }

  get empty(): boolean {
    return this.entries().length === 0;
  }

  async flush(): Promise<void> {
    if (this.refusal?.tooEarly) return; // the timer knows when
    clearTimeout(this.timer);
    while (this.running) await this.running;
    if (this.empty) {
      if (this.trouble !== "none") this.drain(); // another tab has sent it
      return;
    }
    this.running = this.alone(() => this.sendAll()).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async alone(work: () => Promise<void>): Promise<void> {
    // Two tabs that send the same deeds at once could reorder them. (Locks need https or localhost.)
    if (navigator.locks) await navigator.locks.request("mpart.outbox", work);
    else await work();
  }

  private async sendAll(): Promise<void> {
    for (let entry = this.entries()[0]; entry; entry = this.entries()[0]) {
      try {
        const query = await perform(entry.deed, entry.key);
        this.settle(entry);
        this.watcher.done(entry.deed, query);
      } catch (error) {
        if (error instanceof Refusal && !error.passes && !error.wantsToken) {
          this.settle(entry);
          this.watcher.refused(entry.deed, error);
          continue;
        }
        this.keep(error);
        return;
      }
    }
    this.drain();
  }

  private settle(entry: Entry): void {
    this.backoff.reset();
    this.calm();
    this.remove(entry);
    this.watcher.changed();
  }

  private drain(): void {
    this.calm();
    this.watcher.changed();
    this.watcher.drained();
  }

  private calm(): void {
    this.trouble = "none";
    this.refusal = null;
  }

  private keep(error: unknown): void {
    this.refusal = error instanceof Refusal ? error : null;
    this.trouble = !this.refusal ? "unreachable" : this.refusal.wantsToken ? "token" : "server";
    this.watcher.changed();
    if (this.trouble !== "token") this.timer = setTimeout(() => void this.flush(), this.backoff.next(waitOf(error)));
  }

  private remove(entry: Entry): void {
    const at = this.unstored.indexOf(entry);
    if (at >= 0) this.unstored.splice(at, 1);
    else localStorage.removeItem(entry.key);
  }

  // This tab's own, and what a tab that is gone has left behind.
  private entries(): Entry[] {
    const found: Entry[] = [...this.unstored];
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(prefix)) continue;
        const entry = readJson<Entry>(localStorage, key);
        if (entry && (entry.client === this.client || Date.now() - entry.at > orphanedMs)) found.push(entry);
      }
    } catch {
      // storage is forbidden: what is in memory is all there is
    }
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}
