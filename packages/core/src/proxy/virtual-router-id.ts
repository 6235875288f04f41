/** From here on: examples and hand-written configurations have 1, 10, 50 and above all 51. */
const first = 60;
const last = 255;

/** A VRRP group that none of these is; null where all are taken. */
export function findFreeVirtualRouterId(taken: readonly number[]): number | null {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  const inOrder = [...all.filter((id) => id >= first), ...all.filter((id) => id < first)];
  return inOrder.find((id) => !taken.includes(id)) ?? null;
}
