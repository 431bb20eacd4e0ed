import { randomId, readJson, writeJson } from "./stores";

const key = "mpart.client";
const lockWaitMs = 1000; // a reloaded tab gets its name back at once; only a duplicated tab waits this long
const answerWaitMs = 250; // for the other tab to say that the name is taken

// Who answers here: one tab, also after a reload. A duplicated tab inherits the storage of the first one, so a tab
// finds out whether the name it inherited is taken, and then chooses another.
export async function clientId(): Promise<string> {
  const inherited = readJson<string>(sessionStorage, key);
  const claim = navigator.locks ? claimByLock : claimByAsking;
  let id = inherited;
  if (id === null || !(await claim(id))) {
    id = randomId();
    void claim(id);
  }
  writeJson(sessionStorage, key, id);
  return id;
}

// The browser holds the lock until the tab is gone. (Locks need https or localhost.)
function claimByLock(id: string): Promise<boolean> {
  const untilTabIsGone = new Promise<never>(() => undefined);
  return new Promise((resolve) => {
    navigator.locks
      .request(`${key}.${id}`, { signal: AbortSignal.timeout(lockWaitMs) }, () => {
        resolve(true);
        return untilTabIsGone;
      })
      .catch(() => resolve(false));
  });
}

async function claimByAsking(id: string): Promise<boolean> {
  if (typeof BroadcastChannel === "undefined") return true;
  const channel = new BroadcastChannel(key);
  const taken = await new Promise<boolean>((resolve) => {
    channel.onmessage = (event) => {
      if (event.data === `taken ${id}`) resolve(true);
    };
    channel.postMessage(`mine? ${id}`);
    setTimeout(() => resolve(false), answerWaitMs);
  });
  if (taken) channel.close();
  else
    channel.onmessage = (event) => {
      if (event.data === `mine? ${id}`) channel.postMessage(`taken ${id}`);
    };
  return !taken;
}
