import { defaultVipTimings, message, type Vip, VipRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { buildDocument, withoutGuards } from "../plan/build-document";
import { planClusterRemove } from "../plan/plan-cluster";
import { applyChange, toVip, toWantedVip, type VipPlanSnapshot } from "../plan/plan-vip";
import { desiredSettings } from "./desired-settings";
import { planPluginApply, planPluginRemove } from "./plan-plugin";
import type { PluginFilePlan, PluginMember } from "./plugin-sight";
import { pluginHost, pluginMember } from "./plugin-sight.fixture";
import { pluginReleases } from "./version-rules";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const request = VipRequest.parse({ provider: "greatdb_ha", address: "10.77.0.100", prefixLength: 24 });
const vip: Vip = { ...toVip(request), id: id(8), nics: { [id(1)]: "eth0" } };
const edit = { file: "/etc/my.cnf", oldHash: "a", newHash: "b", spans: [] };
const planned: PluginFilePlan = { kind: "planned", edit, diff: "+ x" };
const release = pluginReleases.at(-1);
if (release === undefined) throw new TypeError("no release");
const settings = desiredSettings(release, request, "eth0");

/** `first`: what else was seen of the first member. */
function snapshot(
  vips: readonly Vip[],
  files: readonly PluginFilePlan[] | null,
  first: Partial<PluginMember> = {},
): VipPlanSnapshot {
  const numbers = [1, 2, 3];
  const hosts = numbers.map((n) => ({
    ...{
      hostId: id(n),
      askedOf: null,
      name: `db${n}`,
      agentAddress: `10.77.0.1${n}`,
      agentPort: 7433,
      macs: [],
    },
    member: {
      ...{ memberId: id(n), serverUuid: id(n), address: `10.77.0.1${n}`, port: 3306 },
      ...{ adminAddress: null, adminPort: null },
    },
  }));
  const wanted = { clusterId: id(9), clusterName: "main", epoch: 4, hosts, vips, timings: defaultVipTimings };
  const members = numbers.map((n) =>
    pluginMember(n, {
      ...{ host: pluginHost(), settings, file: files?.[n - 1] ?? planned },
      ...(n === 1 ? first : {}),
    }),
  );
  const plugin = files === null ? {} : { plugin: { members, hasAdministrator: true } };
  return { wanted, primaryName: "db2", heldEpoch: 4, ...plugin };
}

const stepsOf = (operation: {
  readonly steps: readonly { readonly code: string; readonly hostName: string | null }[];
}) => operation.steps.map(({ code, hostName }) => `${code} ${hostName ?? ""}`.trim());

describe("the plan of an apply", () => {
  it("goes member by member, the file before the plugin, and the primary last", () => {
    expect(stepsOf(planPluginApply(snapshot([], [planned, planned, planned]), request))).toEqual([
      ...["schema.ensure", "vip.store"],
      ...["db1", "db3", "db2"].flatMap((host) => [`plugin.file ${host}`, `plugin.load ${host}`]),
      ...["vip.await_held", "vip.verify", "plugin.agree"],
      ...["plugin.keep db1", "plugin.keep db3", "plugin.keep db2"],
    ]);
  });
  it("shows each file's diff and the statements", () => {
    const { steps } = planPluginApply(snapshot([], [planned, planned, planned]), request);
    expect(steps.find(({ code }) => code === "plugin.file")?.preview).toEqual([
      { kind: "document", text: "+ x" },
    ]);
    const loads = steps.filter(({ code }) => code === "plugin.load");
    const install = "INSTALL PLUGIN greatdb_ha SONAME 'greatdb_ha.so'";
    const sets = settings.map(({ name, value }) => `SET GLOBAL ${name} = '${value}'`);
    const secondary = [
      ...["SET SESSION sql_log_bin = 0", "SET GLOBAL super_read_only = OFF"],
      ...[install, "SET GLOBAL super_read_only = ON", ...sets],
    ];
    const primary = ["SET SESSION sql_log_bin = 0", install, ...sets];
    expect(loads.map(({ preview }) => preview.map(({ text }) => text))).toEqual([
      ...[secondary, secondary, primary],
    ]);
  });
  it("is not made of files that were not read or cannot take the settings", () => {
    const unseen: PluginFilePlan = { kind: "unseen", reason: message("check.pending") };
    const refused: PluginFilePlan = { kind: "refused", reasons: [] };
    for (const files of [[unseen, planned, planned], [planned, refused, planned], null])
      expect(() => planPluginApply(snapshot([], files), request)).toThrow("nothing says what to edit");
  });
  it("edits no file that says already what is wanted", () => {
    const steps = stepsOf(planPluginApply(snapshot([], [{ kind: "unchanged" }, planned, planned]), request));
    expect(steps.filter((step) => step.endsWith("db1"))).toEqual(["plugin.load db1"]);
  });
  it("says what the plugin does otherwise than the agent", () => {
    const { consequences } = planPluginApply(snapshot([], [planned, planned, planned]), request);
    expect(consequences.map(({ code }) => code)).toEqual([
      ...["consequence.vip_apply", "consequence.schema", "consequence.plugin_udf"],
      ...["consequence.plugin_minority", "consequence.plugin_killed"],
    ]);
  });
});

it("says what the agents do where the plugin leaves the address behind, if that is asked for", () => {
  const { consequences } = planPluginApply(snapshot([], [planned, planned, planned]), {
    ...request,
    guard: true,
  });
  expect(consequences.at(-1)).toMatchObject({
    code: "consequence.plugin_guard",
    params: { address: "10.77.0.100", killedMs: 5_000, otherMs: 30_000 },
  });
});

describe("with an uploaded library", () => {
  const upload = { sha256: "a".repeat(64), name: "greatdb_ha.so of 8.4.4-5", serverVersion: 80_404 };
  const lacking = { host: pluginHost({ library: { kind: "missing" } }) };
  const withUpload = (files: readonly PluginFilePlan[], first: Partial<PluginMember>): VipPlanSnapshot => {
    const { plugin, ...rest } = snapshot([], files, first);
    return plugin === undefined ? rest : { ...rest, plugin: { ...plugin, upload } };
  };

  it("the host that lacks one gets it before its file and its plugin, and it is kept; no other is touched", () => {
    const operation = planPluginApply(withUpload([planned, planned, planned], lacking), request);
    const steps = stepsOf(operation);
    expect(steps.filter((step) => step.endsWith("db1"))).toEqual([
      ...["plugin.library db1", "plugin.file db1", "plugin.load db1", "plugin.keep db1"],
    ]);
    expect(steps.filter((step) => step.startsWith("plugin.library"))).toHaveLength(1);
    const placed = operation.steps.find(({ code }) => code === "plugin.library");
    expect(placed?.input).toMatchObject({ sha256: upload.sha256, folder: "/usr/lib/mysql/plugin/" });
    const told = operation.consequences.filter(({ code }) => code === "consequence.plugin_library");
    expect(told.map(({ params }) => [params.host, params.sha256])).toEqual([["db1", upload.sha256]]);
  });
  it("it is kept also where no line has to change", () => {
    const operation = planPluginApply(
      withUpload([{ kind: "unchanged" }, planned, planned], lacking),
      request,
    );
    expect(stepsOf(operation).filter((step) => step.endsWith("db1"))).toEqual([
      ...["plugin.library db1", "plugin.load db1", "plugin.keep db1"],
    ]);
  });
  it("nothing is placed where every host has one, nor without an upload", () => {
    for (const seen of [
      withUpload([planned, planned, planned], {}),
      snapshot([], [planned, planned, planned], lacking),
    ])
      expect(stepsOf(planPluginApply(seen, request)).join()).not.toContain("plugin.library");
  });
  it("the removal deletes the drop-ins that this VIP brought, after all that can fail, and says so", () => {
    const { plugin, ...rest } = snapshot([vip], [planned, planned, planned]);
    if (plugin === undefined) throw new TypeError("no plugin");
    const file = "/etc/systemd/system/mysql.service.d/primacy-greatdb-ha.conf";
    const dropIns = [2, 7].map((n) => ({ hostId: id(n), actionId: id(5), file }));
    const operation = planPluginRemove({ ...rest, plugin: { ...plugin, dropIns } }, vip);
    expect(stepsOf(operation).slice(-2)).toEqual(["vip.forget", "plugin.capabilities_remove"]);
    expect(operation.steps.at(-1)?.input).toMatchObject({ dropIns: [{ hostName: "db2", file }] });
    const code = "consequence.plugin_capabilities_removed";
    expect(operation.consequences.filter((one) => one.code === code).map(({ params }) => params)).toEqual([
      { host: "db2", file },
    ]);
  });
  it("no server gets capabilities without a restart", () => {
    const { server } = pluginHost();
    const unit = { name: "mysql.service", dropIn: "missing" as const };
    const unable = pluginHost({ server: server === null ? null : { ...server, hasNetAdmin: false, unit } });
    const seen = snapshot([], [planned, planned, planned], { host: unable });
    expect(stepsOf(planPluginApply(seen, request)).join()).not.toMatch(/capab/);
  });
  it("the removal takes away what this VIP brought, after everything else, and says so", () => {
    const { plugin, ...rest } = snapshot([vip], [planned, planned, planned]);
    if (plugin === undefined) throw new TypeError("no plugin");
    const file = "/usr/lib/mysql/plugin/greatdb_ha.so";
    const placed = [1, 7].map((n) => ({ hostId: id(n), actionId: id(5), file, sha256: upload.sha256 }));
    const operation = planPluginRemove({ ...rest, plugin: { ...plugin, placed } }, vip);
    expect(stepsOf(operation).slice(-2)).toEqual(["vip.forget", "plugin.library_remove"]);
    // A host that has left the cluster is not asked.
    expect(operation.steps.at(-1)?.input).toMatchObject({ libraries: [{ hostName: "db1", file }] });
    const told = operation.consequences.filter(({ code }) => code === "consequence.plugin_library_removed");
    expect(told.map(({ params }) => params)).toEqual([{ host: "db1", file }]);
  });
});

describe("the plan of a removal", () => {
  it("unloads the plugin before its lines go, waits for the address, and forgets it last", () => {
    expect(stepsOf(planPluginRemove(snapshot([vip], [planned, planned, planned]), vip))).toEqual([
      "vip.disable",
      ...["db1", "db3", "db2"].flatMap((host) => [`plugin.unload ${host}`, `plugin.file ${host}`]),
      "plugin.await_released",
      ...["plugin.keep db1", "plugin.keep db3", "plugin.keep db2"],
      ...["schema.drop", "vip.forget"],
    ]);
  });
  it("leaves lines where they are that cannot be taken out, and says so", () => {
    const refused: PluginFilePlan = { kind: "refused", reasons: [] };
    const operation = planPluginRemove(snapshot([vip], [refused, planned, planned]), vip);
    expect(stepsOf(operation)).not.toContain("plugin.file db1");
    expect(operation.consequences.map(({ code }) => code)).toContain("consequence.plugin_lines_stay");
  });
  it("says which lines stay that Primacy did not write, and which of them would keep a server from starting", () => {
    const loose = { file: "/etc/my.cnf", line: 2, name: "loose_greatdb_ha_port", isLoose: true };
    const bare = { file: "/etc/my.cnf", line: 3, name: "greatdb_ha_mgr_vip_label", isLoose: false };
    const told = (file: PluginFilePlan) => {
      const { consequences } = planPluginRemove(
        snapshot([vip], [file, planned, planned], { lines: [loose, bare] }),
        vip,
      );
      return consequences.flatMap(({ code, params }) =>
        code.includes("_lines_") ? [[code, params.lines]] : [],
      );
    };
    const broken = ["consequence.plugin_lines_bare", "/etc/my.cnf: greatdb_ha_mgr_vip_label"];
    expect(told(planned)).toEqual([
      ["consequence.plugin_lines_unwritten", "/etc/my.cnf: loose_greatdb_ha_port"],
      broken,
    ]);
    expect(told({ kind: "refused", reasons: [] })).toEqual([
      ["consequence.plugin_lines_stay", undefined],
      broken,
    ]);
  });
  it("shows what is said around the unloading of a secondary", () => {
    const { steps } = planPluginRemove(snapshot([vip], [planned, planned, planned]), vip);
    const [first] = steps.filter(({ code }) => code === "plugin.unload");
    expect(first?.preview.map(({ text }) => text)).toEqual([
      ...["SET SESSION sql_log_bin = 0", "SET GLOBAL super_read_only = OFF"],
      ...["UNINSTALL PLUGIN greatdb_ha", "SET GLOBAL super_read_only = ON"],
    ]);
  });
  it("has the same steps before anybody looked at the files", () => {
    const seen = stepsOf(planPluginRemove(snapshot([vip], [planned, planned, planned]), vip));
    expect(stepsOf(planPluginRemove(snapshot([vip], null), vip))).toEqual(seen);
  });
  it("is part of the end of the cluster's management", () => {
    const steps = stepsOf(planClusterRemove(snapshot([vip], null)));
    expect(steps.slice(0, 2)).toEqual(["vip.disable", "plugin.unload db1"]);
    expect(steps).not.toContain("document.plain db1");
  });
});

it("no agent is told of a VIP that the plugin moves", () => {
  const { wanted } = snapshot([vip, { ...vip, id: id(7), provider: "agent", address: "10.77.0.101" }], null);
  expect(buildDocument(wanted, id(1), true).vips.map(({ address }) => address)).toEqual(["10.77.0.101"]);
});

describe("the guard of what the plugin leaves behind", () => {
  const guardsOf = (change: Partial<Vip>, host = 1) =>
    buildDocument(snapshot([{ ...vip, guard: true, ...change }], null).wanted, id(host), true).guards;

  it("is told to each host with its interface and the port of its server", () => {
    expect(guardsOf({})).toEqual([
      {
        ...{ vipId: id(8), address: "10.77.0.100", prefixLength: 24, nic: "eth0" },
        ...{ labelForm: "greatdb_ha", serverPort: 3306 },
      },
    ]);
  });
  it("is told to nobody where it was not asked for, or is over, or no interface is known", () => {
    for (const change of [{ guard: false }, { enabled: false }, { provider: "agent" as const }])
      expect(guardsOf(change)).toBeUndefined();
    expect(guardsOf({}, 2)).toBeUndefined();
  });
  it("ends with the plugin, and comes back where that is taken back", () => {
    const agents = applyChange({ ...vip, guard: true }, { provider: "agent" });
    expect(agents).not.toHaveProperty("guard");
    expect(applyChange(agents, { provider: "greatdb_ha", guard: true })).toMatchObject({ guard: true });
    expect(toWantedVip({ ...vip, guard: true })).toMatchObject({ guard: true });
  });
  it("is left out for an agent that would not understand it", () => {
    const document = buildDocument(snapshot([{ ...vip, guard: true }], null).wanted, id(1), true);
    expect(withoutGuards(document)).not.toHaveProperty("guards");
  });
});
