import { type Check, formatMessage, message } from "@primacy/contract";
import { expect, it } from "vitest";
import { snapshot, vip } from "../check/catalogue.fixture";
import { checkPlugin } from "./check-plugin";
import type { PluginMember } from "./plugin-sight";
import { pluginHost, pluginMember, pluginServer } from "./plugin-sight.fixture";
import { findPluginRelease } from "./version-rules";

function checksOf(change: Partial<PluginMember>, address = vip): readonly Check[] {
  const base = snapshot();
  const request = { ...base.request, provider: "greatdb_ha" as const, address };
  const members = [pluginMember(1, change), pluginMember(2), pluginMember(3)];
  return checkPlugin({ ...base, request, plugin: { members, hasAdministrator: true } }).checks;
}

function resultsOf(change: Partial<PluginMember>, address?: string): readonly string[] {
  return checksOf(change, address)
    .filter(
      ({ code, result, hostName }) => code.startsWith("plugin_") && hostName === "db1" && result !== "pass",
    )
    .map(({ code, result }) => `${code} ${result}`);
}

it("a sound group passes every check of the plugin, and those of every VIP", () => {
  const base = snapshot();
  const plugin = { members: [1, 2, 3].map((n) => pluginMember(n)), hasAdministrator: true };
  const { checks, hasFailures } = checkPlugin({ ...base, plugin });
  expect(checks.filter(({ result }) => result === "fail")).toEqual([]);
  expect(hasFailures).toBe(false);
  const codes = new Set(checks.map(({ code }) => code));
  for (const code of ["address_unused", "single_primary", "nic", "subnet", "plugin_library", "plugin_file"])
    expect(codes).toContain(code);
  // What only the agent needs of a host.
  for (const code of ["privileges", "tools", "other_manager"]) expect(codes).not.toContain(code);
});

const port = { name: "greatdb_ha_port", value: "18888", isReadOnly: true };
const bareLine = { file: "/etc/my.cnf", line: 3, name: "greatdb-ha-mgr-vip-ip", isLoose: false };
const edit = { file: "/etc/my.cnf", oldHash: "", newHash: "", spans: [] };
const rows: readonly (readonly [string, Partial<PluginMember>, readonly string[]])[] = [
  ["no library", { host: pluginHost({ library: { kind: "missing" } }) }, ["plugin_library fail"]],
  [
    "a library that is not read",
    { host: pluginHost({ library: { kind: "unreadable" } }) },
    ["plugin_library warn"],
  ],
  [
    "a library for another version",
    { host: pluginHost({ library: { kind: "found", sha256: "0", serverVersion: 80_032, missing: [] } }) },
    ["plugin_fits fail"],
  ],
  [
    "a library of which nothing is known",
    { host: pluginHost({ library: { kind: "found", sha256: "0", serverVersion: null, missing: null } }) },
    ["plugin_fits warn", "plugin_needs warn"],
  ],
  [
    "a library that lacks others",
    {
      host: pluginHost({
        library: { kind: "found", sha256: "0", serverVersion: 80_404, missing: ["libx.so"] },
      }),
    },
    ["plugin_needs fail"],
  ],
  ["no right to addresses", { host: withCapabilities(false, false) }, ["plugin_capabilities fail"]],
  ["no right to announce", { host: withCapabilities(true, false) }, ["plugin_capabilities warn"]],
  ["several servers", { host: pluginHost({ serverCount: 2, server: null }) }, ["plugin_capabilities fail"]],
  ["a host operator that is off", { operator: "off" }, ["plugin_operator fail"]],
  ["a silent host operator", { operator: "silent" }, ["plugin_operator fail"]],
  [
    "a server without the plugin",
    { server: ofVersion("8.0.25-17") },
    ["plugin_release fail", "plugin_fits fail"],
  ],
  ["a release behind the table", { server: ofVersion("8.4.4-6") }, ["plugin_release warn"]],
  ["a long name", { nic: "enp216s0f0np0" }, ["plugin_nic fail"]],
  ["a name that another begins with", { nic: "eth1", nics: ["eth1", "eth10"] }, ["plugin_nic fail"]],
  ["a name that begins with another", { nic: "eth10", nics: ["eth1", "eth10"] }, []],
  [
    "a plugin in use",
    {
      server: pluginServer({
        variables: { greatdb_ha_enable_mgr_vip: "ON", greatdb_ha_mgr_vip_ip: "10.0.0.9" },
      }),
    },
    ["plugin_unused fail"],
  ],
  [
    "a plugin that is off and keeps an address",
    {
      server: pluginServer({
        variables: { greatdb_ha_enable_mgr_vip: "OFF", greatdb_ha_mgr_vip_ip: "10.0.0.9" },
      }),
    },
    ["plugin_unused fail"],
  ],
  [
    "a plugin that is loaded only",
    { server: pluginServer({ variables: { greatdb_ha_enable_mgr_vip: "OFF" } }) },
    ["plugin_unused fail"],
  ],
  [
    "a read-only setting that no file has",
    { settings: [port], file: { kind: "planned", edit, diff: "" } },
    ["plugin_restart fail"],
  ],
  [
    "a read-only setting that its files have otherwise",
    { settings: [port], startValues: { greatdb_ha_port: "3307" }, file: { kind: "planned", edit, diff: "" } },
    ["plugin_restart fail"],
  ],
  [
    "a read-only setting that its files have",
    { settings: [port], startValues: { greatdb_ha_port: "18888" } },
    ["plugin_restart warn"],
  ],
  [
    "a plugin that is loaded with a read-only setting that only a start would change",
    {
      settings: [port],
      startValues: { greatdb_ha_port: "18888" },
      server: pluginServer({ variables: { greatdb_ha_port: "3307" } }),
    },
    ["plugin_unused fail", "plugin_restart fail"],
  ],
  [
    "a value out of range",
    { unfitLines: [{ file: "/etc/my.cnf", line: 3, name: "greatdb_ha_port", value: "x" }] },
    ["plugin_values fail"],
  ],
  ["a line that lacks loose_", { lines: [bareLine] }, ["plugin_file fail"]],
  ["a line that has loose_", { lines: [{ ...bareLine, isLoose: true }] }, []],
  ["a file that cannot be edited", { file: { kind: "refused", reasons: [] } }, ["plugin_file fail"]],
  [
    "files that were not read",
    { file: { kind: "unseen", reason: message("check.pending") } },
    ["plugin_file fail"],
  ],
  [
    "an agent that cannot look",
    { host: null, operator: null },
    ["plugin_operator skipped", "plugin_library fail", "plugin_capabilities skipped"],
  ],
];
it.each(rows)("of one member with %s it says so, and of nothing else", (_title, change, expected) => {
  expect(resultsOf(change)).toEqual(expected);
});

