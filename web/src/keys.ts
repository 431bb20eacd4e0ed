export const commands = { newClass: "n", skip: "s", undo: "u", help: "?" } as const;

const taken: readonly string[] = Object.values(commands);
const classKeys = [..."123456789", ..."abcdefghijklmnopqrstuvwxyz"].filter((key) => !taken.includes(key));

export const keyOfClass = (index: number): string | undefined => classKeys[index];
export const classOfKey = (key: string): number => classKeys.indexOf(key);

// A held key, a shortcut of the browser, or typing in a field is no answer.
export function plainKey(event: KeyboardEvent): string | null {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  const target = event.target;
  if (target instanceof HTMLInputElement && target.type !== "checkbox") return null;
  if (target instanceof HTMLTextAreaElement) return null;
  if (document.querySelector("dialog[open]")) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}
