import { randomUUID } from "node:crypto";
import { isRefusal, type Refusal, type Vip, VipRequest } from "@primacy/contract";
import { type ClusterRecord, type Database, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refuseMove } from "../../switchover/server/refuse-move";
import { refuseFixed, refuseRebind, refuseVip, refuseVipCheck, refuseVipOrder } from "./refuse-vip";

const actor = systemActor("test");
const reads = { policy: "to_primary", maxLagSeconds: 3 } as const;
let opened: TestDatabase;
let database: Database;
let cluster: ClusterRecord;
let write: Vip;
let read: Vip;

function must<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

function asked(address: string, change: object = {}): VipRequest {
  return VipRequest.parse({ address, prefixLength: 24, ...change });
}

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  const group = { name: "main", kind: "group_replication", groupName: randomUUID(), members: [] } as const;
  cluster = must(await database.transact(actor, (unit) => unit.clusters.create(group)));
  const add = async (request: VipRequest): Promise<Vip> =>
    must(await database.transact(actor, (unit) => unit.vips.create(cluster.id, request)));
  write = await add(asked("10.77.0.100"));
  read = await add(asked("10.77.0.101", { kind: "read" }));
});
afterAll(() => opened.close());

function reasonsOf(refusal: Refusal | null): readonly (readonly [path: string, code: string])[] {
  return (refusal?.errors ?? []).map(({ path, code }) => [path, code] as const);
}

const onReads = [["/reads", "reads_of_write_vip"]];

describe("a new VIP", () => {
  test("may stand beside any number of others, of either kind and family", async () => {
    expect(await refuseVip(database, cluster, asked("10.77.0.110"))).toBeNull();
    expect(await refuseVip(database, cluster, asked("fd00::100", { prefixLength: 64 }))).toBeNull();
    for (const address of ["10.77.0.110", "10.77.0.111"])
      expect(await refuseVip(database, cluster, asked(address, { kind: "read", reads }))).toBeNull();
  });

  test("of reads is refused for an address that is taken", async () => {
    const refusal = await refuseVip(database, cluster, asked(read.address, { kind: "read" }));
    expect(reasonsOf(refusal)).toEqual([["/address", "already_exists"]]);
  });

  test("of writes has no rules of reads, which is told with the rest", async () => {
    const refusal = await refuseVip(database, cluster, asked(read.address, { reads }));
    expect(reasonsOf(refusal)).toEqual([["/address", "already_exists"], ...onReads]);
    expect(await refuseVip(database, cluster, { reads }), "of an unreadable kind").toBeNull();
  });
});

test("restarts are of the plugin only, which is told with the rest", async () => {
  const restarts = { limitSeconds: 60 };
  const refusal = await refuseVip(database, cluster, asked(read.address, { restarts }));
  expect(reasonsOf(refusal)).toEqual([
    ["/address", "already_exists"],
    ["/restarts", "restarts_of_agent_vip"],
  ]);
  expect(await refuseVip(database, cluster, { restarts }), "of an unreadable provider").toBeNull();
});

test("a guard is of the plugin only", async () => {
  const refusal = await refuseVip(database, cluster, asked("10.77.0.110", { guard: true }));
  expect(reasonsOf(refusal)).toEqual([["/guard", "guard_of_agent_vip"]]);
  expect(await refuseVip(database, cluster, asked("10.77.0.110", { guard: false }))).toBeNull();
});

test("a prefix length of the other family is refused, of a change with what stays", async () => {
  const wrong = [["/prefixLength", "prefix_length_invalid"]];
  const tooLong = asked("10.77.0.110", { prefixLength: 64 });
  expect(reasonsOf(await refuseVip(database, cluster, tooLong))).toEqual(wrong);
  const change = (fields: object) =>
    refuseVipOrder(database, cluster, write, { ...fields, confirm: cluster.name });
  expect(reasonsOf(await change({ prefixLength: 64 }))).toEqual(wrong);
  expect(await change({ prefixLength: 64, address: "fd00::100" })).toBeNull();
});

describe("a change", () => {
  test("of a read VIP may change what it goes by, and one of a write VIP may not", async () => {
    const order = { reads, confirm: cluster.name };
    expect(await refuseVipOrder(database, cluster, read, order)).toBeNull();
    expect(reasonsOf(await refuseVipOrder(database, cluster, write, order))).toEqual(onReads);
  });

  test("is checked by the kind of the VIP that it names, whatever kind is asked for", async () => {
    const question = { ...asked("10.77.0.120"), reads };
    expect(await refuseVipCheck(database, cluster, { ...question, vipId: read.id })).toBeNull();
    const other = { ...question, kind: "read", vipId: write.id } as const;
    expect(reasonsOf(await refuseVipCheck(database, cluster, other))).toEqual(onReads);
  });
});

describe("a planned change of the primary", () => {
  const pause = async (vip: Vip, isPaused: boolean): Promise<void> => {
    const paused = isPaused ? { hostId: null, since: new Date().toISOString() } : null;
    must(await database.transact(actor, (unit) => unit.vips.change(vip.id, null, { paused })));
  };

  test("is forbidden by a paused write VIP alone", async () => {
    await pause(read, true);
    expect(await refuseMove(database, cluster, {})).toBeNull();
    await pause(write, true);
    expect(await refuseMove(database, cluster, {})).toMatchObject({
      code: "vip_paused",
      message: { params: { address: write.address } },
    });
    await pause(write, false);
    expect(await refuseMove(database, cluster, {})).toBeNull();
  });
});

describe("a VIP that the plugin moves", () => {
  let plugged: ClusterRecord;
  let vip: Vip;
  beforeAll(async () => {
    const group = {
      name: "plugged",
      kind: "group_replication",
      groupName: randomUUID(),
      members: [],
    } as const;
    plugged = must(await database.transact(actor, (unit) => unit.clusters.create(group)));
    const request = asked("10.77.0.200", { provider: "greatdb_ha" });
    vip = must(await database.transact(actor, (unit) => unit.vips.create(plugged.id, request)));
  });

  test("stands alone: neither another of it, nor one of the agents, comes beside it", async () => {
    const agents = await refuseVip(database, plugged, asked("10.77.0.201"));
    expect([agents?.code, reasonsOf(agents)]).toEqual([
      "provider_not_available",
      [["/provider", "provider_beside_another"]],
    ]);
    const second = await refuseVip(database, plugged, asked("10.77.0.201", { provider: "greatdb_ha" }));
    expect(reasonsOf(second)).toEqual([["/provider", "provider_one_write_vip"]]);
    const beside = await refuseVip(database, cluster, asked("10.77.0.201", { provider: "greatdb_ha" }));
    expect(reasonsOf(beside)).toEqual([["/provider", "provider_beside_another"]]);
  });

  test("is not changed, nor checked for a change, whatever else is wrong with the order", async () => {
    const fixed = ["", "provider_change_unsupported"];
    const order = { port: 3307, confirm: "wrong" };
    expect(reasonsOf(await refuseVipOrder(database, plugged, vip, order))).toEqual([
      ["/confirm", "confirm_mismatch"],
      fixed,
    ]);
    const question = { ...asked("10.77.0.202"), vipId: vip.id };
    expect(reasonsOf(await refuseVipCheck(database, plugged, question))).toEqual([fixed]);
    expect(refuseFixed(vip)).toMatchObject({ code: "conflict" });
    expect(refuseFixed(write)).toBeNull();
  });

  test("is told to begin anew, and no other is", () => {
    expect(refuseRebind(vip)).toBeNull();
    expect(reasonsOf(refuseRebind(write))).toEqual([["", "provider_rebind_unsupported"]]);
  });
});
