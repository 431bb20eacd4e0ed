import { eventSource } from "./api";
import { Polling, type PollingListener } from "./polling";
import type { ToTab, ToWorker } from "./worker";

// What happens at the server: told by the stream that all tabs share or, while that is not to be had, found by polling.

export interface Listener extends PollingListener {
  event(name: string, data: unknown): void;
}

const graceMs = 1500; // for the stream to open
const hereMs = 20_000;

export class Events {
  private readonly worker: MessagePort | null = connect();
  private readonly polling: Polling;
  private listening = false;
  private streaming = false;

  constructor(private readonly listener: Listener) {
    this.polling = new Polling({ ...listener, tokenWanted: () => this.stopAndAskForToken() });
    if (this.worker) this.worker.onmessage = ({ data }: MessageEvent<ToTab>) => this.hear(data);
    setInterval(() => {
      if (this.listening) this.tell({ say: "here" });
    }, hereMs);
    addEventListener("pagehide", () => this.tell({ say: "leave" }));
    addEventListener("pageshow", (event) => {
      if (event.persisted && this.listening) this.open(); // back from the browser's cache of pages
    });
  }

  // Begins, or begins anew: with another token, or when the network is back.
  open(): void {
    this.listening = true;
    this.streaming = false;
    this.tell({ say: "listen", ...eventSource() });
    this.polling.start(this.worker ? graceMs : 0);
  }

  private hear(message: ToTab): void {
    if (!this.listening) return; // on its way when the token was refused
    switch (message.say) {
      case "opened":
        this.streaming = true;
        this.polling.stop();
        return this.listener.opened();
      case "event":
        return this.listener.event(message.name, message.data);
      case "lost":
        if (this.streaming) this.polling.start();
        this.streaming = false;
        return;
      case "tokenWanted":
        return this.stopAndAskForToken();
    }
  }

  private stopAndAskForToken(): void {
    this.listening = false;
    this.polling.stop();
    this.tell({ say: "leave" });
    this.listener.tokenWanted();
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}

// Null in a browser without shared workers. One whose script does not run says nothing, which is as good.
function connect(): MessagePort | null {
  try {
    // The name changes with the messages, so that a tab of an older page keeps a worker that understands it.
    return new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "mpart 1" }).port;
  } catch {
    return null;
  }
}
