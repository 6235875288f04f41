import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { connectToAll } from "./connect-to";

test("a port that listens is reached, and one that does not says why", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const [reached] = await connectToAll([{ address: "127.0.0.1", port }]);
  expect(reached).toMatchObject({ address: "127.0.0.1", port, isReached: true, error: null });
  server.close();
  await once(server, "close");
  const [refused] = await connectToAll([{ address: "127.0.0.1", port }]);
  expect(refused).toMatchObject({ isReached: false, error: "ECONNREFUSED" });
});
