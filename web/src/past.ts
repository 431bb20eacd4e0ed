import type { Query } from "./contract";
import { readJson, writeJson } from "./stores";

// What this person answered last, for undo; kept over a reload. The server forgets what it showed, so this does not.

export interface Answered {
  query: Query;
  label: string | null; // null: skipped
}

interface Stored {
  answered: Answered[];
  again: Query | null;
}

const key = "mpart.past";
const depth = 5;

export class Past {
  private state: Stored = readJson<Stored>(sessionStorage, key) ?? { answered: [], again: null };

  // The question that was taken back and waits for its new answer.
  get again(): Query | null {
    return this.state.again;
  }

  get last(): Answered | undefined {
    return this.state.answered[this.state.answered.length - 1];
  }

  add(query: Query, label: string | null): void {
    this.state.answered = [...this.state.answered, { query: { ...query, label }, label }].slice(-depth);
    this.state.again = null;
    this.save();
  }

  drop(id: number): void {
    this.state.answered = this.state.answered.filter((entry) => entry.query.id !== id);
    if (this.state.again?.id === id) this.state.again = null;
    this.save();
  }

  takeBack(): Query | null {
    const last = this.state.answered.pop();
    if (last) this.state.again = last.query;
    this.save();
    return last?.query ?? null;
  }

  private save(): void {
    if (writeJson(sessionStorage, key, this.state)) return;
    // Large pictures do not fit: the rest is still worth keeping.
    const bare = (query: Query): Query => ({ ...query, show: undefined });
    writeJson(sessionStorage, key, {
      answered: this.state.answered.map(({ query, label }) => ({ query: bare(query), label })),
      again: this.state.again && bare(this.state.again),
    });
  }
}
