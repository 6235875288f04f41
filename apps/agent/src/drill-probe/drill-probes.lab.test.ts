import { randomBytes, randomUUID } from "node:crypto";
import type { ProbeSample } from "@primacy/contract";
import { type ProbeOrder, type ProbeReport, probeRowId } from "@primacy/contract/agent";
import { accountStatements, accountUsers, schemaStatements } from "@primacy/core/cluster";
import type { LabHost } from "@primacy/lab";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { silentLog } from "../log/log";
import { useAgentLab } from "../testing/agent-lab";
import { agentProgram } from "../testing/agent-program";
import { waitFor } from "../testing/wait-for";
import { DrillProbes } from "./drill-probes";

const getLab = useAgentLab();
const account = { user: accountUsers.verify, password: randomBytes(12).toString("hex") } as const;
const limitMs = 60_000;
let probes: DrillProbes;

beforeAll(async () => {
  const statements = [...accountStatements("verify", account.password, ["%"]), ...schemaStatements(["%"])];
  const own = statements.filter(({ text }) => !text.includes(accountUsers.agent));
  await getLab().sql(await getLab().getPrimary(), own.map(({ text }) => text).join("; "));
});
beforeEach(() => {
  probes = new DrillProbes({ log: silentLog, command: () => agentProgram("probe") });
});
afterEach(() => probes.end());

const readAuthority = (host: LabHost): Promise<string> => host.readFile("/var/lib/mysql/ca.pem");
const readUuid = async (host: LabHost): Promise<string> =>
  (await getLab().sql(host, "SELECT @@server_uuid"))[0]?.[0] ?? "";

function orderOf(hosts: readonly LabHost[], authorities: readonly string[]): ProbeOrder {
  return {
    probeId: randomUUID(),
    clients: hosts.map(({ address }) => ({ endpoint: { address, port: 3306 }, run: randomUUID() })),
    readers: [],
    authorities: [...authorities],
    ...account,
    forMs: 600_000,
  };
}

const awaitSamples = (probeId: string, isThere: (samples: readonly ProbeSample[]) => boolean) =>
  waitFor("the clients to have met that", limitMs, async () =>
    isThere((await probes.read({ probeId, after: 0, stop: false })).samples),
  );
const end = (probeId: string): Promise<ProbeReport> => probes.read({ probeId, after: 0, stop: true });
const ofLane = <L extends ProbeSample["lane"]>(samples: readonly ProbeSample[], lane: L, endpoint = 0) =>
  samples
    .filter((one): one is Extract<ProbeSample, { lane: L }> => one.lane === lane)
    .filter((one) => one.endpoint === endpoint);
const isAcked = ({ error }: ProbeSample): boolean => error === null;
/** By the server; what the machine was too slow for is no refusal. */
const isRefused = ({ error }: ProbeSample): boolean => error?.startsWith("ER_") === true;

test("what is acknowledged is there under its number with the server that took it, and the client reads it back", async () => {
  const [primary, secondary] = [await getLab().getPrimary(), await getLab().getSecondary()];
  const authorities = await Promise.all(getLab().databases.map(readAuthority));
  const order = orderOf([primary, secondary], authorities);
  probes.start(order);
  await awaitSamples(
    order.probeId,
    (samples) =>
      ofLane(samples, "login").some(isAcked) &&
      ofLane(samples, "write").filter(isAcked).length > 20 &&
      (ofLane(samples, "read").filter(isAcked).at(-1)?.rows ?? 0) > 20 &&
      ofLane(samples, "write", 1).some(isRefused) &&
      ofLane(samples, "read", 1).some(isAcked),
  );
  const { samples } = await end(order.probeId);
  const [primaryUuid, secondaryUuid] = [await readUuid(primary), await readUuid(secondary)];
  const [run = "", other = ""] = order.clients.map((client) => client.run);
  const rows = await getLab().sql(
    primary,
    `SELECT id, server_uuid FROM primacy.verify WHERE id LIKE '${run.slice(0, 24)}%' ORDER BY id`,
  );
  const writes = ofLane(samples, "write").sort((one, next) => one.seq - next.seq);
  const acked = writes.filter(isAcked);
  expect(acked.length).toBeGreaterThan(20);
  expect(acked.every(({ serverUuid, isSent }) => serverUuid === primaryUuid && isSent)).toBe(true);
  expect(rows).toEqual(expect.arrayContaining(acked.map(({ seq }) => [probeRowId(run, seq), primaryUuid])));
  // What was sent and not waited for may be there too, and nothing else.
  const sent = writes.filter(({ isSent }) => isSent).map(({ seq }) => probeRowId(run, seq));
  expect(rows.filter(([id = ""]) => !sent.includes(id))).toEqual([]);
  const reads = ofLane(samples, "read").filter(isAcked);
  expect(reads.at(-1)?.rows).toBeGreaterThan(20);
  expect(
    reads.every(({ rows: seen, ackedRows, last, ackedLast }) => seen >= ackedRows && last >= ackedLast),
  ).toBe(true);
  expect(ofLane(samples, "login").filter(isAcked)[0]?.serverUuid).toBe(primaryUuid);
  // The secondary reads, and refuses writes: what was sent to it is nowhere.
  const refused = ofLane(samples, "write", 1)
    .filter(({ isSent }) => isSent)
    .filter(isRefused);
  expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(["ER_OPTION_PREVENTS_STATEMENT"]));
  expect(new Set(refused.map(({ serverUuid }) => serverUuid))).toEqual(new Set([secondaryUuid]));
  expect(ofLane(samples, "read", 1).filter(isAcked).at(-1)).toMatchObject({ rows: 0, last: -1 });
  const left = `SELECT COUNT(*) FROM primacy.verify WHERE id LIKE '${other.slice(0, 24)}%'`;
  expect(await getLab().sql(primary, left)).toEqual([["0"]]);
});

