import { answerItself, getGraph, getModel, setToken } from "./api";
import { Classes } from "./classes";
import { clientId } from "./client";
import type { AnswerEvent, Model } from "./contract";
import { Counters } from "./counters";
import { Desk } from "./desk";
import { byId } from "./dom";
import { Events } from "./events";
import { wantsToken } from "./http";
import { classOfKey, commands, plainKey } from "./keys";
import { GraphMap } from "./map";
import { readJson, writeJson } from "./stores";

const lookMs = 2000;
const keysOff = "mpart.keys-off";

const classes = new Classes();
const map = new GraphMap(classes);
const counters = new Counters();
const desk = new Desk(await clientId(), classes, map);

function showModel(model: Model): void {
  if (classes.learn(model.classes)) desk.classesGrew();
  counters.show(model);
  byId("demo").hidden = !model.demo;
  if (model.demo) demoSwitch.checked = model.demo.answers_itself;
}

// The whole picture (graph and history) is fetched at most every two seconds, and not for a hidden tab.
let lookTimer = 0;
let lookedAt = -lookMs;
let missedLook = false;

function lookSoon(): void {
  missedLook = document.hidden;
  if (lookTimer || document.hidden) return;
  lookTimer = setTimeout(() => void look(), Math.max(0, lookedAt + lookMs - performance.now()));
}

async function look(): Promise<void> {
  try {
    const [model, graph] = await Promise.all([getModel(), getGraph()]);
    showModel(model);
    map.setGraph(graph);
  } catch (error) {
    if (wantsToken(error)) desk.tokenWanted();
    // otherwise the next change tries again
  } finally {
    lookedAt = performance.now();
    lookTimer = 0;
  }
}

const events = new Events({
  opened() {
    // The server's order of classes decides which key is whose, so it comes before the first question.
    void desk.connected(getModel().then(showModel, () => undefined));
    lookSoon();
  },
  event(name, data) {
    if (name === "query") desk.questionArrived();
    else if (name === "answer") desk.answeredSomewhere(data as AnswerEvent);
    else if (name === "model") {
      showModel(data as Model);
      lookSoon();
    }
  },
  questionsChanged: () => desk.renew(),
  lost: (error) => desk.disconnected(error),
  tokenWanted: () => desk.tokenWanted(),
});

const newLabel = byId<HTMLInputElement>("new-label");
byId("new-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!desk.answer(newLabel.value)) return;
  newLabel.value = "";
  byId("question").focus({ preventScroll: true });
});
newLabel.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  newLabel.value = "";
  byId("question").focus({ preventScroll: true });
});

const tokenInput = byId<HTMLInputElement>("token");
byId("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  setToken(tokenInput.value);
  tokenInput.value = "";
  desk.tokenGiven();
  events.open();
});

const demoSwitch = byId<HTMLInputElement>("demo-switch");
demoSwitch.addEventListener("change", () => {
  const wanted = demoSwitch.checked;
  answerItself(wanted).catch(() => {
    demoSwitch.checked = !wanted;
  });
});

const help = byId<HTMLDialogElement>("help");
const keysOn = byId<HTMLInputElement>("keys-on");
keysOn.checked = !readJson<boolean>(localStorage, keysOff);
keysOn.addEventListener("change", () => writeJson(localStorage, keysOff, !keysOn.checked));
byId("help-open").addEventListener("click", () => help.showModal());
byId("help-close").addEventListener("click", () => help.close());
help.addEventListener("click", (event) => {
  if (event.target === help) help.close(); // beside the box
});

byId("skip").addEventListener("click", () => desk.skip());
byId("undo").addEventListener("click", () => desk.undo());

document.addEventListener("keydown", (event) => {
  const key = plainKey(event);
  if (key === null || (!keysOn.checked && key !== commands.help)) return;
  if (key === commands.help) help.showModal();
  else if (key === commands.skip) desk.skip();
  else if (key === commands.undo) desk.undo();
  else if (key === commands.newClass) newLabel.focus();
  else if (classOfKey(key) >= 0) desk.answerByIndex(classOfKey(key));
  else return;
  event.preventDefault(); // `n` must not be typed into the field it opens
});

addEventListener("online", () => events.open());
addEventListener("offline", () => desk.disconnected());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  void desk.bring(); // timers of hidden tabs are late, so the question may no longer be ours
  if (missedLook) lookSoon();
});

events.open();
