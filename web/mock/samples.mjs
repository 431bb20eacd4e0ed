// Invented samples: five heaps on the plane, each with a picture, a text, a link, or nothing to show.

export const markup = "<img src=x onerror=alert(1)>";

const heaps = [
  { klass: "leaf", at: [0.22, 0.3], colour: "#4c8b4a", path: "M50 8C85 30 85 70 50 94 15 70 15 30 50 8Z M50 20V90" },
  { klass: "stone", at: [0.72, 0.25], colour: "#7a7f87", path: "M18 62 30 30 62 22 86 48 76 78 36 84Z" },
  { klass: "shell", at: [0.5, 0.62], colour: "#c98b5b", path: "M50 90C10 70 12 22 50 12 88 22 90 70 50 90Z M50 88 30 24 M50 88V14 M50 88 70 24" },
  { klass: "feather", at: [0.2, 0.8], colour: "#5b78a8", path: "M14 90C20 40 50 14 88 10 84 50 60 78 14 90Z M14 90 70 28" },
  { klass: markup, at: [0.82, 0.78], colour: "#a0527d", path: "M30 30 10 50 30 70 M70 30 90 50 70 70 M58 20 42 80" },
];

// The same number always gives the same sample.
function noise(seed) {
  let state = (seed + 1) * 2654435761;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) ^ Math.imul(state ^ (state >>> 13), 3266489917);
    return ((state >>> 0) % 100000) / 100000;
  };
}

function picture({ colour, path }, random) {
  const angle = Math.round(random() * 70 - 35);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="400" height="400">` +
    `<rect width="100" height="100" fill="#f3efe6"/><g transform="rotate(${angle} 50 50) translate(10 10) scale(.8)">` +
    `<path d="${path}" fill="${colour}" fill-opacity=".85" stroke="#2d2a26" stroke-width="2" stroke-linejoin="round"/></g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

export function invent(i) {
  const random = noise(i);
  const heap = heaps[Math.floor(random() * heaps.length)];
  const spread = () => (random() + random() + random() - 1.5) * 0.22;
  const values = heap.at.map((x) => Math.min(1, Math.max(0, x + spread())));
  const show = [
    { picture: picture(heap, random) },
    { picture: picture(heap, random) },
    { text: "Found on the beach after the storm: thin, curved, a little broken at one end, lighter than it looks." },
    { picture: picture(heap, random), link: "https://example.org/finds/" + i },
    undefined,
  ][i % 5];
  return { klass: heap.klass, values, id: `find-${i}`, show };
}
