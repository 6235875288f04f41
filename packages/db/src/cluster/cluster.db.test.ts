import { randomUUID } from "node:crypto";
import {
  isRefusal,
  type ReadVipRulesChange,
  toRulesChange,
  type Vip,
  type VipRequest,
} from "@primacy/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster, createHost, must } from "../testing/samples";
import type { MemberDraft } from "./cluster-repository";

const system = systemActor("test");
let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

let lastAddress = 0;
function vipRequest(): VipRequest {
  lastAddress += 1;
  return {
    provider: "agent",
    kind: "write",
    address: `10.77.0.${lastAddress}`,
    prefixLength: 24,
    port: 3306,
    nics: {},
    onRelease: "cut",
  };
}

function readRequest(reads?: VipRequest["reads"]): VipRequest {
  return { ...vipRequest(), kind: "read", ...(reads === undefined ? {} : { reads }) };
}

const createVip = (clusterId: string, request = vipRequest()) =>
  database.transact(system, (unit) => unit.vips.create(clusterId, request));
const getEpoch = async (id: string): Promise<number> => (await database.clusters.get(id)).epoch;

describe("registering", () => {
  test("keeps members in a stable order and matches them to hosts", async () => {
    const hosts = [await createHost(database), await createHost(database)];
    const cluster = await createCluster(database, hosts);
    expect(cluster.members.map((member) => member.hostName)).toEqual(hosts.map((host) => host.name));
    expect(cluster).toMatchObject({ epoch: 1, revision: 1, lastObserved: null });
    await expect(database.hosts.get(hosts[0]?.id ?? "")).resolves.toMatchObject({ clusterId: cluster.id });
    await expect(database.hosts.listByCluster(cluster.id)).resolves.toHaveLength(2);
  });

  test("names every reason at once when name, group and servers are known", async () => {
    const cluster = await createCluster(database, [await createHost(database)]);
    const { name, groupName, kind, members } = cluster;
    const outcome = await database.transact(system, (unit) =>
      unit.clusters.create({ name: name.toUpperCase(), groupName: groupName.toUpperCase(), kind, members }),
    );
    expect(isRefusal(outcome) && outcome.errors.map((one) => one.path)).toEqual([
      "/name",
      "/groupName",
      "/members",
    ]);
  });

  test("allows no drills until somebody says so, of which no agent is told", async () => {
    const cluster = await createCluster(database);
    expect(cluster).toMatchObject({ allowsDrills: false, drillObjectiveMs: 30_000 });
    const allow = (allowsDrills: boolean) =>
      database.transact(system, (unit) => unit.clusters.change(cluster.id, null, { allowsDrills }));
    expect(await allow(true)).toMatchObject({
      allowsDrills: true,
      isProduction: false,
      epoch: cluster.epoch,
    });
    expect(await allow(false)).toMatchObject({ allowsDrills: false, revision: 3 });
  });

  test("is no production until somebody says so, of which no agent is told", async () => {
    const cluster = await createCluster(database);
    expect(cluster.isProduction).toBe(false);
    const mark = (isProduction: boolean) =>
      database.transact(system, (unit) => unit.clusters.change(cluster.id, null, { isProduction }));
    expect(await mark(true)).toMatchObject({ isProduction: true, revision: 2, epoch: cluster.epoch });
    expect(await mark(false)).toMatchObject({ isProduction: false, revision: 3, name: cluster.name });
  });

  test("a new discovery keeps the ids of known servers, adds new ones and drops the gone", async () => {
    const hosts = [await createHost(database), await createHost(database)];
    const cluster = await createCluster(database, hosts);
    const [kept, gone] = cluster.members;
    if (!kept) throw new Error("the cluster has no member");
    const added = {
      serverUuid: randomUUID(),
      address: "db9",
      port: 3306,
      hostId: null,
      facts: { version: "8.4.6" },
    };
    const changed = must(
      await database.transact(system, (unit) =>
        unit.clusters.setMembers(cluster.id, [{ ...kept, port: 3307 }, added]),
      ),
    );
    expect(changed.members).toMatchObject([
      { id: kept.id, port: 3307 },
      { serverUuid: added.serverUuid, hostId: null, facts: { version: "8.4.6" } },
    ]);
    expect(changed.members.map((member) => member.id)).not.toContain(gone?.id);
    expect(changed.epoch).toBe(cluster.epoch + 1);
  });

  test("exchange their hosts, and no host carries two", async () => {
    const hosts = [await createHost(database), await createHost(database)];
    const cluster = await createCluster(database, hosts);
    const [one, other] = cluster.members;
    if (one === undefined || other === undefined) throw new Error("the cluster has two members");
    const carried = (first: number, second: number) =>
      database.transact(system, (unit) =>
        unit.clusters.setMembers(cluster.id, [
          { ...one, hostId: hosts[first]?.id ?? null },
          { ...other, hostId: hosts[second]?.id ?? null },
        ]),
      );
    must(await carried(0, 1));
    const exchanged = must(await carried(1, 0));
    expect(exchanged.members.map((member) => member.hostId)).toEqual([hosts[1]?.id, hosts[0]?.id]);
    await expect(carried(0, 0)).resolves.toMatchObject({ kind: "refusal", code: "already_exists" });
    expect((await database.clusters.get(cluster.id)).members.map((member) => member.hostId)).toEqual([
      hosts[1]?.id,
      hosts[0]?.id,
    ]);
  });
});

