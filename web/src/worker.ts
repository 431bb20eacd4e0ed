import { Stream } from "./stream";

// A shared worker: one event stream for all tabs of a browser. A browser opens only six connections to a server, and a
// stream keeps one for good. Tabs with different tokens do not share a stream.

export type ToWorker = { say: "listen"; address: string; token: string } | { say: "here" } | { say: "leave" };
export type ToTab = { say: "opened" | "lost" | "tokenWanted" } | { say: "event"; name: string; data: unknown };

const goneMs = 150_000; // a tab that is there says so every 20 s, a hidden one at least once a minute

class SharedStream {
  private readonly tabs = new Set<MessagePort>();
  private readonly stream: Stream;
  private state: "opened" | "lost" | null = null;

  constructor(address: string, token: string) {
    this.stream = new Stream(address, token, {
      opened: () => this.change("opened"),
      event: (name, data) => this.tell({ say: "event", name, data }),
      lost: () => this.change("lost"),
      tokenWanted: () => {
        this.tell({ say: "tokenWanted" });
        this.tabs.clear();
        this.end();
      },
    });
  }

  join(tab: MessagePort): void {
    if (this.tabs.has(tab)) return;
    this.tabs.add(tab);
    if (this.state) tab.postMessage({ say: this.state } satisfies ToTab);
    if (this.tabs.size === 1) this.stream.open();
  }

  leave(tab: MessagePort): void {
    if (this.tabs.delete(tab) && !this.tabs.size) this.end();
  }

  renew(): void {
    if (this.tabs.size) this.stream.open();
  }

  private end(): void {
    this.state = null;
    this.stream.close();
  }

  private change(state: "opened" | "lost"): void {
    this.state = state;
    this.tell({ say: state });
  }

  private tell(message: ToTab): void {
    for (const tab of this.tabs) tab.postMessage(message);
  }
}

const streams = new Map<string, SharedStream>();

function streamOf(address: string, token: string): SharedStream {
  const name = JSON.stringify([address, token]);
  const stream = streams.get(name) ?? new SharedStream(address, token);
  streams.set(name, stream);
  return stream;
}

addEventListener("connect", (event) => {
  const tab = (event as MessageEvent).ports[0];
  if (!tab) return;
  let stream: SharedStream | null = null;
  let timer = 0;
  const leave = () => stream?.leave(tab);
  tab.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    clearTimeout(timer);
    if (data.say !== "here") leave();
    if (data.say === "leave") return;
    if (data.say === "listen") stream = streamOf(data.address, data.token);
    stream?.join(tab); // also one that slept, and was taken for gone
    timer = setTimeout(leave, goneMs);
  };
});

addEventListener("online", () => streams.forEach((stream) => stream.renew())); // the old connection may be dead
