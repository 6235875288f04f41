import type { Incident, IncidentDetail, Prober, ProberOutage } from "@primacy/contract";
import { findLongestGap } from "@primacy/core/drill";
import { systemActor } from "@primacy/db";
import { isLongRun, joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let here: SharedCluster;
let address = "";
let begunAt = "";

beforeAll(async () => {
  here = await shareCluster();
  address = (await here.applyVip(here.clusterId)).address;
}, 300_000);
/** A client of the console beside those of the lab. */
beforeAll(async () => {
  await switchProber(true);
  // The minute in which it begins is not counted.
  await waitFor("the prober to write", async () => ((await readProber()).acked > 3 ? true : undefined), {
    timeoutMs: 180_000,
    intervalMs: 500,
  });
  await awaitNoObstacle();
  const [reads, writes] = [await findProber("read"), await findProber("write")];
  // One that reads through a secondary writes nothing.
  expect([await countRows(reads), await countRows(writes)]).toEqual(["0", "1"]);
});
beforeEach(async () => {
  await awaitCalm();
  begunAt = new Date().toISOString();
});
afterEach(() => here.lab.resetGroup());
/** Who is switched off takes the row along that it wrote. */
afterAll(async () => {
  const prober = await findProber("write");
  await switchProber(false);
  await waitFor(
    "the prober's row to go",
    async () => ((await countRows(prober)) === "0" ? true : undefined),
    {
      timeoutMs: 60_000,
      intervalMs: 500,
    },
  );
  await here.giveBack();
}, 300_000);

async function switchProber(isOn: boolean): Promise<void> {
  const { clusterId } = here;
  const writes = { ...{ address, port: 3306, name: address }, way: "write_vip", lane: "write" } as const;
  const db3 = await memberOf("db3");
  const reads = {
    ...{ address: db3.address, port: db3.port, name: "db3" },
    way: "direct",
    lane: "read",
  } as const;
  await here.opened.database.transact(systemActor("test"), async (unit) => {
    for (const one of [writes, reads]) await unit.probers.switch({ clusterId, ...one, isOn });
  });
}

async function memberOf(name: string) {
  const hostId = here.hostNamed(name).id;
  const { members } = await here.opened.database.clusters.get(here.clusterId);
  const member = members.find((one) => one.hostId === hostId);
  if (member === undefined) throw new Error(`${name} has no member`);
  return member;
}

/** A prober as it is told now. */
async function findProber(lane: "write" | "read"): Promise<Prober> {
  const found = (await here.opened.database.probers.list(here.clusterId)).find((one) => one.lane === lane);
  if (found === undefined) throw new Error(`no prober does ${lane}`);
  return found;
}

/** How many rows of a prober the server of db1 has. */
async function countRows({ id }: Prober): Promise<string> {
  const sql = `SELECT COUNT(*) FROM primacy.verify WHERE id = '${id}'`;
  return joinRows(await runRootSql(here.lab.host("db1"), sql));
}

/** What the prober of the VIP was told, and its outages. */
async function readProber(): Promise<{ readonly acked: number; readonly outages: readonly ProberOutage[] }> {
  const { availability, outages } = await findProber("write");
  return { acked: availability[0]?.acked ?? 0, outages };
}

/** What keeps it from writing, where something lasts. */
async function awaitNoObstacle(): Promise<void> {
  const read = async (): Promise<true | undefined> => {
    return (await findProber("write")).obstacle === null || undefined;
  };
  await waitFor("nothing in the prober's way", read, { timeoutMs: 60_000, intervalMs: 500 });
}

/**
 * Of a primary, not surely begun before; an address that leaves its host alone, where that gets no processor for long, is another
 * kind.
 */
async function listSince(since: string): Promise<readonly Incident[]> {
  const { items } = await here.opened.database.incidents.list(here.clusterId, { after: null, limit: 50 });
  return items.filter(
    ({ startedAt, startErrorMs, kind }) =>
      kind === "primary" && Date.parse(startedAt) + startErrorMs >= Date.parse(since),
  );
}

/** db1 is the primary, all is well, and what the lab did to get there has been told. */
async function awaitCalm(): Promise<void> {
  await here.awaitTopology(
    here.clusterId,
    "all well",
    ({ tone, hosts, primaryMemberId }) =>
      tone === "ok" &&
      hosts.find(({ name }) => name.startsWith("db1"))?.members[0]?.memberId === primaryMemberId,
    120_000,
  );
  await waitFor(
    "no incident to last",
    async () => ((await here.opened.database.incidents.findOpen(here.clusterId)) === null ? true : undefined),
    { timeoutMs: 120_000, intervalMs: 500 },
  );
}

function awaitEnded(): Promise<Incident> {
  return waitFor(
    "an incident to end",
    async () => (await listSince(begunAt)).find(({ endedAt }) => endedAt !== null),
    { timeoutMs: 180_000, intervalMs: 250 },
  );
}

/** What servers, kernels, the wire and the prober showed while db1 was lost is drawn as it was. */
function requireLanes(incident: IncidentDetail | null): void {
  if (incident?.timeline == null) throw new Error("nothing was seen");
  const { lanes, strips } = incident.timeline;
  const isDb1 = (name: string): boolean => name.startsWith("db1");
  const views = lanes.views.filter(({ viewer }) => !isDb1(viewer));
  expect(views).toHaveLength(2);
  for (const { spans } of views) {
    const states = spans.flatMap(({ members }) => members?.find(({ name }) => isDb1(name))?.state ?? "-");
    expect(states.join(" ")).toMatch(/ONLINE.*-$/);
  }
  const all = views.flatMap(({ spans }) => spans.flatMap(({ members }) => members ?? []));
  expect(all.some(({ name, state }) => isDb1(name) && state === "UNREACHABLE")).toBe(true);
  const writers = lanes.readOnly.filter(({ spans }) => spans.some(({ isReadOnly }) => isReadOnly === false));
  expect(writers).toHaveLength(2);
  const held = lanes.addresses.filter(({ spans }) => spans.some(({ isHeld }) => isHeld === true));
  expect(held.map(({ host }) => host)).toContain(incident.newPrimary?.name);
  expect(held).toHaveLength(2);
  const owners = lanes.arp.flatMap(({ spans }) => spans.flatMap((span) => span.owners ?? []));
  expect(owners).toEqual(expect.arrayContaining([incident.oldPrimary?.name, incident.newPrimary?.name]));
  const outcomesOf = (wanted: string) =>
    strips.flatMap(({ lane, spans }) => (lane === wanted ? spans.map(({ outcome }) => outcome) : []));
  expect(outcomesOf("write").join(" ")).toMatch(/^acked (refused|unknown).* acked$/);
  // A secondary is read from all the while.
  expect(outcomesOf("read")[0]).toBe("acked");
  if (isLongRun) expect(outcomesOf("read")).toEqual(["acked"]);
}

test("mysqld of the primary is killed by nobody of the console: the incident has its cause, the new primary, and the outage that a client met", async () => {
  // At 100 attempts a second, each with a connection of its own after a failure, a busy server refuses them on and on: the client would
  // then measure itself.
  const writer = await here.lab.client.writes({ address, intervalMs: 50 });
  await here.lab.fault.killMysql("db1", { restart: false });
  const incident = await awaitEnded();
  await writer.stop();
  const gap = findLongestGap(writer.attempts);
  expect(incident, JSON.stringify(incident.marks)).toMatchObject({
    kind: "primary",
    cause: "server_killed",
    isPartial: false,
  });
  expect(incident.oldPrimary?.name).toMatch(/^db1/);
  expect(incident.newPrimary?.name).toMatch(/^db[23]/);
  const phases = incident.marks.map(({ phase }) => phase);
  expect(phases).toEqual(expect.arrayContaining(["lost", "expelled", "elected", "writable", "vip_taken"]));
  const [vip] = incident.addresses;
  expect(vip?.address).toBe(address);
  const awayMs = vip?.away?.ms ?? Number.NaN;
  // The client's own pace, its connection, and the way of an announcement.
  const clientMs = 250;
  const slackMs = (vip?.away?.errorMs ?? 0) + clientMs;
  const [met] = incident.clients;
  const gapMs = gap?.gapMs ?? Number.NaN;
  const aside = `${JSON.stringify({ vip, met })} beside a gap of ${gapMs}`;
  // The console's own client tries each second; its error is what it did not try.
  expect(met, aside).toMatchObject({ address, port: 3306, isOpen: false });
  const metMs = met?.gapMs ?? Number.NaN;
  for (const ms of [gapMs, metMs]) expect(ms, aside).toBeGreaterThanOrEqual(awayMs - slackMs);
  // One that came through is enough: another may have been slow itself. On a busy machine both are.
  if (isLongRun)
    expect(Math.min(gapMs, metMs - (met?.errorMs ?? 0)), aside).toBeLessThanOrEqual(awayMs + slackMs);
  expect(incident.predicted).not.toBeNull();
  expect(incident.line.text).toMatch(
    /^db1\S* was lost \(killed or crashed\); db[23]\S* took the writes after/,
  );
  expect(await listSince(begunAt)).toHaveLength(1);

  expect(incident.sentence.text).toContain("Clients of the standing prober");
  requireLanes(await here.opened.database.incidents.find(incident.id));
  const outage = await waitFor(
    "its outage to be stored",
    async () => (await readProber()).outages.find(({ endedAt, failed }) => endedAt !== null && failed > 2),
    { timeoutMs: 60_000 },
  );
  // Where no attempt before is known to have come through, it begins with the first that failed, and one is made each second.
  const proberMs = 1_000;
  expect(Date.parse(outage.startedAt)).toBeLessThanOrEqual(
    Date.parse(incident.startedAt) + incident.startErrorMs + proberMs + clientMs,
  );
  expect(Date.parse(outage.endedAt ?? "")).toBeGreaterThanOrEqual(
    Date.parse(incident.startedAt) + awayMs - slackMs,
  );
}, 600_000);

if (isLongRun)
  test("a primary that somebody moves by hand is told as ordered outside the console, and one that the console moves is no incident", async () => {
    const db2 = await memberOf("db2");
    const moved = await here.perform("switchover", here.clusterId, { memberId: db2.id });
    expect(told(moved)).toMatchObject({ state: "succeeded" });
    expect(await listSince(begunAt)).toEqual([]);

    await waitFor(
      "the switchover to be long over",
      async () => (Date.now() - Date.parse(moved.finishedAt ?? "") > 4_000 ? true : undefined),
      { timeoutMs: 60_000, intervalMs: 250 },
    );
    const db3 = await memberOf("db3");
    await runRootSql(here.lab.host("db3"), `SELECT group_replication_set_as_primary('${db3.serverUuid}')`);
    const incident = await awaitEnded();
    expect(incident).toMatchObject({ kind: "primary", cause: "ordered_elsewhere" });
    expect(incident.oldPrimary?.name).toMatch(/^db2/);
    expect(incident.newPrimary?.name).toMatch(/^db3/);
  }, 600_000);
