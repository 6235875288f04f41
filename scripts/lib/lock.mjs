import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./run.mjs";
import { say } from "./say.mjs";

const askEveryMs = 200;

/**
 * Runs `act` while nobody else who uses this runs theirs for the same `place`; says once that it waits. The lock is an
 * abstract socket name, which the kernel frees with the process that holds it, however that ends.
 */
export async function withLock(act, place = root) {
  const name = createHash("sha256").update(`build\0${place}`).digest("hex").slice(0, 32);
  let server = await take(name);
  if (server === null) say("waiting: another start is installing or building here");
  while (server === null) {
    await delay(askEveryMs);
    server = await take(name);
  }
  try {
    return await act();
  } finally {
    server.close();
    await once(server, "close");
  }
}

async function take(name) {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(`\0primacy-${name}`);
    await once(server, "listening");
    return server;
  } catch (error) {
    if (error.code === "EADDRINUSE") return null;
    throw error;
  }
}
