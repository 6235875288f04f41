import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { findConsoleAddress } from "./console-address";

const servers: net.Server[] = [];
const { signal } = new AbortController();
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Tells from which address it was called. */
async function listen(host: string): Promise<{ readonly port: number; readonly called: Promise<string> }> {
  const server = net.createServer();
  servers.push(server);
  const called = new Promise<string>((resolve) =>
    server.once("connection", (socket) => {
      resolve(socket.remoteAddress ?? "");
      socket.destroy();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("no port");
  return { port: place.port, called };
}

test("the console's own address is the one that the agent sees", async () => {
  const { port, called } = await listen("127.0.0.1");
  const found = await findConsoleAddress({ address: "127.0.0.1", port }, signal);
  expect(found).toBe(await called);
});

test("it is not known where nobody listens", async () => {
  const { port } = await listen("127.0.0.1");
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  expect(await findConsoleAddress({ address: "127.0.0.1", port }, signal)).toBeNull();
});

test("a question that is not wanted any more is thrown", async () => {
  const asked = new AbortController();
  const { port } = await listen("127.0.0.1");
  const found = findConsoleAddress({ address: "127.0.0.1", port }, asked.signal);
  asked.abort(new Error("stopped"));
  await expect(found).rejects.toThrow("stopped");
});
