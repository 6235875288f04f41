import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFileValue, listServerGroups } from "@primacy/core/option-file";
import { afterEach, beforeEach, expect, test } from "vitest";
import { optionFileReader } from "./option-file-reader";
import { findConfigured, findServerStart, listConfigured, readServerFiles } from "./read-configured";
import { findRestartValue } from "./read-variables";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "option-files-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The machine's own option files do not name this variable. */
const variable = "primacy_test_variable";
const version = "9.7.0";

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function find(...files: string[]): Promise<string | null> {
  return findFileValue(await readServerFiles(null, files), listServerGroups(version), variable);
}

test.each([
  ["a plain value", "[mysqld]\nprimacy_test_variable = ON\n", "ON"],
  ["dashes, quotes and a comment", '[mysqld]\nprimacy-test-variable="1" # yes\n', "1"],
  ["a loose option", "[server]\nloose_primacy_test_variable=ON\n", "ON"],
  ["a bare name means ON", "[mysqld-9.7]\nprimacy_test_variable\n", "ON"],
  ["skip turns it off", "[mysqld]\nskip-primacy-test-variable\n", "OFF"],
  ["the last one counts", "[mysqld]\nprimacy_test_variable=ON\nprimacy_test_variable=OFF\n", "OFF"],
  ["another program's section does not", "[client]\nprimacy_test_variable=ON\n", null],
  ["nor does a longer name", "[mysqld]\nprimacy_test_variable_too=ON\n", null],
  ["a comment right after the value", "[mysqld]\nprimacy_test_variable=ON#note\n", "ON"],
  ["a # within quotes", '[mysqld]\nprimacy_test_variable="a # b"\n', "a # b"],
  [
    "the groups of another release and of an instance do not count",
    "[mysqld]\nprimacy_test_variable=ON\n[mysqld-5.7]\nprimacy_test_variable=OFF\n[mysqld1]\nprimacy_test_variable=OFF\n",
    "ON",
  ],
])("%s", async (_name, text, value) => {
  expect(await find(write("my.cnf", text))).toBe(value);
});

test("included files and folders are read where they are included, in order, and a circle ends", async () => {
  mkdirSync(path.join(folder, "conf.d"));
  write("conf.d/10.cnf", "[mysqld]\nprimacy_test_variable=OFF\n");
  write("conf.d/20.cnf", "[mysqld]\nprimacy_test_variable=ON\n");
  write("conf.d/30.txt", "[mysqld]\nprimacy_test_variable=no\n");
  const file = write("my.cnf", `!includedir ${folder}/conf.d\n!include ${folder}/my.cnf\n`);
  expect(await find(file)).toBe("ON");
});

test("a file that is not there is passed by, and so is one that every user may write", async () => {
  expect(await find(path.join(folder, "absent.cnf"))).toBeNull();
  const file = write("my.cnf", "[mysqld]\nprimacy_test_variable=ON\n");
  chmodSync(file, 0o646);
  expect(await find(file)).toBeNull();
});

test("a file says where its symbolic link leads and keeps bytes that are no text", async () => {
  const real = path.join(folder, "real.cnf");
  writeFileSync(real, Buffer.from([0x23, 0xbf, 0xaa, 0x0d, 0x0a]));
  const link = path.join(folder, "my.cnf");
  symlinkSync(real, link);
  expect(await optionFileReader.readFile(link)).toEqual({
    ...{ kind: "text", text: "#\u00bf\u00aa\r\n", realPath: real, isWritable: true },
  });
  expect(await optionFileReader.readFile(`${real}/x`)).toEqual({ kind: "missing" });
  expect(await optionFileReader.readFile("/dev/null")).toEqual({ kind: "unreadable" });
  expect((await optionFileReader.listFolder(folder))?.toSorted()).toEqual(["my.cnf", "real.cnf"]);
});

test("root's process tells of each group the last line, and the server's release decides which counts", async () => {
  const text =
    "[mysqld]\nsuper_read_only=ON\nskip-super-read-only\n[mysqld-8.4]\nsuper_read_only=1\n[client]\nsuper_read_only\n";
  const options = listConfigured(await readServerFiles(null, [write("my.cnf", text)]));
  const own = options.filter((one) => one.variable === "super_read_only").slice(-2);
  expect(own).toEqual([
    { variable: "super_read_only", group: "mysqld", value: "OFF" },
    { variable: "super_read_only", group: "mysqld-8.4", value: "1" },
  ]);
  expect(findConfigured(own, listServerGroups("9.7.0"), "super_read_only")).toBe("OFF");
  expect(findConfigured(own, listServerGroups("8.4.3"), "super_read_only")).toBe("1");
});

test("what root read counts where this process could not read all, unless the server reads other files", async () => {
  const start = await findServerStart(runMysqld("--defaults-file=/a.cnf"));
  expect(start?.file).toBe("/a.cnf");
  const reading = await readServerFiles(start, [
    write("my.cnf", `!include /dev/null\n[mysqld]\n${variable}=1\n`),
  ]);
  const forRoot = [{ variable, group: "mysqld", value: "2" }];
  expect(findRestartValue({ start: null, version, reading, forRoot }, variable)).toBe("2");
  expect(findRestartValue({ start: null, version, reading, forRoot: [] }, variable)).toBe("1");
  expect(findRestartValue({ start, version, reading, forRoot }, variable)).toBe("1");
});

/** A root folder in which a server runs with these arguments. */
function runMysqld(...args: string[]): string {
  const process = path.join(folder, "proc", "7");
  mkdirSync(process, { recursive: true });
  write("proc/7/comm", "mysqld\n");
  write("proc/7/cmdline", ["/usr/sbin/mysqld", ...args, ""].join("\0"));
  return folder;
}
