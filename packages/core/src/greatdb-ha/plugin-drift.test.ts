import { formatMessage, VipRequest } from "@primacy/contract";
import { expect, it } from "vitest";
import { desiredSettings } from "./desired-settings";
import { judgePluginDrift, type PluginReading } from "./plugin-drift";
import { findPluginRelease } from "./version-rules";

const vip = { ...VipRequest.parse({ address: "10.77.0.100", prefixLength: 24 }), nics: { h1: "eth0" } };

function reading(version: string, change: Readonly<Record<string, string>> = {}): PluginReading {
  const sight = findPluginRelease(version, "GreatSQL");
  if (sight.kind === "none") throw new TypeError(version);
  const settings = desiredSettings(sight.release, vip, "eth0");
  const variables = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  return {
    ...{ hostId: "h1", name: "db1", version, versionComment: "GreatSQL" },
    variables: { ...variables, greatdb_ha_send_arp_packge_times: "7", ...change },
  };
}

const planned = reading("8.4.4-5");
type Row = readonly [title: string, reading: PluginReading, code: string | null, says?: string];
const rows: readonly Row[] = [
  ["as planned, what nobody planned left aside", planned, null],
  [
    "a switch that is written otherwise is the same",
    reading("8.4.4-5", { greatdb_ha_enable_mgr_vip: "1" }),
    null,
  ],
  [
    "somebody switched it off",
    reading("8.4.4-5", { greatdb_ha_enable_mgr_vip: "OFF" }),
    "topology.plugin_differs",
    "SET GLOBAL greatdb_ha_enable_mgr_vip = 'ON'",
  ],
  [
    "a variable that only a start sets",
    reading("8.0.32-26", { greatdb_ha_port: "" }),
    "topology.plugin_differs_fixed",
    "greatdb_ha_port = 18888",
  ],
  [
    "it is not loaded any more",
    { ...planned, variables: {} },
    "topology.plugin_unloaded",
    "INSTALL PLUGIN greatdb_ha SONAME 'greatdb_ha.so'",
  ],
  [
    "a member that came later without it",
    { ...planned, hostId: "h4", variables: {} },
    "topology.plugin_joined",
  ],
  ["a member that came later, set up alike by hand", { ...planned, hostId: "h4" }, null],
];

it.each(rows.map(([title, seen, code, says = ""]) => [title, seen, code, says] as const))(
  "%s",
  (_title, seen, code, says) => {
    const drift = judgePluginDrift(vip, seen);
    expect(drift?.code ?? null).toBe(code);
    if (drift === null) return;
    expect(drift.text).toContain(says);
    expect(formatMessage(drift, "zh")).not.toMatch(/\{\w+/);
  },
);
