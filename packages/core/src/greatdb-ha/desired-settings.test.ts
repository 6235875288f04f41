import { expect, it } from "vitest";
import { desiredSettings, findDeviations, settingsToRestore, toMask } from "./desired-settings";
import { pluginReleases } from "./version-rules";

const request = { address: "10.77.0.100", prefixLength: 24, onRelease: "cut" } as const;

function settingsOf(name: string, change: object = {}): Readonly<Record<string, string>> {
  const release = pluginReleases.find((one) => one.name === name);
  if (release === undefined) throw new TypeError("no such release");
  const settings = desiredSettings(release, { ...request, ...change }, "eth0");
  return Object.fromEntries(settings.map((one) => [one.name.replace("greatdb_ha_", ""), one.value]));
}

const common = {
  mgr_vip_ip: "10.77.0.100",
  mgr_vip_nic: "eth0",
  mgr_vip_mask: "255.255.255.0",
  enable_mgr_vip: "ON",
};
const cut = { mgr_exit_primary_kill_connection_mode: "ON" };
it.each([
  ["8.0.32-24", common],
  ["8.0.32-25", { ...common, ...cut, port: "18888" }],
  ["8.4.4-4", { ...common, ...cut, port: "18888" }],
  ["8.4.4-5", { ...common, ...cut }],
])("a member of %s is to have what its release has, and no more", (release, wanted) => {
  expect(settingsOf(release)).toEqual(wanted);
});

it("what switches the plugin on comes last", () => {
  for (const release of pluginReleases)
    expect(desiredSettings(release, request, "eth0").at(-1)?.name).toBe("greatdb_ha_enable_mgr_vip");
});

it("connections that are to be left are not ended by the plugin", () => {
  expect(settingsOf("8.4.4-5", { onRelease: "leave" })).toMatchObject({
    mgr_exit_primary_kill_connection_mode: "OFF",
  });
});

it.each([
  ["10.0.0.1", 8, "255.0.0.0"],
  ["10.0.0.1", 25, "255.255.255.128"],
  ["10.0.0.1", 31, "255.255.255.254"],
  ["10.0.0.1", 32, "255.255.255.255"],
  ["10.0.0.1", 0, "0.0.0.0"],
  ["fd00::1", 64, "64"],
])("the mask of %s/%i is %s", (address, prefixLength, mask) => {
  expect(toMask(address, prefixLength)).toBe(mask);
});

it("what a server has otherwise is found, and how a switch is written does not matter", () => {
  const release = pluginReleases.at(-1);
  if (release === undefined) throw new TypeError("no release");
  const wanted = desiredSettings(release, request, "eth0");
  const same = Object.fromEntries(wanted.map(({ name, value }) => [name, value === "ON" ? "1" : value]));
  expect(findDeviations(wanted, same)).toEqual([]);
  const other = { ...same, greatdb_ha_mgr_vip_nic: "eth1" };
  expect(findDeviations(wanted, other).map(({ name, actual }) => [name, actual])).toEqual([
    ["greatdb_ha_mgr_vip_nic", "eth1"],
  ]);
  expect(findDeviations(wanted, {})).toHaveLength(wanted.length);
});

it("a plugin that is loaded again gets what it had, but nothing that it refuses, and is switched on last", () => {
  const had = {
    greatdb_ha_enable_mgr_vip: "ON",
    greatdb_ha_mgr_vip_ip: "10.77.0.100",
    greatdb_ha_mgr_vip_nic: "eth0",
    greatdb_ha_port: "18888",
    greatdb_ha_vip_tope: "3a::10.77.0.100;",
    greatdb_ha_force_change_mgr_vip: "ON",
    greatdb_ha_of_a_later_release: "1",
  };
  const fresh = Object.fromEntries(Object.keys(had).map((name) => [name, ""]));
  const now = { ...fresh, greatdb_ha_enable_mgr_vip: "OFF", greatdb_ha_mgr_vip_nic: "eth0" };
  expect(settingsToRestore(had, now).map(({ name, value }) => [name, value])).toEqual([
    ["greatdb_ha_mgr_vip_ip", "10.77.0.100"],
    ["greatdb_ha_enable_mgr_vip", "ON"],
  ]);
  expect(settingsToRestore(had, { ...had, greatdb_ha_enable_mgr_vip: "1" })).toEqual([]);
});