describe("what was learnt of members", () => {
  const record = (id: string, learnt: readonly MemberDraft[]) =>
    database.transact(system, (unit) => unit.clusters.recordFacts(id, learnt));

  test("is added to what is known of them, and raises the epoch only where it is new", async () => {
    const cluster = await createCluster(database, [await createHost(database), await createHost(database)]);
    const [one, other] = cluster.members;
    if (one === undefined || other === undefined) throw new Error("the cluster has two members");
    await record(cluster.id, [{ ...one, facts: { authority: "pem" } }]);
    await record(cluster.id, [{ ...one, facts: { macs: ["02:00:00:00:00:11"] } }]);
    const { members, epoch } = await database.clusters.get(cluster.id);
    expect(members).toEqual([{ ...one, facts: { authority: "pem", macs: ["02:00:00:00:00:11"] } }, other]);
    expect(epoch).toBe(cluster.epoch + 2);
    await record(cluster.id, [{ ...one, facts: { macs: ["02:00:00:00:00:11"] } }, other]);
    expect(await getEpoch(cluster.id)).toBe(epoch);
  });

  test("takes away no member that joined meanwhile, and brings back none that left or moved", async () => {
    const hosts = [await createHost(database), await createHost(database), await createHost(database)];
    const cluster = await createCluster(database, hosts);
    const [stays, moves, leaves] = cluster.members;
    if (stays === undefined || moves === undefined || leaves === undefined)
      throw new Error("the cluster has three members");
    const joined = { serverUuid: randomUUID(), address: "db9", port: 3306, hostId: null };
    const now = [stays, { ...moves, port: 3307 }, joined];
    must(await database.transact(system, (unit) => unit.clusters.setMembers(cluster.id, now)));
    const facts = { adminAddress: "10.78.0.11" };
    await record(
      cluster.id,
      cluster.members.map((member) => ({ ...member, facts })),
    );
    expect((await database.clusters.get(cluster.id)).members).toMatchObject([
      { serverUuid: stays.serverUuid, facts },
      { serverUuid: moves.serverUuid, port: 3307, facts: {} },
      { serverUuid: joined.serverUuid, facts: {} },
    ]);
  });
});

describe("accounts", () => {
  test("are kept encrypted, replaced and forgotten", async () => {
    const cluster = await createCluster(database);
    const set = (password: string): Promise<void> =>
      database.transact(system, (unit) =>
        unit.clusters.setCredential(cluster.id, "admin", { user: "primacy_admin", password }),
      );
    await expect(database.clusters.findCredential(cluster.id, "admin")).resolves.toBeNull();
    await set("first");
    await set("second");
    await expect(database.clusters.findCredential(cluster.id, "admin")).resolves.toEqual({
      user: "primacy_admin",
      password: "second",
    });
    await database.transact(system, (unit) => unit.clusters.forgetCredential(cluster.id, "admin"));
    await expect(database.clusters.findCredential(cluster.id, "admin")).resolves.toBeNull();
  });
});

