import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listServerGroups, type OptionSources, readOptionFiles, redoEdit } from "../option-file";
import { inMemory } from "../option-file/in-memory.fixture";
import { findFileValue } from "../option-file/places";
import { optionFileText } from "../option-file/random-file.fixture";
import { desiredSettings } from "./desired-settings";
import { planRemoval, planSettings } from "./plan-files";
import { pluginReleases } from "./version-rules";

const release = pluginReleases[1];
if (release === undefined) throw new TypeError("no release");
const settings = desiredSettings(
  release,
  { address: "10.77.0.100", prefixLength: 24, onRelease: "leave" },
  "eth0",
);
const names = settings.map(({ name }) => name);
const lines = settings.map(({ name, value }) => `loose_${name}=${value}\n`).join("");
const groups = listServerGroups("8.0.32-25");

async function sourcesOf(files: Readonly<Record<string, string>>): Promise<OptionSources> {
  const top = Object.keys(files)[0] ?? "/etc/my.cnf";
  const reading = await readOptionFiles([{ path: top, isRequired: false }], inMemory(files));
  return { reading, groups, persisted: new Map(), commandLine: [] };
}

async function applied(files: Readonly<Record<string, string>>) {
  const plan = await planSettings(await sourcesOf(files), settings);
  if (plan.kind !== "planned") throw new Error(JSON.stringify(plan));
  const text = redoEdit(plan.edit, files[plan.edit.file] ?? "");
  if (typeof text !== "string") throw new Error("not as planned");
  return { plan, files: { ...files, [plan.edit.file]: text }, text };
}

describe("where the settings go", () => {
  const include = "!includedir /etc/mysql/conf.d\n!includedir /etc/mysql/mysqld.d\n";
  const debian = {
    "/etc/mysql/my.cnf": include,
    "/etc/mysql/conf.d/mysql.cnf": "[mysql]\n",
    "/etc/mysql/mysqld.d/mysqld.cnf": "[mysqld]\nuser=mysql\n",
  };
  it("is the last file with options of the server", async () => {
    const { plan, text } = await applied(debian);
    expect(plan.edit.file).toBe("/etc/mysql/mysqld.d/mysqld.cnf");
    expect(text).toBe(`[mysqld]\nuser=mysql\n${lines}`);
  });
  it("is the file that has one of them already, and an old value is replaced", async () => {
    const { plan, text } = await applied({
      ...debian,
      "/etc/mysql/conf.d/mysql.cnf": "[mysqld]\ngreatdb-ha-mgr-vip-ip = 10.0.0.1\n",
    });
    expect(plan.edit.file).toBe("/etc/mysql/conf.d/mysql.cnf");
    expect(text).toContain("greatdb-ha-mgr-vip-ip = 10.77.0.100\n");
  });
  it("is refused with its reasons where the server would not get them", async () => {
    const sources = { ...(await sourcesOf(debian)), persisted: new Map([[names[0] ?? "", "x"]]) };
    const plan = await planSettings(sources, settings);
    expect(plan.kind === "refused" && plan.reasons.map(({ code }) => code)).toEqual([
      "problem.option_set_persisted",
    ]);
  });
  it("is nowhere where the server reads no file", async () => {
    const plan = await planSettings(await sourcesOf({}), settings);
    expect(plan.kind === "refused" && plan.reasons.map(({ code }) => code)).toEqual([
      "problem.plugin_no_option_file",
    ]);
  });
});

it("a diff shows the lines that change and no other line, which may have a password", async () => {
  const text =
    "[client]\npassword=secret\n[mysqld]\nuser=mysql\nloose_greatdb_ha_mgr_vip_ip=10.0.0.1 # old\n";
  const { plan } = await applied({ "/etc/my.cnf": text });
  expect(plan.diff.split("\n")).toEqual([
    "--- /etc/my.cnf",
    "@@ 5 @@",
    "- loose_greatdb_ha_mgr_vip_ip=10.0.0.1 # old",
    "+ loose_greatdb_ha_mgr_vip_ip=10.77.0.100 # old",
    "@@ 6 @@",
    ...lines
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => `+ ${line}`),
  ]);
});

it("a file without a last line break shows no line of its own", async () => {
  const { plan } = await applied({ "/etc/my.cnf": "[mysqld]\npassword=secret" });
  expect(plan.diff).not.toContain("secret");
  expect(plan.diff).toContain("@@ 3 @@\n+ loose_greatdb_ha_mgr_vip_ip=10.77.0.100");
});

it("on any file: applied and removed, it is what it was to the byte; and where somebody edited it, the settings are gone", async () => {
  let planned = 0;
  let found = 0;
  await fc.assert(
    fc.asyncProperty(optionFileText, async (text) => {
      const sources = await sourcesOf({ "/etc/my.cnf": text });
      const plan = await planSettings(sources, settings);
      if (plan.kind !== "planned") return;
      planned += 1;
      const after = redoEdit(plan.edit, text);
      if (typeof after !== "string") throw new Error("not as planned");
      const exact = await planRemoval(await sourcesOf({ "/etc/my.cnf": after }), plan.edit);
      expect(exact.kind === "planned" && redoEdit(exact.edit, after)).toBe(text);
      const other = `${after}\n# by hand\n`;
      const byName = await planRemoval(await sourcesOf({ "/etc/my.cnf": other }), plan.edit);
      if (byName.kind !== "planned") return;
      found += 1;
      const left = redoEdit(byName.edit, other);
      if (typeof left !== "string") throw new Error("not as planned");
      const { reading } = await sourcesOf({ "/etc/my.cnf": left });
      for (const name of names) expect(findFileValue(reading, groups, name)).toBeNull();
      expect(left).toContain("# by hand");
    }),
    { numRuns: 120 },
  );
  expect(planned).toBeGreaterThan(30);
  expect(found).toBeGreaterThan(15);
});

describe("a removal takes out", () => {
  it("nothing where no edit was recorded, whatever the files say", async () => {
    const plan = await planRemoval(await sourcesOf({ "/etc/my.cnf": `[mysqld]\n${lines}` }), null);
    expect(plan).toEqual({ kind: "unchanged" });
  });
  it("nothing that is gone already", async () => {
    const { plan } = await applied({ "/etc/my.cnf": "[mysqld]\n" });
    expect(await planRemoval(await sourcesOf({ "/etc/my.cnf": "[mysqld]\nx=1\n" }), plan.edit)).toEqual({
      kind: "unchanged",
    });
  });
  it("only the lines that the edit brought, where the file was edited since", async () => {
    const own = "loose_greatdb_ha_port = 18888\nloose_greatdb_ha_mgr_vip_nic = eth9\n";
    const { plan, text } = await applied({ "/etc/my.cnf": `[mysqld]\n${own}` });
    const other = `${text}loose_greatdb_ha_gateway_address = 10.77.0.1\n`;
    const removal = await planRemoval(await sourcesOf({ "/etc/my.cnf": other }), plan.edit);
    // What stood there before stays: also the interface, of which the edit changed the value alone.
    expect(removal.kind === "planned" && redoEdit(removal.edit, other)).toBe(
      "[mysqld]\nloose_greatdb_ha_port = 18888\nloose_greatdb_ha_mgr_vip_nic = eth0\n" +
        "loose_greatdb_ha_gateway_address = 10.77.0.1\n",
    );
  });
});
