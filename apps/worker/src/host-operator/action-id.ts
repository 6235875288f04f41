import { createHash } from "node:crypto";

/**
 * The id of what something (a benchmark, a proxy) has done on a host, always the same for the same thing: an order that is sent
 * again after a worker died tells what came of the first.
 */
export function actionIdOf(ownerId: string, what: string): string {
  const hex = createHash("sha256").update(`${ownerId} ${what}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