describe("the epoch", () => {
  test("rises by one with each change of the wanted configuration, and with none that is refused", async () => {
    const cluster = await createCluster(database);
    const vip = must(await createVip(cluster.id));
    expect(await getEpoch(cluster.id)).toBe(2);
    const change = () =>
      database.transact(system, (unit) => unit.vips.change(vip.id, vip.revision, { enabled: false }));
    expect(await change()).toMatchObject({ enabled: false, revision: 2 });
    expect(await change()).toMatchObject({ code: "revision_conflict" });
    expect(await getEpoch(cluster.id)).toBe(3);
    expect(await database.transact(system, (unit) => unit.vips.remove(vip.id, 2))).toBeNull();
    expect(await getEpoch(cluster.id)).toBe(4);
  });

  test("is raised by what becomes of connections, which is kept", async () => {
    const cluster = await createCluster(database);
    const vip = await createVip(cluster.id, { ...vipRequest(), onRelease: "leave" });
    if (isRefusal(vip)) throw new Error(vip.message.text);
    expect(await database.vips.get(vip.id)).toMatchObject({ onRelease: "leave" });
    await database.transact(system, (unit) => unit.vips.change(vip.id, null, { onRelease: "cut" }));
    expect(await database.vips.get(vip.id)).toMatchObject({ onRelease: "cut", revision: 2 });
    expect(await getEpoch(cluster.id)).toBe(3);
  });

  test("raised by many at once loses no rise", async () => {
    const cluster = await createCluster(database);
    const epochs = await Promise.all(
      Array.from({ length: 10 }, () =>
        database.transact(system, (unit) => unit.clusters.raiseEpoch(cluster.id)),
      ),
    );
    expect([...epochs].sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("of a console restored from a backup goes above the highest that an agent holds", async () => {
    const cluster = await createCluster(database);
    const adopt = (held: number) =>
      database.transact(system, (unit) => unit.clusters.adoptEpoch(cluster.id, held));
    expect(await adopt(41)).toBe(42);
    expect(await adopt(41)).toBe(42);
    expect(await adopt(7)).toBe(42);
    expect(await adopt(42)).toBe(43);
  });
});

describe("VIPs", () => {
  test("one cluster per address, also by two operators at once", async () => {
    const [first, second] = [await createCluster(database), await createCluster(database)];
    const request = vipRequest();
    const outcomes = await Promise.all([createVip(first.id, request), createVip(second.id, request)]);
    expect(outcomes.filter(isRefusal).map((one) => one.code)).toEqual(["already_exists"]);
  });

  test("any number of VIPs of either kind and family, each read VIP with its own rules", async () => {
    const cluster = await createCluster(database);
    const strict = { policy: "to_primary", maxLagSeconds: 3 } as const;
    const requests = [readRequest(), vipRequest(), readRequest(strict)];
    const created: Vip[] = [];
    for (const request of requests) created.push(must(await createVip(cluster.id, request)));
    expect(await database.vips.listByCluster(cluster.id)).toEqual(created);
    expect(created.map((vip) => [vip.kind, vip.reads])).toEqual([
      ["read", { policy: "to_another_secondary", maxLagSeconds: 10 }],
      ["write", undefined],
      ["read", strict],
    ]);
    expect(created[1]).not.toHaveProperty("reads");
    const ipv6 = { ...vipRequest(), address: "fd00::100", prefixLength: 64 };
    expect(await createVip(cluster.id, ipv6)).toMatchObject({ kind: "write", address: "fd00::100" });
    const taken = { ...readRequest(), address: created[0]?.address ?? "" };
    expect(await createVip(cluster.id, taken)).toMatchObject({ code: "already_exists" });
  });

  test("keep the rules of reads through other changes, and take new ones", async () => {
    const cluster = await createCluster(database);
    const vip = must(await createVip(cluster.id, readRequest()));
    const change = (to: string, reads: ReadVipRulesChange | undefined) =>
      database.transact(system, (unit) =>
        unit.vips.change(to, null, reads === undefined ? { port: 3307 } : { reads }),
      );
    const reads = { policy: "to_primary", maxLagSeconds: 60 } as const;
    expect(await change(vip.id, undefined)).toMatchObject({ port: 3307, reads: vip.reads });
    expect(await change(vip.id, reads)).toMatchObject({ port: 3307, reads, revision: 3 });
    expect(await database.vips.get(vip.id)).toMatchObject({ reads });
    const preferred = { ...reads, preferredHostId: randomUUID() };
    expect((await change(vip.id, preferred)) as Vip).toMatchObject({ reads: preferred });
    expect((await change(vip.id, { maxLagSeconds: 30 })) as Vip).toMatchObject({
      reads: { ...preferred, maxLagSeconds: 30 },
    });
    expect(((await change(vip.id, toRulesChange(reads))) as Vip).reads, "none any more").toEqual(reads);
    const write = must(await createVip(cluster.id));
    expect(await change(write.id, reads)).not.toHaveProperty("reads");
    expect(await getEpoch(cluster.id)).toBe(9);
  });

  test("keep their cluster from being removed; without them it goes with everything it had", async () => {
    const cluster = await createCluster(database);
    await database.transact(system, (unit) =>
      unit.clusters.setCredential(cluster.id, "agent", { user: "primacy_agent", password: "text" }),
    );
    const vip = must(await createVip(cluster.id));
    const remove = () => database.transact(system, (unit) => unit.clusters.remove(cluster.id));
    expect(await remove()).toMatchObject({ code: "in_use" });
    await database.transact(system, (unit) => unit.vips.remove(vip.id, null));
    expect(await remove()).toBeNull();
    await expect(database.clusters.find(cluster.id)).resolves.toBeNull();
  });
});
