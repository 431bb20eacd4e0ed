import type { Graph, Model, Query } from "./contract";
import { type Call, send } from "./http";
import { readJson, writeJson } from "./stores";

const root = "v1/"; // relative: the page may live below a path of a proxy
const tokenKey = "mpart.token";

let token = readJson<string>(sessionStorage, tokenKey) ?? "";

export function setToken(given: string): void {
  token = given;
  writeJson(sessionStorage, tokenKey, given);
}

// What the worker, whose own address is another one, needs to listen.
export function eventSource(): { address: string; token: string } {
  return { address: new URL(`${root}events`, document.baseURI).href, token };
}

const request = (method: string, path: string, call?: Omit<Call, "token">): Promise<Response> =>
  send(method, root + path, { ...call, token });

async function json<T>(method: string, path: string, call?: Omit<Call, "token">): Promise<T> {
  return (await (await request(method, path, call)).json()) as T;
}

export const getModel = (): Promise<Model> => json("GET", "model");
export const getGraph = (): Promise<Graph> => json("GET", "graph");

export async function nextQuery(client: string): Promise<Query | null> {
  const response = await request("POST", "queries/next", { body: { client } });
  return response.status === 204 ? null : ((await response.json()) as Query);
}

export const answerItself = (on: boolean): Promise<Response> => request("POST", "demo", { body: { answers_itself: on } });

export type Deed =
  | { kind: "label" | "correct"; query: number; label: string }
  | { kind: "skip" | "withdraw"; query: number };

// The same key again: the server does it once.
export function perform(deed: Deed, key: string): Promise<Query> {
  const path = `queries/${deed.query}`;
  switch (deed.kind) {
    case "label":
      return json("POST", `${path}/label`, { key, body: { label: deed.label } });
    case "correct":
      return json("PUT", `${path}/label`, { key, body: { label: deed.label } });
    case "skip":
      return json("POST", `${path}/skip`, { key });
    case "withdraw":
      return json("DELETE", `${path}/label`, { key });
  }
}
