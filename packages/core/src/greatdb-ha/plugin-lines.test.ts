import { expect, it } from "vitest";
import { listServerGroups, type OptionSources, readOptionFiles } from "../option-file";
import { inMemory } from "../option-file/in-memory.fixture";
import { desiredSettings } from "./desired-settings";
import { planRemoval, planSettings } from "./plan-files";
import {
  findStartValues,
  listPluginLines,
  listStayingLines,
  listUnfitLines,
  listUnseenFiles,
} from "./plugin-lines";
import { pluginHost } from "./plugin-sight.fixture";
import { pluginReleases } from "./version-rules";

const file = "/etc/my.cnf";
const release = pluginReleases[1];
if (release === undefined) throw new TypeError("no release");
const settings = desiredSettings(
  release,
  { address: "10.77.0.100", prefixLength: 24, onRelease: "leave" },
  "eth0",
);

async function sourcesOf(text: string, more: Partial<OptionSources> = {}): Promise<OptionSources> {
  const reading = await readOptionFiles([{ path: file, isRequired: false }], inMemory({ [file]: text }));
  return { reading, groups: listServerGroups("8.0.32-25"), persisted: new Map(), commandLine: [], ...more };
}

it.each([
  ["greatdb_ha_port=1", [false]],
  ["greatdb-ha-new-one", [false]],
  ["skip-greatdb_ha_enable_mgr_vip", [false]],
  ["greatdb_ha=FORCE", [false]],
  ["loose-greatdb-ha-port = 1", [true]],
  ["loose_skip_greatdb_ha_enable_mgr_vip", [true]],
  ["skip_loose_greatdb_ha_enable_mgr_vip", [true]],
  ["#greatdb_ha_port=1", []],
  ["my_greatdb_ha_port=1", []],
  ["greatdb_hat=1", []],
])(
  "a line of the server is for the plugin, and known without it, by its name alone: %s",
  async (line, loose) => {
    const found = listPluginLines(await sourcesOf(`[mysqld]\n${line}\n[client]\ngreatdb_ha_port=1\n`));
    expect(found.map(({ isLoose }) => isLoose)).toEqual(loose);
    expect(found.map((one) => [one.file, one.line])).toEqual(loose.map(() => [file, 2]));
  },
);

it("after a removal the lines stay that Primacy did not write", async () => {
  const before = "[mysqld]\nloose_greatdb_ha_port=18888\n";
  const plan = await planSettings(await sourcesOf(before), settings);
  if (plan.kind !== "planned") throw new Error(JSON.stringify(plan));
  const after = await sourcesOf(`${before}${plan.edit.spans.map(({ newText }) => newText).join("")}`);
  expect(listPluginLines(after)).toHaveLength(settings.length);
  const removal = await planRemoval(after, plan.edit);
  expect(removal.kind).toBe("planned");
  const left = [{ file, line: 2, name: "loose_greatdb_ha_port", isLoose: true }];
  expect(await listStayingLines(after, removal)).toEqual(left);
  // Without its record all of them do.
  expect(await listStayingLines(after, await planRemoval(after, null))).toHaveLength(settings.length);
});

it("lines with values that the plugin does not take are found wherever they stand", async () => {
  const sources = await sourcesOf(
    "[mysqld]\nloose-greatdb_ha_send_arp_packge_times = 50\n[client]\ngreatdb_ha_port=x\n",
  );
  expect(listUnfitLines(sources)).toEqual([
    { file, line: 2, name: "greatdb_ha_send_arp_packge_times", value: "50" },
  ]);
});

it("the next start's values are told of settings that only a start gives, the place that counts most", async () => {
  const text =
    "[mysqld]\nloose_greatdb_ha_port=1\nloose_greatdb_ha_mgr_vip_ip=10.0.0.1\n[server]\ngreatdb-ha-port=2\n";
  expect(findStartValues(await sourcesOf(text), settings)).toEqual({ greatdb_ha_port: "2" });
  const commandLine = [{ name: "loose-greatdb-ha-port", value: "3" }];
  expect(findStartValues(await sourcesOf(text, { commandLine }), settings)).toEqual({ greatdb_ha_port: "3" });
  expect(findStartValues(await sourcesOf("[mysqld]\n"), settings)).toEqual({});
});

it.each([
  ["a file that the agent read", "/etc/my.cnf", true],
  ["where its link leads", "/etc/mysql/real.cnf", true],
  ["another spelling", "/etc//mysql/./real.cnf", true],
  ["one that was missing to the agent", "/usr/etc/my.cnf", true],
  ["one that is gone from a folder that the agent listed", "/etc/mysql/conf.d/gone.cnf", true],
  ["one in a folder that the agent may not list", "/etc/mysql/closed.d/one.cnf", false],
  ["one of which the agent knows nothing", "/opt/mysql/my.cnf", false],
])("the server's own word for its files is compared with the agent's: %s", (_title, named, isSeen) => {
  const host = pluginHost({
    files: [
      { path: "/etc/my.cnf", kind: "text", realPath: "/etc/mysql/real.cnf" },
      { path: "/usr/etc/my.cnf", kind: "missing", realPath: null },
    ],
    folders: [
      { path: "/etc/mysql/conf.d/", names: [] },
      { path: "/etc/mysql/closed.d", names: null },
    ],
  });
  expect(listUnseenFiles([named], host)).toEqual(isSeen ? [] : [named]);
});
