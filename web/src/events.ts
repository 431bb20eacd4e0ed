import { Refusal, request } from "./api";
import { Backoff } from "./backoff";

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

export class Parser {
  private rest = "";
  private name = "";
  private data: string[] = [];

  constructor(private readonly emit: (name: string, data: unknown) => void) {}

  feed(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.line(line);
  }

  private line(line: string): void {
    if (line === "") return this.flush();
    const colon = line.indexOf(":");
    if (colon === 0) return; // a comment
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.name = value;
    else if (field === "data") this.data.push(value);
  }

  private flush(): void {
    const { name, data } = this;
    this.name = "";
    this.data = [];
    if (!data.length) return;
    let value: unknown;
    try {
      value = JSON.parse(data.join("\n"));
    } catch {
      return; // one broken event must not end the stream
    }
    this.emit(name || "message", value);
  }
}
