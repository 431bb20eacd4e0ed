import { Backoff } from "./backoff";
import { send, waitOf, wantsToken } from "./http";
import { Parser } from "./sse";

// Server-sent events by fetch, because EventSource cannot send a token. A lost stream is opened again.

export interface StreamListener {
  opened(): void; // something has come: a proxy that holds everything back never gets here
  event(name: string, data: unknown): void;
  lost(): void;
  tokenWanted(): void;
}

const silenceMs = 40_000; // the server speaks at least every 15 s
const steadyMs = 5_000;

export class Stream {
  private stop: AbortController | null = null;
  private timer = 0;
  private readonly backoff = new Backoff();

  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly listener: StreamListener,
  ) {}

  // Drops the stream that is there and opens a new one.
  open(): void {
    this.close();
    const stop = new AbortController();
    this.stop = stop;
    void this.run(stop);
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop?.abort();
    this.stop = null;
  }

  private async run(stop: AbortController): Promise<void> {
    let openedAt = 0;
    let watchdog = 0;
    let failure: unknown;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => stop.abort(), silenceMs);
    };
    try {
      alive();
      const response = await send("GET", this.address, { token: this.token, signal: stop.signal });
      if (!response.body) throw new Error("no stream");
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new Parser((name, data) => this.listener.event(name, data));
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        alive();
        if (!openedAt) this.listener.opened();
        openedAt ||= Date.now();
        parser.feed(value);
      }
    } catch (error) {
      failure = error;
    } finally {
      clearTimeout(watchdog);
    }
    if (this.stop !== stop) return; // closed, or a newer stream took over
    if (wantsToken(failure)) return this.listener.tokenWanted();
    this.listener.lost();
    if (openedAt && Date.now() - openedAt > steadyMs) this.backoff.reset();
    this.timer = setTimeout(() => this.open(), this.backoff.next(waitOf(failure)));
  }
}
