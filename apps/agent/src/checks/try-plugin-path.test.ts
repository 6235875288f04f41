import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { tryPluginPath } from "./try-plugin-path";

const host = "127.0.0.1";
const account = { user: "repl", password: "secret" };

async function listen(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((socket) => socket.destroy()).listen(0, host);
  await once(server, "listening");
  const bound = server.address();
  return { server, port: typeof bound === "object" && bound !== null ? bound.port : 0 };
}

test("a port in use is found, and one that answers is told from one that does not", async () => {
  const { server, port } = await listen();
  const ask = { port, peers: [{ host, port }], account: null, viewStamp: null };
  expect(await tryPluginPath(ask)).toEqual({ isListening: true, tries: [{ host, port, kind: "reached" }] });
  server.close();
  await once(server, "close");
  expect(await tryPluginPath(ask)).toMatchObject({
    isListening: false,
    tries: [{ kind: "failed", at: "connection", errorCode: "ECONNREFUSED" }],
  });
});

test("a sign-in that fails says at what and why, and nothing of the password", async () => {
  const { server, port } = await listen();
  const peers = [
    { host, port },
    { host: "no-such-member.invalid", port },
  ];
  const { isListening, tries } = await tryPluginPath({ port: null, peers, account, viewStamp: "1" });
  server.close();
  expect(isListening).toBeNull();
  expect(tries.map(({ kind }) => kind)).toEqual(["failed", "failed"]);
  expect(tries[1]).toMatchObject({ host: "no-such-member.invalid", at: "sign_in" });
  expect(tries[1]).toMatchObject({ errorCode: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/) });
  expect(JSON.stringify(tries)).not.toContain(account.password);
});
