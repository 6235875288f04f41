import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { connectTcp } from "./connect-tcp";
import { monotonicMs } from "./monotonic";

it("takes an answer that came in time, also where this process stood still until after the limit", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const connecting = connectTcp({ address: "127.0.0.1", port }, 20);
  await new Promise((resolve) => setImmediate(resolve));
  const untilMs = monotonicMs() + 60;
  while (monotonicMs() < untilMs);
  (await connecting).destroy();
  server.close();
  await once(server, "close");
  await expect(connectTcp({ address: "127.0.0.1", port }, 1_000)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
  const given = AbortSignal.abort(new Error("ATTEMPT_TIMEOUT"));
  await expect(connectTcp({ address: "127.0.0.1", port }, 1_000, given)).rejects.toThrow("ATTEMPT_TIMEOUT");
});
