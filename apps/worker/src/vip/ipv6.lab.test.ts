import { CheckedPlan, SwitchoverResult, VipProof } from "@primacy/contract";
import { type DatabaseName, databaseNames, isLongRun, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";
let ipv6 = "";

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
  ipv6 = lab.lab.names.ipv6At(100);
});
afterAll(() => lab?.giveBack());

async function memberOn(name: DatabaseName): Promise<string> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  return members.find((one) => one.hostId === lab.hostNamed(name).id)?.id ?? "";
}

async function holders(): Promise<readonly (readonly string[])[]> {
  return Promise.all([lab.vipAddress, ipv6].map((address) => lab.lab.observe.addressHolders(address)));
}

/** By which proofs the host took both addresses. */
async function proofsOn(name: DatabaseName): Promise<readonly (readonly string[])[]> {
  const { vips } = await lab
    .agentOf(lab.hostNamed(name))
    .call("status", undefined, { signal: AbortSignal.timeout(60_000) });
  return [lab.vipAddress, ipv6].map((address) =>
    (vips.find((vip) => vip.address === address)?.lastProofs ?? []).map(({ proof }) => proof),
  );
}

describe("an IPv6 write VIP beside an IPv4 one", () => {
  test("is checked on every member like any other, and refused where it cannot be", async () => {
    const operation = await lab.perform("vip.check", clusterId, { address: ipv6, prefixLength: 64 });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const { report } = CheckedPlan.parse(operation.result);
    expect(report.checks.filter((check) => check.result === "fail")).toEqual([]);
    const unused = report.checks.filter((check) => check.code === "address_unused");
    expect(unused.map((check) => [check.result, check.evidence.params.protocol])).toEqual(
      Array(3).fill(["pass", "NDP"]),
    );
    const taken = { address: lab.lab.host("db2").ipv6, prefixLength: 64 };
    const refused = CheckedPlan.parse((await lab.perform("vip.check", clusterId, taken)).result);
    const failed = refused.report.checks.filter((check) => check.result === "fail");
    expect(failed.map((check) => check.code)).toEqual(
      expect.arrayContaining(["address_not_host", "address_unused"]),
    );
  });

  test("is taken, answered on the wire, and proved by a write through it, while the other stays", async () => {
    await lab.applyVip(clusterId);
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    const operation = await lab.perform("vip.apply", clusterId, { address: ipv6, prefixLength: 64 });
    await watch.stop();
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const proof = VipProof.parse(operation.result);
    expect(proof.macs).toEqual([lab.lab.host("db1").mac]);
    expect(proof.askedBy).toHaveLength(2);
    expect(proof.writtenServerUuid).toBeDefined();
    expect(await holders()).toEqual([["db1"], ["db1"]]);
    expect(watch.intervals, "the IPv4 one was never away").toHaveLength(1);
    const owners = await lab.lab.observe.arpOwners(ipv6, { from: "app1" });
    expect(owners.map(({ mac, host }) => [mac, host])).toEqual([[lab.lab.host("db1").mac, "db1"]]);
    await lab.proveWrite(ipv6);
    await lab.awaitTopology(clusterId, "both held and answered", (one) =>
      one.vips.every((vip) => vip.kernelHostIds.length === 1 && vip.tone === "ok"),
    );
  });

  if (isLongRun)
    test("a stranger that answers for the IPv6 one too is named until it is gone, and the other one stays well", async () => {
      const { mac } = lab.lab.host("app1");
      const removeConflictingHost = await lab.standing.addConflictingHost("app1", `${ipv6}/128`, ["nodad"]);
      try {
        const seen = await lab.awaitTopology(clusterId, "the stranger", (one) =>
          one.vips.some((vip) => vip.address === ipv6 && vip.summary.code === "topology.vip_duplicate"),
        );
        expect(seen.vips.find((vip) => vip.address === ipv6)?.wire).toContainEqual({ mac, hostId: null });
        expect(seen.vips.find((vip) => vip.address === lab.vipAddress)?.tone).toBe("ok");
      } finally {
        await removeConflictingHost();
      }
      await lab.awaitTopology(clusterId, "one owner of each again", (one) =>
        one.vips.every((vip) => vip.kernelHostIds.length === 1 && vip.tone === "ok"),
      );
    });

  test("both follow a switchover by the word of the old host, and no two hosts ever have one", async () => {
    const watches = await Promise.all(
      [lab.vipAddress, ipv6].map((address) => lab.lab.observe.watchHolders(address)),
    );
    const operation = await lab.perform("switchover", clusterId, { memberId: await memberOn("db2") });
    for (const watch of watches) await watch.stop();
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(operation.steps.filter((step) => step.code === "switchover.follow")).toHaveLength(2);
    expect(SwitchoverResult.parse(operation.result).heldAfterMs).not.toBeNull();
    expect(await holders()).toEqual([["db2"], ["db2"]]);
    expect(watches.flatMap((watch) => watch.overlaps)).toEqual([]);
    expect(await proofsOn("db2")).toEqual([
      ["R1", "R1"],
      ["R1", "R1"],
    ]);
    await lab.proveWrite(ipv6);
  });

  if (isLongRun)
    test("both follow a killed primary by R1, and come back to no host that has lost them", async () => {
      const watches = await Promise.all(
        [lab.vipAddress, ipv6].map((address) => lab.lab.observe.watchHolders(address)),
      );
      await lab.lab.fault.killMysql("db2", { restart: false });
      const held = await waitFor(
        "both held by the new primary",
        async () => {
          const [first, second] = await holders();
          const [holder] = first ?? [];
          return holder !== undefined && holder !== "db2" && second?.join() === holder ? holder : undefined;
        },
        { timeoutMs: 60_000 },
      );
      await lab.proveWrite(ipv6);
      for (const watch of watches) await watch.stop();
      expect(watches.flatMap((watch) => watch.overlaps)).toEqual([]);
      const primary = databaseNames.find((name) => name === held) ?? "db2";
      expect(await holders()).toEqual([[primary], [primary]]);
      expect(await proofsOn(primary)).toEqual([
        ["R1", "R1"],
        ["R1", "R1"],
      ]);
      await lab.lab.resetGroup();
    });

  test("goes alone when it is removed, and leaves no rule and no address behind", async () => {
    const wanted = await lab.opened.database.vips.listByCluster(clusterId);
    const vipId = wanted.find((vip) => vip.address === ipv6)?.id ?? "";
    const operation = await lab.perform("vip.remove", clusterId, { vipId });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect((await holders())[1]).toEqual([]);
    await lab.awaitTopology(clusterId, "the other held and answered", (one) =>
      one.vips.every((vip) => vip.address === lab.vipAddress && vip.tone === "ok"),
    );
  });
});
