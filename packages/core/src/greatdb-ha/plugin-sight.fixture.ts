import type { PluginHost } from "@primacy/contract/agent";
import type { PluginMember } from "./plugin-sight";
import { findPluginRelease } from "./version-rules";

/** A host on which nothing forbids the plugin; each test breaks one thing. */
export function pluginHost(change: Partial<PluginHost> = {}): PluginHost {
  const start = { readsNone: false, file: null, extraFile: null, groupSuffix: "", options: [] };
  return {
    serverCount: 1,
    server: { pid: 7, hasNetAdmin: true, hasNetRaw: true, start },
    library: { kind: "found", sha256: "0", serverVersion: 80_404, missing: [] },
    files: [],
    folders: [],
    ...change,
  };
}

/** A server of 8.4.4-5 without the plugin. */
export function pluginServer(
  change: Partial<NonNullable<PluginMember["server"]>> = {},
): NonNullable<PluginMember["server"]> {
  const version = "8.4.4-5";
  const release = findPluginRelease(version, "GreatSQL");
  return { version, release, pluginFolder: "/usr/lib/mysql/plugin/", variables: {}, ...change };
}

/** The n-th member, which is fit for the plugin. */
export function pluginMember(n: number, change: Partial<PluginMember> = {}): PluginMember {
  const id = `00000000-0000-4000-8000-00000000000${n}`;
  return {
    ...{ memberId: id, hostId: id, name: `db${n}`, server: pluginServer(), host: pluginHost() },
    ...{ operator: "running", nic: "eth0", nics: ["lo", "eth0", "eth1"], settings: [] },
    ...{ unfitLines: [], lines: [], startValues: {} },
    file: { kind: "unchanged" },
    ...change,
  };
}
