import { randomId, readJson, writeJson } from "./stores";

const key = "mpart.client";

// Who answers here: one tab, also after a reload. A duplicated tab inherits the storage of the
// first one, so a tab asks whether its name is taken and then chooses another.
export async function clientId(): Promise<string> {
  let id = readJson<string>(sessionStorage, key) ?? randomId();
  if (typeof BroadcastChannel !== "undefined") {
    const channel = new BroadcastChannel(key);
    const taken = await new Promise<boolean>((resolve) => {
      channel.onmessage = (event) => {
        if (event.data === `taken ${id}`) resolve(true);
      };
      channel.postMessage(`mine? ${id}`);
      setTimeout(() => resolve(false), 60);
    });
    if (taken) id = randomId();
    channel.onmessage = (event) => {
      if (event.data === `mine? ${id}`) channel.postMessage(`taken ${id}`);
    };
  }
  writeJson(sessionStorage, key, id);
  return id;
}
