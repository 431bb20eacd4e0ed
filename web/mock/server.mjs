// Speaks docs/http-api.md with invented data, for development and tests. Not a model: a sample's class is the class of
// the nearest answered one.
//   node mock/server.mjs [--port 8099] [--stream]
// POST /mock sets its `switches`, and tells them and what was counted.

import { createServer, STATUS_CODES } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { invent } from "./samples.mjs";

const dist = new URL("../dist/", import.meta.url);
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const files = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/assets/page.js": ["assets/page.js", "text/javascript"],
  "/assets/worker.js": ["assets/worker.js", "text/javascript"],
  "/assets/page.css": ["assets/page.css", "text/css"],
  "/favicon.svg": ["favicon.svg", "image/svg+xml"],
};
const leaseMs = 60_000;
const near = 0.3;

class Fault extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export async function startMock({ port = 0, stream = false } = {}) {
  const queries = new Map();
  const leases = new Map(); // client -> {id, until}
  const nodes = []; // {at, wins}
  const edges = new Map(); // "a-b" -> weight
  const classes = [];
  const history = [];
  const outcomes = []; // was the prediction right, per answer
  const listeners = new Set();
  const remembered = new Map(); // idempotency key -> answer
  const counts = { deeds: 0, addresses: [], keys: [] };
  const switches = {
    refuse: false, // hang up
    stopping: false, // 503, and the streams end
    busy: 0, // 429: come back after that many seconds
    full: false, // the disk is
    token: "", // the one that is wanted, or several
    streams: "flow", // "none": 503; "held": by a proxy, nothing comes through
    loseAnswers: 0, // do what is asked and hang up, that many times
  };
  let samples = 0;
  let answersItself = false;
  let modelTimer = 0;

  const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const answered = () => [...queries.values()].filter((query) => query.state === "labelled");
  const open = () => [...queries.values()].filter((query) => query.state === "open");

  function probabilities(at) {
    const weights = {};
    let sum = 0;
    for (const { at: other, label } of answered()) {
      const d = distance(at, other);
      if (d > near) continue;
      const weight = Math.exp(-((d / 0.1) ** 2));
      weights[label] = (weights[label] ?? 0) + weight;
      sum += weight;
    }
    for (const name of Object.keys(weights)) weights[name] /= sum;
    return weights;
  }

  function predict(shares) {
    const [best] = Object.entries(shares).sort((a, b) => b[1] - a[1]);
    return { predicted: best?.[0] ?? null, probability: best?.[1] ?? null };
  }

  function view(query) {
    const { at, show, ...rest } = query;
    if (query.state !== "open") return rest;
    const shares = probabilities(at);
    return { ...rest, ...predict(shares), probabilities: shares, place: at, ...(show ? { show } : {}) };
  }

  function grow(at) {
    const order = nodes.map((node, i) => [distance(node.at, at), i]).sort((a, b) => a[0] - b[0]);
    let me = order[0]?.[1];
    if (me !== undefined && order[0][0] < 0.03) nodes[me].wins++;
    else me = nodes.push({ at, wins: 1 }) - 1;
    for (const [d, i] of order.slice(0, 3)) {
      if (i === me || d > 0.15) continue;
      const name = `${Math.min(i, me)}-${Math.max(i, me)}`;
      edges.set(name, (edges.get(name) ?? 0) + 1);
    }
  }

  function learn({ values, id, show }) {
    if (!Array.isArray(values)) throw new Fault(400, "a sample needs values");
    const at = [values[0] ?? 0, values[1] ?? values[0] ?? 0];
    grow(at);
    const time = samples++;
    const shares = probabilities(at);
    const { predicted, probability } = predict(shares);
    const known = predicted !== null;
    const epistemic = known ? Math.max(0.1, 1 - Object.keys(shares).length / 3) : 1;
    const aleatoric = known ? 1 - probability : 1;
    const query = {
      id: queries.size + 1, state: "open", ...(id === undefined ? {} : { sample: id }), time, asked: time,
      why: { text: "Few labels are near here, and the classes are mixed. The region is sparse.", epistemic, aleatoric, density: 1 + 7.3 * (time % 11), score: 0.31, threshold: time % 4 ? 0.2 : null },
      label: null, at, show,
    };
    queries.set(query.id, query);
    emit("query", { id: query.id });
    changed();
    return { time, known, predicted, probability, activated: true, queries: [query.id] };
  }

