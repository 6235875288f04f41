import { once } from "node:events";
import { createServer as createTcpServer } from "node:net";
import { createServer } from "mysql2";
import { expect, it } from "vitest";
import { ProbeFailure } from "./failure";
import { monotonicMs } from "./monotonic";
import { sourceCommand } from "./testing";
import { WriteRun } from "./write-run";
import type { WriterConfig } from "./writer-config";

const config = (port: number): WriterConfig => ({
  run: "0f8f4e9e-5d53-4d5c-9a0e-8f1d6b1f3a11",
  table: "drill.rows_of_it",
  addresses: ["127.0.0.1"],
  port,
  user: "prober",
  password: "secret",
  tls: false,
  intervalMs: 20,
  slots: 4,
  connectTimeoutMs: 2_000,
  attemptTimeoutMs: 5_000,
});

async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * A server that greets anybody and answers as MySQL does, and keeps what it was asked. The first `silent` connections get no
 * answer once they are signed in.
 */
function startServer(port: number, silent = 0): { readonly asked: string[]; close(): Promise<void> } {
  const asked: string[] = [];
  let connections = 0;
  const server = createServer((connection) => {
    connection.on("error", () => undefined);
    connections += 1;
    const isSilent = connections <= silent;
    // Packets are counted from 0 for each command, which the library leaves to its user.
    const expectCommand = (): boolean => Reflect.set(connection, "sequenceId", 0);
    connection.on("query", (sql: string) => {
      asked.push(sql);
      if (isSilent) return;
      if (sql.includes("@@server_uuid AS uuid"))
        connection.writeTextResult([{ uuid: "server-a" }], [textColumn("uuid")]);
      else connection.writeOk({ affectedRows: 1 });
      expectCommand();
    });
    connection.serverHandshake({
      ...{ protocolVersion: 10, serverVersion: "9.7.0", connectionId: 1, statusFlags: 2 },
      ...{ characterSet: 8, capabilityFlags: 0xff_f7_ff },
      authCallback: (_given: unknown, answer: (failure: null) => void) => {
        answer(null);
        expectCommand();
      },
    });
  });
  server.listen(port);
  return { asked, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

const textColumn = (name: string) => ({
  ...{ catalog: "def", schema: "", table: "", orgTable: "", name, orgName: name },
  ...{ characterSet: 33, columnLength: 36, columnType: 253, flags: 0, decimals: 0 },
});

it("writes numbered rows to the table of its configuration, and tells when each began, ended and was acknowledged", async () => {
  const port = await findFreePort();
  const server = startServer(port);
  const startedMs = monotonicMs();
  const run = new WriteRun(sourceCommand(), config(port));
  const first = await run.waitForAck(startedMs, { timeoutMs: 60_000 });
  expect(first).toMatchObject({ acked: true, isSent: true, error: null, serverUuid: "server-a", gtid: null });
  expect(first.startedMonotonicMs).toBeGreaterThanOrEqual(first.dueMonotonicMs);
  expect(first.endedMonotonicMs).toBeGreaterThan(first.startedMonotonicMs);
  const attempts = await run.stop();
  await server.close();
  expect(new Set(attempts.map(({ seq }) => seq)).size).toBe(attempts.length);
  expect(server.asked).toContain(
    `INSERT INTO drill.rows_of_it (run, seq, server_uuid) VALUES ('${run.run}', ${first.seq}, @@server_uuid)`,
  );
});

it("begins although nobody answers on its first connections once they are signed in", async () => {
  const port = await findFreePort();
  const server = startServer(port, 4);
  const run = new WriteRun(sourceCommand(), { ...config(port), attemptTimeoutMs: 500 });
  expect(await run.waitForAck(0, { timeoutMs: 60_000 })).toMatchObject({ acked: true });
  await run.stop();
  await server.close();
});

it("tells of a refused connection that nothing was sent, and throws its own error with it where it waits in vain", async () => {
  // A busy machine takes its time to hear of a refusal: no limit comes before it.
  const patient = { connectTimeoutMs: 60_000, attemptTimeoutMs: 60_000 };
  const run = new WriteRun(sourceCommand(), { ...config(await findFreePort()), ...patient });
  const refused = (): number => run.attempts.filter(({ error }) => error === "ECONNREFUSED").length;
  await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(2);
  const cause: unknown = await run.waitForAck(0, { timeoutMs: 50 }).catch((thrown: unknown) => thrown);
  expect(cause).toBeInstanceOf(ProbeFailure);
  expect(cause).toMatchObject({
    code: "not_observed",
    message: expect.stringContaining("its last error: ECONNREFUSED"),
  });
  const aborted = run.waitForAck(0, { timeoutMs: 60_000, signal: AbortSignal.abort() });
  await expect(aborted).rejects.toMatchObject({ code: "aborted" });
  const attempts = await run.stop();
  expect(attempts.filter(({ acked, isSent }) => acked || isSent)).toEqual([]);
  // A busy machine has some due while all its places wait for a refusal.
  const begun = attempts.filter(({ error }) => error !== "NO_FREE_SLOT");
  expect(new Set(begun.map(({ error }) => error))).toEqual(new Set(["ECONNREFUSED"]));
  expect(run.listCut()).toHaveLength(begun.length);
  await expect(run.waitForAck(0, { timeoutMs: 60_000 })).rejects.toMatchObject({ code: "not_observed" });
});
