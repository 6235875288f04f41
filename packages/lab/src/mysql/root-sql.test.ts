import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runRootSql } from "./root-sql";

let folder: string;
let server: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "primacy-root-sql-"));
});
afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  await rm(folder, { recursive: true });
});

const host = { name: "db1", findOnMachine: async () => path.join(folder, "sock") } as const;

it("asks again where the server closes what is still signing in", async () => {
  const stopping = new AbortController();
  let asked = 0;
  server = createServer((socket) => {
    asked += 1;
    if (asked < 4) socket.destroy();
    else stopping.abort();
  });
  await new Promise((resolve) => server?.listen(path.join(folder, "sock"), () => resolve(undefined)));
  const told = runRootSql(host, "SELECT 1", { signal: stopping.signal });
  await expect(told).rejects.toMatchObject({ code: "aborted" });
  expect(asked).toBe(4);
});

it("does not ask again where nothing listens", async () => {
  await expect(runRootSql(host, "SELECT 1")).rejects.toMatchObject({
    code: "command_failed",
    message: expect.stringMatching(/ENOENT/),
  });
});
