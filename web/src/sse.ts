// The lines of a stream of server-sent events, in whatever pieces they arrive.
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
