import { defaultVipTimings, type Vip, VipRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { desiredSettings } from "../greatdb-ha/desired-settings";
import { pluginMember } from "../greatdb-ha/plugin-sight.fixture";
import { pluginReleases } from "../greatdb-ha/version-rules";
import { toVip, type VipPlanSnapshot } from "../plan/plan-vip";
import { findMigrationReason } from "./find-migration-reason";
import { idleSettings, planToAgent, planToPlugin } from "./plan-migration";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const nics = { [id(1)]: "eth0", [id(2)]: "eth0", [id(3)]: "eth0" };
const request = VipRequest.parse({ address: "10.77.0.100", prefixLength: 24, nics });
const vip: Vip = { ...toVip(request), id: id(8), clusterId: id(9) };
const edit = { file: "/etc/my.cnf", oldHash: "a", newHash: "b", spans: [] };
const release = pluginReleases.at(-1);
if (release === undefined) throw new TypeError("no release");
const settings = desiredSettings(release, request, "eth0");

/** Three members, of which db2 is the primary. */
function snapshot(): VipPlanSnapshot {
  const numbers = [1, 2, 3];
  const hosts = numbers.map((n) => ({
    ...{ hostId: id(n), askedOf: null, name: `db${n}`, agentAddress: `10.77.0.1${n}`, agentPort: 7433 },
    macs: [],
    member: {
      ...{ memberId: id(n), serverUuid: id(n), address: `10.77.0.1${n}`, port: 3306 },
      ...{ adminAddress: null, adminPort: null },
    },
  }));
  const members = numbers.map((n) =>
    pluginMember(n, { settings, file: { kind: "planned", edit, diff: "+ x" } }),
  );
  return {
    wanted: {
      ...{ clusterId: id(9), clusterName: "main", epoch: 4, hosts, vips: [vip], timings: defaultVipTimings },
    },
    ...{ primaryName: "db2", heldEpoch: 4, plugin: { members, hasAdministrator: true } },
  };
}

const from = (provider: Vip["provider"]) => ({
  migrationId: id(7),
  snapshot: snapshot(),
  vip: { ...vip, provider },
  nics,
});
const inOrder = (planned: ReturnType<typeof planToAgent>): readonly string[] =>
  planned.steps.map(({ code, hostName }) => (hostName === null ? code : `${code} ${hostName}`));

describe("the way to the plugin", () => {
  const planned = planToPlugin(from("agent"));

  it("does all that may fail unnoticed first, and lets the plugin have the address only behind the proof", () => {
    expect(inOrder(planned)).toEqual([
      ...["plugin.load db1", "plugin.load db3", "migration.watch", "vip.change"],
      ...["document.plain db1", "document.plain db2", "document.plain db3", "vip.prove_free"],
      ...["plugin.file db1", "plugin.load db1", "plugin.file db3", "plugin.load db3"],
      ...["plugin.file db2", "plugin.load db2"],
      ...["vip.await_held", "vip.verify", "plugin.agree", "migration.measure"],
      ...["plugin.keep db1", "plugin.keep db3", "plugin.keep db2"],
    ]);
  });

  it("gives no plugin the address, nor a server that starts again, before the proof", () => {
    const proof = planned.steps.findIndex(({ code }) => code === "vip.prove_free");
    const loads = planned.steps.filter((step) => step.code === "plugin.load");
    expect(loads.map(({ ordinal }) => ordinal < proof)).toEqual([true, true, false, false, false]);
    const files = planned.steps.filter((step) => step.code === "plugin.file");
    expect(files.every(({ ordinal }) => ordinal > proof)).toBe(true);
    for (const { ordinal, input } of loads) {
      const given = Object.fromEntries(input.settings.map(({ name, value }) => [name, value]));
      const isIdle = ordinal < proof;
      expect(given.greatdb_ha_mgr_vip_ip).toBe(isIdle ? "" : vip.address);
      expect(given.greatdb_ha_enable_mgr_vip).toBe(isIdle ? "OFF" : "ON");
    }
  });

  it("requires the word of every agent, and shows that none of their documents has the VIP any more", () => {
    const told = planned.steps.filter((step) => step.code === "document.plain");
    expect(told.map(({ input }) => input.isRequired)).toEqual([true, true, true]);
    for (const { preview } of told) expect(JSON.parse(preview[0]?.text ?? "{}")).toMatchObject({ vips: [] });
  });

  it("stores the other provider, and what to go back to", () => {
    const stored = planned.steps.find((step) => step.code === "vip.change");
    expect(stored?.input).toMatchObject({
      change: { provider: "greatdb_ha", nics },
      previous: { provider: "agent", enabled: true },
    });
  });
});

describe("the way to the agents", () => {
  const planned = planToAgent(from("greatdb_ha"));

  it("unloads the plugin everywhere, the primary's last, before any agent hears of the VIP", () => {
    expect(inOrder(planned)).toEqual([
      "schema.ensure",
      ...["credential.put db1", "credential.put db2", "credential.put db3"],
      ...["plugin.file db1", "plugin.file db3", "plugin.file db2", "migration.watch"],
      ...["plugin.unload db1", "plugin.unload db3", "plugin.unload db2", "vip.prove_free", "vip.change"],
      ...["document.join db1", "document.join db2", "document.join db3", "epoch.raise"],
      ...["document.acquire db1", "document.acquire db2", "document.acquire db3"],
      ...["vip.await_held", "vip.verify", "migration.measure"],
      ...["plugin.keep db1", "plugin.keep db3", "plugin.keep db2"],
    ]);
    expect(planned.consequences[0]?.code).toBe("consequence.vip_to_agent");
  });
});

it("a plugin that is loaded beside another holder is switched off before anything else is set", () => {
  expect(
    idleSettings(settings).map(({ name, value }) => `${name.replace("greatdb_ha_", "")}=${value}`),
  ).toEqual([
    ...["enable_mgr_vip=OFF", "mgr_vip_ip=", "mgr_vip_nic=eth0", "mgr_vip_mask=255.255.255.0"],
    "mgr_exit_primary_kill_connection_mode=ON",
  ]);
});

describe("why a VIP is not given to another provider", () => {
  const read: Vip = { ...vip, id: id(6), kind: "read", address: "10.77.0.101" };
  it.each<[string, Vip, Vip["provider"], readonly Vip[], readonly string[]]>([
    ["nothing stands against it", vip, "greatdb_ha", [vip], []],
    ["it has that one", vip, "agent", [vip], ["provider_same"]],
    ["another VIP of the cluster stays", vip, "greatdb_ha", [vip, read], ["provider_beside_another"]],
    ["the plugin gets no read VIP", read, "greatdb_ha", [read], ["provider_no_read_vips"]],
  ])("%s", (_title, asked, to, vips, codes) => {
    const reason = findMigrationReason(asked, to, vips);
    expect(reason?.details.map(({ code }) => code) ?? []).toEqual(codes);
    expect(reason?.details.every(({ path }) => path === "/to") ?? true).toBe(true);
  });
});
