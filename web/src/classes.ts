// The classes in the order this page first saw them: a key must not change its class while somebody answers.
export class Classes {
  readonly names: string[] = [];
  private readonly places = new Map<string, number>();

  // True if there was a new one.
  learn(names: Iterable<string>): boolean {
    const before = this.names.length;
    for (const name of names) {
      if (this.places.has(name)) continue;
      this.places.set(name, this.names.length);
      this.names.push(name);
    }
    return this.names.length > before;
  }

  indexOf(name: string): number {
    return this.places.get(name) ?? -1;
  }
}