test("a way whose server takes over the writes has them acknowledged over the connections that it has, and none refused from then on", async () => {
  const [primary, secondary] = [await getLab().getPrimary(), await getLab().getSecondary()];
  const authorities = await Promise.all(getLab().databases.map(readAuthority));
  const order = orderOf([primary, secondary], authorities);
  probes.start(order);
  await awaitSamples(order.probeId, (samples) => ofLane(samples, "write").filter(isAcked).length > 20);
  await getLab().switchTo(secondary);
  await awaitSamples(order.probeId, (samples) => ofLane(samples, "write", 1).filter(isAcked).length > 50);
  const { samples } = await end(order.probeId);
  const writes = ofLane(samples, "write", 1);
  const firstAckMs = Math.min(...writes.filter(isAcked).map(({ endedMs }) => endedMs));
  // Of what began before that, a busy server may look at a later one first; what the machine was too slow for is no refusal.
  const refusals = writes.filter(
    ({ startedMs, error }) => startedMs > firstAckMs && error?.startsWith("ER_"),
  );
  expect(refusals).toEqual([]);
  expect(ofLane(samples, "write").some(({ error }) => error === "ER_OPTION_PREVENTS_STATEMENT")).toBe(true);
});

/** For how long, when a read began, the oldest write that it did not see had been acknowledged to the first client. */
function lagOf(samples: readonly ProbeSample[], read: Extract<ProbeSample, { lane: "read" }>): number {
  const missed = ofLane(samples, "write").filter(
    (one) => isAcked(one) && one.seq > read.last && one.endedMs <= read.startedMs,
  );
  return Math.max(0, ...missed.map(({ endedMs }) => read.startedMs - endedMs));
}

test("a client that only reads sees at a secondary what the first one has written, as late as it is applied there, and writes nothing", async () => {
  const [primary, secondary] = [await getLab().getPrimary(), await getLab().getSecondary()];
  const { sql } = getLab();
  const authorities = await Promise.all(getLab().databases.map(readAuthority));
  const endpoint = { address: secondary.address, port: 3306 };
  const order = { ...orderOf([primary], authorities), readers: [{ endpoint }] };
  probes.start(order);
  const ownReads = (samples: readonly ProbeSample[]) => ofLane(samples, "read", 1).filter(isAcked);
  await awaitSamples(order.probeId, (samples) => (ownReads(samples).at(-1)?.last ?? -1) > 20);
  // What is applied waits for whoever has the table locked; others may read.
  const hold = "LOCK TABLES primacy.verify READ; SELECT SLEEP(120)";
  const held = sql(secondary, hold, { timeoutMs: 120_000 }).catch(() => "killed");
  try {
    await awaitSamples(order.probeId, (samples) =>
      ownReads(samples).some((one) => lagOf(samples, one) > 1_500),
    );
  } finally {
    const sleeping =
      "SELECT id FROM performance_schema.processlist WHERE info LIKE '%SLEEP(120)%' AND id <> CONNECTION_ID()";
    for (const [id] of await sql(secondary, sleeping)) await sql(secondary, `KILL ${id}`);
  }
  expect(await held).toBe("killed");
  await awaitSamples(order.probeId, (samples) => {
    const last = ownReads(samples).at(-1);
    return last !== undefined && last.last > 100 && lagOf(samples, last) < 100;
  });
  const { samples } = await end(order.probeId);
  const uuid = await readUuid(secondary);
  const reads = ownReads(samples);
  expect(Math.max(...reads.map((one) => lagOf(samples, one)))).toBeGreaterThan(1_500);
  expect(new Set(reads.map(({ serverUuid }) => serverUuid))).toEqual(new Set([uuid]));
  expect(reads.at(-1)?.ackedLast).toBeGreaterThan(100);
  const logins = ofLane(samples, "login", 1).filter(isAcked);
  expect(new Set(logins.map(({ serverUuid }) => serverUuid))).toEqual(new Set([uuid]));
  expect(ofLane(samples, "write", 1)).toEqual([]);
  expect(ofLane(samples, "write").some(isAcked)).toBe(true);
});

test("a server that shows no certificate of the authorities is told no account at all", async () => {
  const [primary, secondary] = [await getLab().getPrimary(), await getLab().getSecondary()];
  const { sql } = getLab();
  await sql(
    primary,
    "SET GLOBAL log_output = 'TABLE'; SET GLOBAL general_log = ON; TRUNCATE mysql.general_log",
  );
  try {
    const order = orderOf([primary], [await readAuthority(secondary)]);
    probes.start(order);
    await awaitSamples(order.probeId, (samples) => samples.length > 100);
    const { samples } = await end(order.probeId);
    expect(samples.filter(isAcked)).toEqual([]);
    expect(new Set(samples.map(({ error }) => error))).toContain("UNTRUSTED_CERTIFICATE");
    expect(ofLane(samples, "write").some(({ isSent }) => isSent)).toBe(false);
    const asked = `SELECT COUNT(*) FROM mysql.general_log WHERE command_type = 'Connect' AND argument LIKE '${account.user}@%'`;
    expect(await sql(primary, asked)).toEqual([["0"]]);
    const known = orderOf([primary], [await readAuthority(primary)]);
    probes.start(known);
    await awaitSamples(known.probeId, (some) => some.some(isAcked));
    expect((await sql(primary, asked))[0]).not.toEqual(["0"]);
  } finally {
    await sql(
      primary,
      "SET GLOBAL general_log = OFF; SET GLOBAL log_output = DEFAULT; TRUNCATE mysql.general_log",
    );
  }
});
