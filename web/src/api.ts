import type { Graph, Model, Query } from "./contract";
import { readJson, writeJson } from "./stores";

const tokenKey = "mpart.token";
const patienceMs = 15_000;

// The server answered, and it was no success.
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
  get wantsToken(): boolean {
    return this.status === 401 || this.status === 403;
  }
  // Trying again later can help.
  get passes(): boolean {
    return this.status >= 500 || this.status === 408 || this.status === 429;
  }
}

export function setToken(token: string): void {
  memoryToken = token;
  writeJson(sessionStorage, tokenKey, token);
}

let memoryToken = readJson<string>(sessionStorage, tokenKey) ?? "";

export async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  if (memoryToken) headers["Authorization"] = `Bearer ${memoryToken}`;
  const init: RequestInit = { method, headers, cache: "no-store", signal: signal ?? AbortSignal.timeout(patienceMs) };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const response = await fetch(path, init); // relative: the page may live below a path
  if (!response.ok) throw new Refusal(response.status, await errorText(response));
  return response;
}

async function errorText(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { error?: unknown };
    if (typeof body.error === "string") return body.error;
  } catch {
    // not JSON: the status has to do
  }
  return `status ${response.status}`;
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await request(method, path, body)).json()) as T;
}

export const getModel = (): Promise<Model> => json("GET", "model");
export const getGraph = (): Promise<Graph> => json("GET", "graph");

export async function nextQuery(client: string): Promise<Query | null> {
  const response = await request("POST", "queries/next", { client });
  return response.status === 204 ? null : ((await response.json()) as Query);
}

export const answerItself = (on: boolean): Promise<Response> => request("POST", "demo", { answers_itself: on });

export type Deed =
  | { kind: "label" | "correct"; query: number; label: string }
  | { kind: "skip" | "withdraw"; query: number };

export function perform(deed: Deed): Promise<Query> {
  const path = `queries/${deed.query}`;
  switch (deed.kind) {
    case "label":
      return json("POST", `${path}/label`, { label: deed.label });
    case "correct":
      return json("PUT", path, { label: deed.label });
    case "skip":
      return json("POST", `${path}/skip`);
    case "withdraw":
      return json("DELETE", path);
  }
}
