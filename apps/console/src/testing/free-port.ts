import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** A port that nobody listens on, below the range of outgoing connections, so that it stays free between two starts. */
export async function findFreePort(taken: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = randomInt(26_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree && !taken.includes(port)) return port;
  }
}
