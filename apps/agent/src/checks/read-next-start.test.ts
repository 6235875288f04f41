import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ConfiguredOption } from "@primacy/contract/agent";
import { parseServerStart } from "@primacy/core/option-file";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readServerFiles } from "./read-configured";
import { judgeNextStart, readNextStart } from "./read-next-start";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "next-start-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const version = "9.7.0";
const timeout = "group_replication_member_expel_timeout";

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** What the next start sets for a server that was started with this file alone, and these further arguments. */
async function judge(
  text: string,
  variables: readonly string[],
  args: readonly string[] = [],
  forRoot: readonly ConfiguredOption[] = [],
) {
  const file = write("my.cnf", text);
  const start = parseServerStart(["mysqld", `--defaults-file=${file}`, ...args]);
  const reading = await readServerFiles(start, []);
  return { file, told: judgeNextStart({ start, version, reading, forRoot }, variables) };
}

test("the file and the line that count are told, and a variable that nothing sets is absent", async () => {
  const text =
    "[mysqld]\nmax_connections=100\n[client]\nmax_connections=1\n[mysqld-9.7]\nmax-connections = 2K\n";
  const { file, told } = await judge(text, ["max_connections", "sync_binlog"]);
  expect(told).toEqual({
    problem: null,
    settings: [{ variable: "max_connections", value: "2K", place: "file", path: file, line: 6 }],
    unread: [],
  });
});

test("the command line counts more than the files, and a plugin's variable may be loose", async () => {
  const text = `[mysqld]\nmax_connections=100\nloose-${timeout}=0\n`;
  const { file, told } = await judge(text, ["max_connections", timeout], ["--max-connections=7"]);
  expect(told.settings).toEqual([
    { variable: "max_connections", value: "7", place: "command_line", path: null, line: null },
    { variable: timeout, value: "0", place: "file", path: file, line: 3 },
  ]);
});

test("what a console need not know is not told, whoever asks", async () => {
  const text = "[mysqld]\nloose_group_replication_recovery_ssl_key=/k\ninit_file=/secret\n";
  const { told } = await judge(text, ["group_replication_recovery_ssl_key", "init_file"]);
  expect(told.settings).toEqual([]);
});

test("files that nobody could read are named; root's word counts at the usual places alone", async () => {
  const unread = write("part.cnf", "[mysqld]\nsync_binlog=0\n");
  const text = `[mysqld]\n!include /dev/null\nmax_connections=5\n`;
  const forRoot = [{ variable: "max_connections", group: "mysqld", value: "9" }];
  const { told } = await judge(text, ["max_connections"], [], forRoot);
  expect(told.unread).toEqual(["/dev/null"]);
  expect(told.settings.map(({ value }) => value)).toEqual(["5"]);
  const reading = await readServerFiles(null, [write("other.cnf", text), unread]);
  const usual = judgeNextStart({ start: null, version, reading, forRoot }, [
    "max_connections",
    "sync_binlog",
  ]);
  expect(usual.settings).toMatchObject([
    { variable: "max_connections", value: "9", path: null },
    { variable: "sync_binlog", value: "0", path: unread },
  ]);
});

test("a file that every user may write is passed by, as by the server", async () => {
  const file = write("open.cnf", "[mysqld]\nmax_connections=5\n");
  chmodSync(file, 0o666);
  const reading = await readServerFiles(null, [file]);
  const told = judgeNextStart({ start: null, version, reading, forRoot: [] }, ["max_connections"]);
  expect(told.settings.filter(({ path: at }) => at === file)).toEqual([]);
});

test("files with which the server does not start are said to be so", async () => {
  const { told } = await judge("[mysqld]\n=5\n", ["max_connections"]);
  expect(told.problem?.code).toBe("next_start.files_broken");
});

test("an agent without an account on its server says why it knows nothing", async () => {
  const told = await readNextStart(null, [], ["max_connections"]);
  expect([told.problem?.code, told.settings]).toEqual(["next_start.no_account", []]);
});