const upload = { sha256: "a".repeat(64), name: "mine.so", serverVersion: 80_404 };
const missing = pluginHost({ library: { kind: "missing" } });
const uploads: readonly (readonly [
  string,
  Partial<PluginMember>,
  Partial<typeof upload>,
  readonly string[],
])[] = [
  ["that fits it", { takesLibrary: true }, {}, ["plugin_library.pass_upload", "plugin_needs.skipped_upload"]],
  [
    "for another server",
    { takesLibrary: true },
    { serverVersion: 80_032 },
    ["plugin_library.pass_upload", "plugin_fits.fail_upload", "plugin_needs.skipped_upload"],
  ],
  ["and an agent of an earlier release", {}, {}, ["plugin_library.fail_old", "plugin_needs.skipped_upload"]],
  [
    "and a folder elsewhere",
    { takesLibrary: true, server: pluginServer({ pluginFolder: "/data/mysql/plugins/" }) },
    {},
    ["plugin_library.fail_folder", "plugin_needs.skipped_upload"],
  ],
];
it.each(uploads)(
  "of a host without a library, with an upload %s, it says so",
  (_title, change, other, expected) => {
    const base = snapshot();
    const request = { ...base.request, provider: "greatdb_ha" as const };
    const members = [pluginMember(1, { host: missing, ...change }), pluginMember(2), pluginMember(3)];
    const plugin = { members, hasAdministrator: true, upload: { ...upload, ...other } };
    const { checks, hasFailures } = checkPlugin({ ...base, request, plugin });
    const told = checks.filter(
      ({ code, hostName, evidence }) =>
        hostName === "db1" && /^plugin_(library|fits|needs)$/.test(code) && !evidence.code.endsWith(".pass"),
    );
    expect(told.map(({ evidence }) => evidence.code.replace("check.", ""))).toEqual(expected);
    expect(hasFailures).toBe(expected.some((code) => code.includes(".fail_")));
  },
);

