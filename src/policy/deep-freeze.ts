/** Makes a compiled policy immutable. Pure but for the value it is given. */

/** Freezes objects and arrays all the way down, and takes the writing methods from maps and sets. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map || value instanceof Set) {
    for (const item of value.values()) deepFreeze(item);
    Object.defineProperties(value, REFUSALS);
  } else for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

const refuse = { value: () => refused() };
const REFUSALS = { set: refuse, add: refuse, delete: refuse, clear: refuse };

function refused(): never {
  throw new TypeError("a loaded policy never changes");
}
