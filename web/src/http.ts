// Requests to the server, from the page and from its worker.

const patienceMs = 15_000;
const longestWaitMs = 300_000; // what the server may ask for with Retry-After

// The server answered, and it was no success.
export class Refusal extends Error {
  private readonly at = Date.now();

  constructor(
    readonly status: number,
    message: string,
    readonly waitMs: number, // how long the server asks to wait, 0 if it does not say
    private readonly explained: boolean, // by mpart itself, not by a proxy before it
  ) {
    super(message);
  }
  get wantsToken(): boolean {
    return this.status === 401;
  }
  get wantsPatience(): boolean {
    return this.status === 429;
  }
  get tooEarly(): boolean {
    return Date.now() < this.at + this.waitMs;
  }
  // Trying again later can help. 403 is about the host name or the origin, which somebody can mend.
  get passes(): boolean {
    return !this.explained || this.status >= 500 || [403, 408, 429].includes(this.status);
  }
}

export const wantsToken = (error: unknown): boolean => error instanceof Refusal && error.wantsToken;
export const waitOf = (error: unknown): number => (error instanceof Refusal ? error.waitMs : 0);

export interface Call {
  token: string;
  body?: unknown;
  key?: string; // a request that is repeated with its key has one effect
  signal?: AbortSignal;
}

export async function send(method: string, address: string, { token, body, key, signal }: Call): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  const init: RequestInit = { method, headers, cache: "no-store", signal: signal ?? AbortSignal.timeout(patienceMs) };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const response = await fetch(address, init);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const waitMs = Math.min(longestWaitMs, 1000 * Number(response.headers.get("Retry-After"))) || 0;
  try {
    const problem = (await response.json()) as { detail?: unknown };
    if (typeof problem.detail === "string") return new Refusal(response.status, problem.detail, waitMs, true);
  } catch {
    // not JSON: the status has to do
  }
  return new Refusal(response.status, `status ${response.status}`, waitMs, false);
}
