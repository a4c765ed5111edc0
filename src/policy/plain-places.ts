/** Finds the line and column of any path of a plainly read document; the counterpart of `yaml-locate.ts`. Pure. */
import type { LineCounter } from "yaml";
import type { Spot } from "./plain-cursor.ts";
import { type Locate, type Path, positionAt } from "./yaml-locate.ts";

interface Place {
  readonly spot: Spot | null;
  readonly key: number;
  readonly value: number;
}

export function plainLocator(root: Spot, lines: () => LineCounter): Locate {
  return (path, where = "value") => {
    const place = find(root, path);
    return positionAt(where === "key" ? place.key : place.value, lines());
  };
}

function find(root: Spot, path: Path): Place {
  let place: Place = { spot: root, key: 0, value: offsetOf(root) };
  for (const step of path) {
    const next = child(place.spot, step);
    if (next === null) return { spot: null, key: place.key, value: place.key };
    place = next;
  }
  return place;
}

function child(spot: Spot | null, step: PropertyKey): Place | null {
  if (spot === null || typeof spot === "number") return null;
  if ("items" in spot) {
    const item = spot.items[Number(step)];
    return item === undefined ? null : { spot: item, key: offsetOf(item), value: offsetOf(item) };
  }
  const entry = spot.entries.get(String(step));
  return entry === undefined ? null : { spot: entry.value, key: entry.key, value: offsetOf(entry.value) };
}

const offsetOf = (spot: Spot): number => (typeof spot === "number" ? spot : spot.at);