  function find(id) {
    const query = queries.get(id);
    if (!query) throw new Fault(404, `question ${id} was never asked`);
    return query;
  }

  function store() {
    if (switches.full) throw new Fault(507, "the disk is full");
  }

  function label(query, name) {
    if (typeof name !== "string" || !name) throw new Fault(400, "label is not a text");
    if (query.state === "skipped" || query.state === "expired") throw new Fault(409, `question ${query.id} is ${query.state}`);
    store();
    counts.deeds++;
    if (query.state === "open") outcomes.push(predict(probabilities(query.at)).predicted === name);
    query.state = "labelled";
    query.label = name;
    if (!classes.includes(name)) classes.push(name);
    return settled(query);
  }

  function settled(query) {
    for (const [client, lease] of leases) if (lease.id === query.id) leases.delete(client);
    history.push([samples, queries.size, answered().length, outcomes.slice(-100).filter(Boolean).length]);
    if (history.length > 200) history.shift();
    emit("answer", { id: query.id, state: query.state, label: query.label });
    changed();
    return view(query);
  }

  function next({ client, after }) {
    if (typeof client !== "string" || !client) throw new Fault(400, "client is missing");
    const now = Date.now();
    for (const [name, lease] of leases) if (lease.until < now) leases.delete(name);
    let own = leases.get(client);
    if (own && after === own.id) leases.delete(client), (own = undefined);
    if (!own) {
      const held = new Set([...leases.values()].map((lease) => lease.id));
      const free = open().filter((query) => !held.has(query.id) && query.id !== after);
      if (!free.length) return null;
      own = { id: free[0].id };
      leases.set(client, own);
    }
    own.until = now + leaseMs;
    return view(find(own.id));
  }

  // Newest first; a list has no pictures.
  function list(parameters) {
    const state = parameters.get("state");
    const before = Number(parameters.get("cursor") ?? Infinity);
    const limit = Number(parameters.get("limit") ?? 50);
    const found = [...queries.values()].reverse().filter((query) => query.id < before && (!state || query.state === state));
    const shown = found.slice(0, limit).map(view);
    for (const query of shown) {
      if (!query.show?.picture) continue;
      const { picture, ...show } = query.show;
      Object.assign(query, { show, has_picture: true });
    }
    return { queries: shown, open: open().length, next: found.length > limit ? String(shown.at(-1).id) : null };
  }

  function model() {
    const inState = (state) => [...queries.values()].filter((query) => query.state === state).length;
    const last = outcomes.slice(-100);
    return {
      samples, nodes: nodes.length, edges: edges.size, classes, learner: "mpart", strategy: "explorer",
      budget: { questions: 5, period: 20, left: Math.max(0, 5 - (samples % 20)), position: samples % 20 },
      queries: {
        asked: queries.size, open: inState("open"), labelled: inState("labelled"), skipped: inState("skipped"),
        withdrawn: inState("withdrawn"), expired: inState("expired"),
      },
      answers: { counted: last.length, right: last.filter(Boolean).length },
      demo: { answers_itself: answersItself }, version: "0.1.0",
    };
  }

  function graph() {
    return {
      classes,
      nodes: nodes.map(({ at, wins }) => [...at, wins, classes.indexOf(predict(probabilities(at)).predicted)]),
      edges: [...edges].map(([name, weight]) => [...name.split("-").map(Number), weight]),
    };
  }

