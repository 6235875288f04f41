import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LoadTools } from "@primacy/contract/agent";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listLoadTools } from "./list-load-tools";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "load-tools-")));
  for (const folder of ["local/bin", "local/share/sysbench", "bin", "opt/sysbench/bin"])
    mkdirSync(path.join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (name: string): string => path.join(root, name);
const install = (name: string, script: string): void =>
  writeFileSync(at(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
/** Says which arguments it was given where those are not the right ones. */
const told = (args: string, text: string): string => `[ "$*" = "${args}" ] && echo "${text}" || echo "$*"`;

async function list(isTrusted = (_file: string) => Promise.resolve(true)): Promise<LoadTools> {
  const folders = [at("local/bin"), at("bin")];
  return LoadTools.parse(await listLoadTools(AbortSignal.timeout(60_000), { folders, isTrusted }));
}

test("each tool is told with its path and its version, one that is not there too", async () => {
  install("bin/sysbench", told("--version", "sysbench 1.0.20"));
  install("bin/mysqlslap", told("--no-defaults --version", "mysqlslap  Ver 8.0.36 for Linux on x86_64"));
  expect(await list()).toEqual({
    tools: [
      { tool: "sysbench", path: at("bin/sysbench"), version: "1.0.20", said: null, isTrusted: true },
      { tool: "mysqlslap", path: at("bin/mysqlslap"), version: "8.0.36", said: null, isTrusted: true },
      { tool: "go-tpc", path: null, version: null, said: null, isTrusted: true },
    ],
    scripts: [],
  });
});

test("what was built on the host comes before what is packaged, with its own scripts", async () => {
  install("bin/sysbench", told("--version", "sysbench 1.0.20"));
  install(
    "local/bin/sysbench",
    told("--version", "sysbench 1.1.0-de18a03 (using bundled LuaJIT 2.1.0-beta3)"),
  );
  for (const name of ["oltp_read_write.lua", "oltp_common.lua", "bulk_insert.lua", "README"])
    writeFileSync(at(`local/share/sysbench/${name}`), "");
  const { tools, scripts } = await list();
  expect(tools[0]).toMatchObject({ path: at("local/bin/sysbench"), version: "1.1.0-de18a03" });
  expect(scripts).toEqual(["bulk_insert", "oltp_read_write"]);
});

test("the mysqlslap of MariaDB is found under the name that it has there, after one of MySQL", async () => {
  install(
    "bin/mariadb-slap",
    told("--no-defaults --version", "mariadb-slap from 11.4.3-MariaDB, client 1.0"),
  );
  expect((await list()).tools[1]).toMatchObject({ path: at("bin/mariadb-slap"), version: "11.4.3-MariaDB" });
  install("bin/mysqlslap", told("--no-defaults --version", "mysqlslap  Ver 8.0.36 for Linux on x86_64"));
  expect((await list()).tools[1]).toMatchObject({ path: at("bin/mysqlslap"), version: "8.0.36" });
});

test("the scripts of a sysbench that is a link are those where it leads to", async () => {
  install("opt/sysbench/bin/sysbench", "echo sysbench 1.0.20");
  mkdirSync(at("opt/sysbench/share/sysbench"), { recursive: true });
  writeFileSync(at("opt/sysbench/share/sysbench/oltp_insert.lua"), "");
  symlinkSync(at("opt/sysbench/bin/sysbench"), at("bin/sysbench"));
  expect(await list()).toMatchObject({
    tools: [{ path: at("bin/sysbench") }, {}, {}],
    scripts: ["oltp_insert"],
  });
});

test("a tool that fails, or has another version form, is told with what it said", async () => {
  install("bin/sysbench", "echo 'cannot load libmysqlclient.so.21' >&2; exit 127");
  install("bin/go-tpc", told("version", "Git Commit Hash: None"));
  const { tools } = await list();
  expect(tools.map(({ version, said }) => [version, said])).toEqual([
    [null, "cannot load libmysqlclient.so.21"],
    [null, null],
    [null, "Git Commit Hash: None"],
  ]);
});

test("a tool that does not end is ended after seconds, and holds up no other", async () => {
  install("bin/sysbench", "exec sleep 600");
  install("bin/go-tpc", told("version", "Release version: v1.0.12"));
  const { tools } = await list();
  expect(tools.map(({ version }) => version)).toEqual([null, null, "1.0.12"]);
});

test("a tool that others than root could replace is not run, and told as such", async () => {
  install("bin/sysbench", `touch ${at("was-run")}; echo sysbench 1.0.20`);
  const asked: string[] = [];
  const { tools } = await list(async (file) => {
    asked.push(file);
    return false;
  });
  expect([tools[0], asked]).toEqual([
    { tool: "sysbench", path: at("bin/sysbench"), version: null, said: null, isTrusted: false },
    [at("bin/sysbench")],
  ]);
  expect(() => rmSync(at("was-run"))).toThrow("ENOENT");
});
