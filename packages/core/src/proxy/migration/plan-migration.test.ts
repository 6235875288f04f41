import { defaultVipTimings, VipRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { planVipApply, planVipRemove, toVip } from "../../plan/plan-vip";
import type { WantedCluster } from "../../plan/wanted";
import type { MigratedHost } from "./migration-steps";
import { planToKeepalived, planToVip } from "./plan-migration";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const place = { migrationId: id(7), clusterId: id(9), address: "10.77.0.100", port: 3306 };
const request = VipRequest.parse({
  address: place.address,
  prefixLength: 24,
  nics: { [id(1)]: "eth0", [id(2)]: "eth0" },
});

function wanted(vips: WantedCluster["vips"]): WantedCluster {
  return {
    clusterId: id(9),
    clusterName: "main",
    epoch: 4,
    hosts: [1, 2].map((n) => ({
      hostId: id(n),
      askedOf: null,
      name: `db${n}`,
      agentAddress: `10.77.0.1${n}`,
      agentPort: 7433,
      macs: [],
      member: {
        memberId: id(n),
        serverUuid: id(n),
        address: `10.77.0.1${n}`,
        port: 3306,
        adminAddress: null,
        adminPort: null,
      },
    })),
    vips,
    timings: defaultVipTimings,
  };
}

const vip = { ...toVip(request), id: id(8), clusterId: id(9) };
const snapshot = (vips: WantedCluster["vips"]) => ({
  wanted: wanted(vips),
  primaryName: "db1",
  heldEpoch: 4,
});
const host = (n: number, isRunning = true): MigratedHost => ({
  hostId: id(n),
  name: `db${n}`,
  sha256: "a",
  isRunning,
});

/** What is done, in its order, with the host where it is done on one. */
function inOrder(planned: {
  readonly steps: readonly { readonly code: string; readonly hostName: string | null }[];
}) {
  return planned.steps.map(({ code, hostName }) => (hostName === null ? code : `${code} ${hostName}`));
}

describe("the way to a VIP", () => {
  const planned = planToVip({
    ...place,
    hosts: [host(1), host(2)],
    primary: "db1",
    nics: request.nics,
    vip: planVipApply(snapshot([]), request),
  });
  const steps = inOrder(planned);
  const at = (step: string): number => steps.indexOf(step);

  it("has every agent told before the one that holds the address stops, and the others stopped before any agent may take it", () => {
    expect(steps.slice(at("migration.park db2"))).toEqual([
      "migration.park db2",
      "migration.park db1",
      "migration.watch",
      "migration.stop db2",
      "document.acquire db1",
      "document.acquire db2",
      "migration.stop db1",
      "vip.await_held",
      "vip.verify",
      "migration.measure",
      "migration.keep",
    ]);
    expect(steps.slice(0, 2)).toEqual(["schema.ensure", "vip.store"]);
  });

  it("undone from its end, takes the right from the agents before any Keepalived starts, first the one that had the address", () => {
    const undone = [...steps].reverse().filter((step) => /^(document\.acquire|migration\.park)/.test(step));
    expect(undone).toEqual([
      "document.acquire db2",
      "document.acquire db1",
      "migration.park db1",
      "migration.park db2",
    ]);
  });

  it("says first how long clients are without the address, and on which hosts Keepalived stops", () => {
    expect(planned.consequences.slice(0, 2).map(({ code }) => code)).toEqual([
      "consequence.migration_to_vip",
      "consequence.migration_parked",
    ]);
  });

  it("puts aside the configuration of one that does not run too, so that no reboot brings it back", () => {
    const { steps: some } = planToVip({
      ...place,
      hosts: [host(1), host(2, false)],
      primary: "db1",
      nics: request.nics,
      vip: planVipApply(snapshot([]), request),
    });
    const codes = inOrder({ steps: some });
    expect(codes).toContain("migration.park db2");
    expect(codes).not.toContain("migration.stop db2");
  });

  it("numbers its steps in their order", () => {
    expect(planned.steps.map(({ ordinal }) => ordinal)).toEqual(planned.steps.map((_, index) => index));
  });
});

describe("the way back", () => {
  const back = (removal: ReturnType<typeof planVipRemove> | null) =>
    planToKeepalived({
      ...place,
      recordId: id(6),
      hosts: [host(1), host(2), host(3, false)],
      advertSeconds: 1,
      removal,
    });

  it("lets the agents let go before any Keepalived starts, and starts only those that ran", () => {
    expect(inOrder(back(planVipRemove(snapshot([vip]), vip)))).toEqual([
      "migration.restore db1",
      "migration.restore db2",
      "migration.restore db3",
      "migration.watch",
      "vip.disable",
      "document.plain db1",
      "document.plain db2",
      "vip.await_released",
      "migration.start db1",
      "migration.start db2",
      "migration.prove",
      "migration.measure",
      "schema.drop",
      "vip.forget",
      "migration.forget",
    ]);
  });

  it("needs no VIP where somebody has removed it already", () => {
    expect(inOrder(back(null))).toEqual([
      "migration.restore db1",
      "migration.restore db2",
      "migration.restore db3",
      "migration.start db1",
      "migration.start db2",
      "migration.prove",
      "migration.forget",
    ]);
  });

  it("says that it takes longer where Keepalived tells less often that it is there", () => {
    const longest = (advertSeconds: number): unknown =>
      planToKeepalived({ ...place, recordId: id(6), hosts: [host(1)], advertSeconds, removal: null })
        .consequences[0]?.params?.highMs;
    expect(longest(1)).toBe(7_000);
    expect(longest(5)).toBe(19_000);
  });
});
