import { Refusal, request } from "./api";
import { Backoff } from "./backoff";
import { Parser } from "./sse";

// Server-sent events by fetch, because EventSource cannot send a token.

export interface Listener {
  opened(): void;
  event(name: string, data: unknown): void;
  lost(): void;
  tokenWanted(): void;
}

const silenceMs = 40_000; // the server speaks at least every 15 s
const steadyMs = 5_000;

export class Events {
  private stop: AbortController | null = null;
  private timer = 0;
  private readonly backoff = new Backoff();

  constructor(private readonly listener: Listener) {}

  // Drops the stream that is there and opens a new one.
  open(): void {
    clearTimeout(this.timer);
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    void this.run(stop);
  }

  private async run(stop: AbortController): Promise<void> {
    let openedAt = 0;
    let watchdog = 0;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => stop.abort(), silenceMs);
    };
    let tokenWanted = false;
    try {
      alive();
      const response = await request("GET", "events", undefined, stop.signal);
      if (!response.body) throw new Error("no stream");
      openedAt = Date.now();
      this.listener.opened();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new Parser((name, data) => this.listener.event(name, data));
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        alive();
        parser.feed(value);
      }
    } catch (error) {
      tokenWanted = error instanceof Refusal && error.wantsToken;
    } finally {
      clearTimeout(watchdog);
    }
    if (this.stop !== stop) return; // a newer stream took over
    if (tokenWanted) return this.listener.tokenWanted();
    this.listener.lost();
    if (openedAt && Date.now() - openedAt > steadyMs) this.backoff.reset();
    this.timer = setTimeout(() => this.open(), this.backoff.next());
  }
}
