/** Numbers from 0 (inclusive) to 1 (exclusive) that depend on nothing but the given whole numbers. */
export function createRandom(...words: readonly number[]): () => number {
  let state = words.reduce((hash, word) => mix(hash ^ mix(word + 0x9e3779b9)), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}

/** The list in an order that the given numbers decide. */
export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** A whole number from `min` to `max`, both included. */
export function drawBetween(min: number, max: number, random: () => number): number {
  return min + Math.floor(random() * (max - min + 1));
}

function mix(word: number): number {
  let value = word | 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
