import type { Query, ShownValue } from "./contract";
import { count, make } from "./dom";

const smallPicture = 96; // below this, seeing the pixels is better than a blur

export function sampleName(query: Query): string {
  return query.sample ?? `sample ${count(query.time)}`;
}

export function showSample(box: HTMLElement, query: Query): void {
  const { picture, text, link, values } = query.show ?? {};
  const parts: HTMLElement[] = [];
  if (picture?.startsWith("data:image/")) parts.push(pictureOf(picture, sampleName(query)));
  if (text) parts.push(make("p", "sample-text", text));
  if (link) parts.push(linkTo(link));
  if (values?.length) parts.push(tableOf(values));
  if (!parts.length) parts.push(placeOf(query));
  box.replaceChildren(...parts);
  for (const part of parts) {
    if (part.scrollHeight > part.clientHeight && part.matches(".sample-text, .sample-values")) part.tabIndex = 0; // arrow keys scroll it
  }
}

function pictureOf(source: string, name: string): HTMLElement {
  const image = make("img", "picture");
  image.alt = `Picture of ${name}`;
  image.onload = () => {
    if (Math.max(image.naturalWidth, image.naturalHeight) <= smallPicture) image.classList.add("pixels");
  };
  image.onerror = () => image.replaceWith(make("p", "note", "The picture cannot be shown."));
  image.src = source;
  return image;
}

function tableOf(values: ShownValue[]): HTMLElement {
  const rows = values.map(({ name, value }) => {
    const title = make("th", "", name);
    title.scope = "row";
    return make("tr", "", title, value === null ? make("td", "note", "missing") : make("td", "", value));
  });
  const table = make("table", "", make("caption", "hidden", "The values of this sample"), make("tbody", "", ...rows));
  return make("div", "sample-values", table);
}

function linkTo(address: string): HTMLElement {
  let url: URL | null = null;
  try {
    url = new URL(address);
  } catch {
    // told below
  }
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    return make("p", "note", `A link that cannot be opened: ${address}`);
  }
  const anchor = make("a", "sample-link", address);
  anchor.href = url.href;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer";
  return make("p", "", anchor, make("span", "hidden", " (opens in a new tab)"));
}

function placeOf(query: Query): HTMLElement {
  const where = query.place ? `on the map at ${query.place.map((x) => x.toFixed(2)).join(", ")}` : "";
  return make(
    "div",
    "sample-bare",
    make("p", "sample-id", sampleName(query)),
    make("p", "note", `sample ${count(query.time)} of the stream${where ? `, ${where}` : ""}`),
  );
}