it("with restarts, a read-only setting is what the restart of the plan gives, unless a plugin is loaded with another", () => {
  const base = snapshot();
  const request = { ...base.request, provider: "greatdb_ha" as const, restarts: { limitSeconds: 300 } };
  const of = (change: Partial<PluginMember>): readonly string[] => {
    const plugin = {
      members: [pluginMember(1, { settings: [port], ...change })],
      hasAdministrator: true,
    };
    const { checks } = checkPlugin({ ...base, request, plugin });
    return checks.flatMap(({ code, result }) => (code === "plugin_restart" ? [result] : []));
  };
  expect(of({})).toEqual(["pass"]);
  expect(of({ server: pluginServer({ variables: { greatdb_ha_port: "3307" } }) })).toEqual(["fail"]);
});

const unit = (dropIn: "missing" | "same" | "other") => ({ name: "mysqld.service", dropIn });
const mends: readonly (readonly [
  string,
  { readonly hasNetAdmin: boolean; readonly unit?: ReturnType<typeof unit> | null },
  { readonly limitSeconds: number } | undefined,
  string,
])[] = [
  [
    "a unit, with restarts",
    { hasNetAdmin: false, unit: unit("missing") },
    { limitSeconds: 300 },
    "pass pass_planned",
  ],
  [
    "a unit, with restarts, for the second alone",
    { hasNetAdmin: true, unit: unit("missing") },
    { limitSeconds: 300 },
    "pass pass_planned",
  ],
  [
    "a unit with the drop-in, with restarts",
    { hasNetAdmin: false, unit: unit("same") },
    { limitSeconds: 300 },
    "pass pass_same",
  ],
  [
    "a unit with another file, with restarts",
    { hasNetAdmin: false, unit: unit("other") },
    { limitSeconds: 300 },
    "fail fail_other",
  ],
  [
    "a unit, without restarts",
    { hasNetAdmin: false, unit: unit("missing") },
    undefined,
    "fail fail remedy_restarts",
  ],
  [
    "a unit, without restarts, for the second alone",
    { hasNetAdmin: true, unit: unit("missing") },
    undefined,
    "warn warn remedy_restarts",
  ],
  [
    "a unit with another file, without restarts",
    { hasNetAdmin: false, unit: unit("other") },
    undefined,
    "fail fail remedy",
  ],
  ["no unit, with restarts", { hasNetAdmin: false, unit: null }, { limitSeconds: 300 }, "fail fail remedy"],
  [
    "an agent of an earlier release, with restarts",
    { hasNetAdmin: false },
    { limitSeconds: 300 },
    "fail fail remedy",
  ],
];
it.each(mends)(
  "of a server that lacks capabilities, with %s, it says what becomes of that",
  (_title, change, restarts, expected) => {
    const base = snapshot();
    const request = {
      ...base.request,
      provider: "greatdb_ha" as const,
      ...(restarts === undefined ? {} : { restarts }),
    };
    const { server } = pluginHost();
    const host = pluginHost({ server: server === null ? null : { ...server, hasNetRaw: false, ...change } });
    const plugin = { members: [pluginMember(1, { host })], hasAdministrator: true };
    const told = checkPlugin({ ...base, request, plugin }).checks.find(
      ({ code }) => code === "plugin_capabilities",
    );
    const { evidence, remedy, result } = told ?? {};
    const codes = [evidence?.code, expected.includes("remedy") ? remedy?.code : undefined];
    expect(
      [result, ...codes.flatMap((code) => code?.replace("check.plugin_capabilities.", "") ?? [])].join(" "),
    ).toBe(expected);
    for (const one of [evidence, remedy])
      if (one != null) expect(formatMessage(one, "zh")).not.toMatch(/\{\w+/);
  },
);

it("IPv6 is taken from the release on that has it", () => {
  const of = (version: string) =>
    resultsOf({ server: ofVersion(version), host: fitting(80_032) }, "fd00::100");
  expect(of("8.0.32-25")).toEqual(["plugin_family fail"]);
  expect(of("8.0.32-26")).toEqual([]);
});

it("without an administrator's account nothing can be loaded", () => {
  const base = snapshot();
  const { checks } = checkPlugin({
    ...base,
    plugin: { members: [pluginMember(1)], hasAdministrator: false },
  });
  expect(checks.filter(({ code, result }) => code === "plugin_account" && result === "fail")).toHaveLength(1);
});

function withCapabilities(hasNetAdmin: boolean, hasNetRaw: boolean) {
  const { server } = pluginHost();
  return pluginHost({ server: server === null ? null : { ...server, hasNetAdmin, hasNetRaw } });
}

function fitting(serverVersion: number) {
  return pluginHost({ library: { kind: "found", sha256: "0", serverVersion, missing: [] } });
}

function ofVersion(version: string) {
  return pluginServer({ version, release: findPluginRelease(version, "GreatSQL") });
}