  function emit(name, data) {
    for (const listener of listeners) listener.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  function changed() {
    modelTimer ||= setTimeout(() => {
      modelTimer = 0;
      emit("model", model());
    }, 250);
  }

  function route(method, path, parameters, body) {
    const [, id, verb] = /^\/queries\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    const query = id === undefined ? null : find(Number(id));
    switch (`${method} ${query ? `/queries/N${verb ? `/${verb}` : ""}` : path}`) {
      case "POST /samples": return Array.isArray(body) ? body.map(learn) : learn(body);
      case "POST /queries/next": return next(body);
      case "GET /queries": return list(parameters);
      case "GET /queries/N": return view(query);
      case "POST /queries/N/label":
      case "PUT /queries/N/label": return label(query, body.label);
      case "POST /queries/N/skip":
        store();
        query.state = "skipped";
        return settled(query);
      case "DELETE /queries/N/label":
        store();
        query.state = "withdrawn";
        query.label = null;
        return settled(query);
      case "GET /model": return { ...model(), history };
      case "GET /graph": return graph();
      case "GET /health": return { status: "UP" };
      case "POST /demo":
        answersItself = Boolean(body.answers_itself);
        changed();
        return { answers_itself: answersItself };
      case "POST /mock":
        Object.assign(switches, body);
        if (switches.refuse) for (const listener of listeners) listener.destroy();
        if (switches.stopping) for (const listener of listeners) listener.end();
        return { ...switches, ...counts, listeners: listeners.size };
      default: throw new Fault(404, "no such thing");
    }
  }

  function admit({ headers }) {
    if (switches.stopping) throw new Fault(503, "the server is stopping");
    if (switches.busy) throw new Fault(429, "too many requests", { "Retry-After": switches.busy });
    if (switches.token && ![switches.token].flat().some((token) => headers.authorization === `Bearer ${token}`)) {
      throw new Fault(401, "a token is needed", { "WWW-Authenticate": 'Bearer realm="mpart"' });
    }
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://mock");
    const path = pathname.replace(/^\/v1(?=\/)/, "");
    if (path !== "/mock") counts.addresses.push(request.url);
    if (switches.refuse && path !== "/mock") return request.socket.destroy();
    try {
      if (request.method === "GET" && files[path]) {
        const [name, type] = files[path];
        const content = await readFile(new URL(name, dist));
        return response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": policy }).end(content);
      }
      if (path !== "/mock") admit(request);
      if (request.method === "GET" && path === "/events") {
        if (switches.streams === "none") throw new Fault(503, "too many clients listen already");
        response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
        if (switches.streams === "held") return;
        response.write(": here\n\n");
        listeners.add(response);
        response.on("close", () => listeners.delete(response));
        return;
      }
      let text = "";
      for await (const chunk of request) text += chunk;
      const key = request.headers["idempotency-key"];
      const answer = remembered.get(key) ?? route(request.method, path, searchParams, text ? JSON.parse(text) : {});
      if (key) {
        remembered.set(key, answer);
        counts.keys.push(key);
      }
      if (key && switches.loseAnswers > 0) {
        switches.loseAnswers--;
        return request.socket.destroy();
      }
      if (answer === null) return response.writeHead(204).end();
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    } catch (error) {
      const status = error.status ?? 500;
      const problem = { type: "about:blank", title: STATUS_CODES[status].toLowerCase(), status, detail: error.message };
      response.writeHead(status, { "Content-Type": "application/problem+json", ...error.headers }).end(JSON.stringify(problem));
    }
  });

  // A past, so that the map and the counters have something to show.
  for (let i = 0; i < 120; ++i) {
    const { klass, ...sample } = invent(i);
    learn(sample);
    const query = find(i + 1);
    if (i % 3 === 0) label(query, klass);
    else (query.state = "expired"), settled(query);
  }

  const timers = [setInterval(() => listeners.forEach((listener) => listener.write(": still here\n\n")), 15_000)];
  timers.push(setInterval(() => answersItself && open()[0] && label(open()[0], invent(open()[0].time).klass), 1200));
  if (stream) timers.push(setInterval(() => open().length < 4 && learn(invent(samples)), 1500));

  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      timers.forEach(clearInterval);
      clearTimeout(modelTimer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--port");
  const mock = await startMock({
    port: at > 0 ? Number(process.argv[at + 1]) : 8099,
    stream: process.argv.includes("--stream"),
  });
  console.log(`mock server at ${mock.url}`);
}
