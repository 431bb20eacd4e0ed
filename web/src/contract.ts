// The objects of docs/http-api.md.

export type QueryState = "open" | "labelled" | "skipped" | "withdrawn" | "expired";

export interface Why {
  text: string;
  epistemic: number;
  aleatoric: number;
  density: number;
  score: number;
  threshold: number | null;
}

export interface ShownValue {
  name: string; // of a column
  value: string | null; // as it came; null is a missing one
}

export interface Show {
  picture?: string;
  text?: string;
  link?: string;
  values?: ShownValue[];
}

export interface Query {
  id: number;
  state: QueryState;
  sample?: string;
  time: number;
  asked: number;
  predicted?: string | null;
  probability?: number | null;
  probabilities?: Record<string, number>;
  why: Why;
  place?: [number, number];
  show?: Show;
  label: string | null;
}

export type HistoryPoint = [samples: number, asked: number, labelled: number, right: number];

export interface Model {
  samples: number;
  nodes: number;
  edges: number;
  classes: string[];
  learner: string;
  strategy: string;
  budget: { questions: number; period: number; left: number; position: number };
  queries: { asked: number; open: number; labelled: number; skipped: number; withdrawn: number; expired: number };
  answers: { counted: number; right: number };
  history?: HistoryPoint[];
  demo?: { answers_itself: boolean };
  version: string;
}

export interface Graph {
  classes: string[];
  nodes: [x: number, y: number, wins: number, klass: number][];
  edges: [from: number, to: number, weight: number][];
}

export interface AnswerEvent {
  id: number;
  state: QueryState;
  label: string | null;
}
