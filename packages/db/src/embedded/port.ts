import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const ATTEMPTS = 50;
/** Below the range that Linux hands out to outgoing connections, so that a remembered port stays free. */
const FIRST_PORT = 15_432;
const LAST_PORT = 25_431;

/** A TCP port on 127.0.0.1 that nothing listens on at this moment: `preferred` when it is free. */
export async function findFreePort(preferred: number | null): Promise<number> {
  if (preferred !== null && (await isFree(preferred))) return preferred;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free TCP port on 127.0.0.1 between ${FIRST_PORT} and ${LAST_PORT}`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
