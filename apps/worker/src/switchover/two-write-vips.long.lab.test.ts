import { isRefusal, SwitchoverResult, type Vip } from "@primacy/contract";
import { joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endConnections, knock, openIdleClient } from "../testing/address-clients";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";
let vips: readonly Vip[];

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
  await lab.applyVip(clusterId);
  const address = lab.vipAddress.replace(/\d+$/, "102");
  const applied = await lab.perform("vip.apply", clusterId, { address, prefixLength: 24 });
  expect(told(applied)).toMatchObject({ state: "succeeded" });
  vips = await lab.opened.database.vips.listByCluster(clusterId);
  expect(vips).toHaveLength(2);
});
afterAll(() => lab?.giveBack());
beforeEach(async () => {
  await lab.lab.resetGroup();
  await awaitHolders("db1", "db1");
});

const byAddress = (): readonly string[] => vips.map(({ address }) => address).sort();

/** The host that has each address, the lower one first; empty: nobody. */
async function listHolders(): Promise<readonly string[]> {
  const holders = await Promise.all(byAddress().map((one) => lab.lab.observe.addressHolders(one)));
  return holders.map((hosts) => hosts.join());
}

async function awaitHolders(...wanted: readonly string[]): Promise<void> {
  await waitFor(
    `the addresses on ${wanted.join(" and ")}`,
    async () => ((await listHolders()).join("|") === wanted.join("|") ? true : undefined),
    { timeoutMs: 60_000 },
  );
}

const knockAll = (): Promise<readonly string[]> => Promise.all(byAddress().map((address) => knock(address)));

async function memberOn(name: string): Promise<string> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  return members.find((one) => one.hostId === lab.hostNamed(name).id)?.id ?? "";
}

describe("a cluster with two write VIPs", () => {
  test("a switchover that drains keeps new clients from both, and both follow", async () => {
    const writers = await Promise.all(
      byAddress().map((address) => lab.lab.client.writes({ address, intervalMs: 20 })),
    );
    // A busy writer may lose its connections meanwhile; these stay.
    await Promise.all(byAddress().map((address) => openIdleClient(lab.lab, address)));
    const drain = { waitSeconds: 120, atLimit: "stay" };
    const asked = await lab.request("switchover", clusterId, { memberId: await memberOn("db2"), drain });
    if (isRefusal(asked)) throw new Error(asked.message.text);
    await waitFor(
      "both refuse new clients",
      async () => ((await knockAll()).every((what) => what === "ECONNREFUSED") ? true : undefined),
      { timeoutMs: 60_000 },
    );
    await endConnections(lab.lab);
    const operation = await lab.ended(asked.id);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    // Those of both addresses.
    const { before, left } = SwitchoverResult.parse(operation.result).drain ?? { before: 0, left: -1 };
    expect(before).toBeGreaterThanOrEqual(2);
    expect(left).toBe(0);
    expect(await listHolders()).toEqual(["db2", "db2"]);
    expect(await knockAll()).toEqual(["open", "open"]);
    for (const writer of writers) {
      await writer.waitForAck(writer.attempts.at(-1)?.startedMonotonicMs ?? 0, { timeoutMs: 60_000 });
      await writer.stop();
      expect(await lab.lab.client.findLostWrites(writer)).toEqual([]);
    }
  });

  test("one that is paused stays away when the primary changes, and the other follows alone", async () => {
    const [, second] = byAddress();
    const vipId = vips.find(({ address }) => address === second)?.id;
    expect(told(await lab.perform("vip.pause", clusterId, { vipId }))).toMatchObject({
      state: "succeeded",
    });
    const db2 = lab.lab.host("db2");
    const uuid = joinRows(await runRootSql(db2, "SELECT @@server_uuid"));
    await runRootSql(db2, `SELECT group_replication_set_as_primary('${uuid}')`);
    await awaitHolders("db2", "");
    expect(told(await lab.perform("vip.unpause", clusterId, { vipId }))).toMatchObject({
      state: "succeeded",
    });
    await awaitHolders("db2", "db2");
  });

  test("the servers are restarted one after another, and both are where the chosen primary is", async () => {
    const { user, password } = lab.lab.credentials.admin;
    const input = { memberId: await memberOn("db2"), limitSeconds: 120, user };
    const operation = await lab.perform("restart", clusterId, input, { password });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(await listHolders()).toEqual(["db2", "db2"]);
    for (const address of byAddress()) await lab.proveWrite(address);
  });
});
