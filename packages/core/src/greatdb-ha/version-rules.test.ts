import { expect, it } from "vitest";
import { findVariableRule, isValueFit, listVariables, pluginVariables } from "./plugin-variables";
import { findPluginRelease, pluginReleases } from "./version-rules";

const greatSql = "GreatSQL, Release 25, Revision db07cc5cb73";

it.each([
  ["8.0.32-24", greatSql, "known", "8.0.32-24"],
  ["8.0.32-25", greatSql, "known", "8.0.32-25"],
  ["8.0.32-27-greatdb6.1", "GreatDB Cluster", "known", "8.0.32-27"],
  ["8.4.4-5", greatSql, "known", "8.4.4-5"],
  ["8.4.4-5-debug", greatSql, "known", "8.4.4-5"],
  ["8.0.32-28", greatSql, "newer", "8.0.32-27"],
  ["8.4.5-1", greatSql, "newer", "8.4.4-5"],
  ["8.4.10-10", greatSql, "newer", "8.4.4-5"],
  ["8.0.32-23", greatSql, "none", null],
  ["8.0.25-17", greatSql, "none", null],
  ["5.7.36-39", greatSql, "none", null],
  ["8.0.32", greatSql, "none", null],
  ["9.7.4", "MySQL Community Server - GPL", "foreign", "8.4.4-5"],
  ["8.0.32-24", "Percona Server (GPL), Release 24", "foreign", "8.4.4-5"],
])("a server of %s (%s) goes by rules: %s %s", (version, comment, kind, release) => {
  const sight = findPluginRelease(version, comment);
  expect([sight.kind, sight.kind === "none" ? null : sight.release.name]).toEqual([kind, release]);
});

const base = ["enable_mgr_vip", "mgr_vip_ip", "mgr_vip_nic", "mgr_vip_mask", "force_change_mgr_vip"];
const from25 = [
  ...[
    "mgr_read_vip_ips",
    "mgr_read_vip_floating_type",
    "send_arp_packge_times",
    "gateway_address",
    "vip_tope",
  ],
  "mgr_exit_primary_kill_connection_mode",
];
const rows: Readonly<Record<string, readonly string[]>> = {
  "8.0.32-24": [...base, "mgr_vip_broad"],
  "8.0.32-25": [...base, ...from25, "mgr_vip_broad", "port"],
  "8.0.32-26": [...base, ...from25, "mgr_vip_broad", "port"],
  "8.0.32-27": [...base, ...from25, "mgr_vip_broad", "port"],
  "8.4.4-4": [...base, ...from25, "mgr_vip_label", "port"],
  "8.4.4-5": [...base, ...from25, "mgr_vip_label", "force_wait_timeout"],
};
it("each release has the variables that its source has", () => {
  expect(pluginReleases.map(({ name }) => name)).toEqual(Object.keys(rows));
  for (const release of pluginReleases)
    expect(
      listVariables(release)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...(rows[release.name] ?? [])].sort());
});

it("what a plugin takes at its start alone is known as such", () => {
  const fixed = pluginVariables.filter(({ isReadOnly }) => isReadOnly).map(({ name }) => name);
  expect(fixed).toEqual(["port"]);
});

it.each([
  ["send_arp_packge_times", "2 21 x", "3 20"],
  ["force_wait_timeout", "2 3601", "3 3600"],
  ["mgr_vip_nic", "abcdefghijklm", "abcdefghijkl"],
  ["mgr_vip_label", "ab -", "a 0"],
  ["mgr_vip_mask", "255.255 129", "255.255.255.0 64"],
  ["mgr_vip_ip", "db1 10.0.0", "10.0.0.1 fd00::1"],
  ["port", "0 65536 abc", "1 18888"],
  ["enable_mgr_vip", "yes 2", "ON off 1 true"],
  ["mgr_read_vip_floating_type", "TO_NOBODY", "TO_PRIMARY to_another_secondary"],
])("%s takes no %s, and takes %s", (name, unfit, fit) => {
  const rule = findVariableRule(`greatdb_ha_${name}`);
  if (rule === null) throw new TypeError("no such variable");
  for (const value of unfit.split(" ")) expect([value, isValueFit(rule, value)]).toEqual([value, false]);
  for (const value of fit.split(" ")) expect([value, isValueFit(rule, value)]).toEqual([value, true]);
});

it("no more read VIPs than 61 are taken", () => {
  const rule = findVariableRule("greatdb_ha_mgr_read_vip_ips");
  const list = (count: number): string =>
    Array.from({ length: count }, (_, n) => `10.0.0.${n + 1}`).join(",");
  expect(rule === null ? [] : [isValueFit(rule, list(61)), isValueFit(rule, list(62))]).toEqual([
    true,
    false,
  ]);
});
