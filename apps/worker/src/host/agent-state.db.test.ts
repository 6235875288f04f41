import { createServer } from "node:net";
import { type Host, isRefusal } from "@primacy/contract";
import { type AgentFacts, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { settleAgentState } from "./agent-state";

const actor = systemActor("test");
let opened: TestDatabase;
let worker: ReturnType<typeof createTestWorker>;
let closedPort = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  worker = createTestWorker(opened.database);
  await worker.consoleCertificates.load();
  closedPort = await findClosedPort();
});
afterAll(() => opened?.close());

/** A port of this machine on which nobody listens. */
function findClosedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });
}

let count = 0;

/** A host that nobody reaches, neither by SSH nor at its agent. */
async function addLostHost(agent: AgentFacts): Promise<Host> {
  count += 1;
  return opened.database.transact(actor, async (unit) => {
    const created = await unit.hosts.createMany([
      {
        name: `lost${count}`,
        address: `127.0.0.${count + 1}`,
        sshPort: closedPort,
        sshUser: "root",
        credential: { kind: "password", password: "a secret of the host" },
        agentPort: closedPort,
      },
    ]);
    const [host] = isRefusal(created) ? [] : created;
    if (host === undefined) throw new Error("no host was created");
    await unit.hosts.pinHostKey(host.id, {
      algorithm: "ssh-ed25519",
      fingerprint: `SHA256:${"A".repeat(43)}`,
    });
    await unit.agents.setState(host.id, "installing", agent);
    return host;
  });
}

test.each<[string, AgentFacts, boolean, boolean?]>([
  ["an installation that was not taken back", {}, false],
  ["an installation that was taken back, from a host that cannot be asked what is left", {}, true],
  ["an upgrade that was not taken back", { version: "1.0.0" }, false],
  ["an upgrade that was taken back", { version: "1.0.0" }, true],
  ["an installation that was taken back after its agent had answered", { version: "1.0.0" }, true, true],
])("%s leaves a silent agent, which can be removed", async (_what, agent, isUndone, isNew = false) => {
  const host = await addLostHost(agent);
  await settleAgentState(worker, host.id, {
    patienceMs: 0,
    isUndone,
    isNew,
    signal: AbortSignal.timeout(60_000),
  });
  expect(await opened.database.hosts.get(host.id)).toMatchObject({ agentState: "silent" });
});

test("a host without an agent stays one", async () => {
  const host = await addLostHost({});
  await opened.database.transact(actor, (unit) => unit.agents.remove(host.id));
  await settleAgentState(worker, host.id, {
    patienceMs: 0,
    isUndone: false,
    isNew: false,
    signal: AbortSignal.timeout(60_000),
  });
  expect(await opened.database.hosts.get(host.id)).toMatchObject({ agentState: "none" });
});
