import { expect, it } from "vitest";
import { listTopFiles, parseHelp, parseServerStart } from "./file-order";
import { listServerGroups } from "./groups";
import { inMemory } from "./in-memory.fixture";
import { matchOption } from "./option-name";
import { parsePersisted } from "./persisted";
import { findFileValue, listPlaces } from "./places";
import { type FileSight, readOptionFiles } from "./read-files";

const groups = listServerGroups("9.7.0");
const top = (...paths: string[]) => paths.map((path) => ({ path, isRequired: false }));

it.each([
  ["super_read_only", null, "ON"],
  ["super-read-only", "1", "1"],
  ["loose_super-read_only", "OFF", "OFF"],
  ["skip-super-read-only", null, "OFF"],
  ["skip-super-read-only", "0", "ON"],
  ["loose-disable_super_read_only", null, "OFF"],
  ["skip-loose-super_read_only", "1", "1"],
  ["enable-super-read-only", "0", "OFF"],
  ["Super_Read_Only", "1", undefined],
  ["maximum-super_read_only", "1", undefined],
  ["super_read_only_too", "1", undefined],
])("%s=%s sets super_read_only to %s", (name, value, wanted) => {
  expect(matchOption(name, value, "super-read-only")?.value).toBe(wanted);
});

it("takes a variable whose name begins as a prefix for itself", () => {
  expect(matchOption("skip-name-resolve", null, "skip_name_resolve")?.value).toBe("ON");
});

it("does not read the group of another release, another server or another program, and reads any case", async () => {
  const others = "[mysqld-5.7]\nx=1\n[mysqld1]\nx=2\n[client]\nx=3\n[mysqld@my1]\nx=4\n";
  const reading = await readOptionFiles(top("/my.cnf"), inMemory({ "/my.cnf": `[MYSQLD]\nx=0\n${others}` }));
  expect(findFileValue(reading, groups, "x")).toBe("0");
  expect(findFileValue(reading, listServerGroups("5.7.44"), "x")).toBe("1");
  expect(findFileValue(reading, listServerGroups("9.7.0", "@my1"), "x")).toBe("4");
});

it("reads included files where they are included, in the order of their names, each with its own group", async () => {
  const reader = inMemory({
    "/etc/my.cnf": "[mysqld]\na=1\n!includedir /etc/conf.d\n!include other.cnf\nlast=1\n",
    "/etc/conf.d/b.cnf": "[mysqld]\na=3\n",
    "/etc/conf.d/a.cnf": "[client]\na=2\n",
    "/etc/conf.d/C.cnf": "[mysqld]\na=0\n",
    "/etc/conf.d/d.ini": "[mysqld]\na=9\n",
    "/other.cnf": "[server]\na=4\n",
  });
  const reading = await readOptionFiles(top("/etc/absent.cnf", "/etc/my.cnf"), reader);
  const said = reading.entries.map(({ file, group, value }) => `${file} ${group} ${value}`);
  expect(said).toEqual([
    "/etc/my.cnf mysqld 1",
    "/etc/conf.d/C.cnf mysqld 0",
    "/etc/conf.d/a.cnf client 2",
    "/etc/conf.d/b.cnf mysqld 3",
    "/other.cnf server 4",
    "/etc/my.cnf mysqld 1",
  ]);
  expect(reading.isFatal).toBe(false);
});

it("goes ten files deep, and gives up on a folder that includes itself", async () => {
  const own = await readOptionFiles(top("/a"), inMemory({ "/a": "[mysqld]\nx\n!include /a\n" }));
  expect([own.entries.length, own.isFatal]).toEqual([11, false]);
  const folder = { "/d/1.cnf": "!includedir /d\n", "/d/2.cnf": "!includedir /d\n" };
  const endless = await readOptionFiles(top("/a"), inMemory({ "/a": "!includedir /d\n", ...folder }));
  expect(endless.isFatal).toBe(true);
});

it("stops where the server stops: at a broken file at the top, not at one that is included", async () => {
  const broken = "[mysqld]\nx=1\n[mysqld\nx=2\n";
  const reader = inMemory({ "/broken": broken, "/good": "[mysqld]\nx=3\n", "/with": "!include /broken\n" });
  const atTop = await readOptionFiles(top("/broken", "/good"), reader);
  expect([atTop.isFatal, findFileValue(atTop, groups, "x")]).toEqual([true, "1"]);
  const within = await readOptionFiles(top("/with", "/good"), reader);
  expect([within.isFatal, findFileValue(within, groups, "x")]).toEqual([false, "3"]);
  const absent = await readOptionFiles([{ path: "/gone", isRequired: true }], reader);
  expect(absent.isFatal).toBe(true);
  const noFolder = await readOptionFiles(top("/f"), inMemory({ "/f": "!includedir /none\n[mysqld]\nx=1\n" }));
  expect([noFolder.isFatal, noFolder.visits[0]?.problem]).toEqual([
    true,
    { kind: "folder_unreadable", line: 1 },
  ]);
});

it("passes by what every user may write", async () => {
  const ignored: FileSight = { kind: "world-writable" };
  const reader = { readFile: async () => ignored, listFolder: async () => null };
  const reading = await readOptionFiles([{ path: "/my.cnf", isRequired: true }], reader);
  expect([reading.isFatal, reading.entries]).toEqual([false, []]);
});

it("lets the command line count for more than files, and the persisted settings most", async () => {
  const reading = await readOptionFiles(top("/a"), inMemory({ "/a": "[mysqld]\nx=1\nloose-x=2\n" }));
  const persisted = new Map([["x", "3"]]);
  const commandLine = parseServerStart(["mysqld", "--x=4", "--skip-y"]).options;
  const places = listPlaces({ reading, groups, persisted, commandLine }, "x");
  expect(places.map(({ kind, value }) => [kind, value])).toEqual([
    ["file", "1"],
    ["file", "2"],
    ["command-line", "4"],
    ["persisted", "3"],
  ]);
});

it("reads the persisted settings of every version, and nothing else", () => {
  const first =
    '{ "Version" : 1 , "mysql_server" : { "a" : { "Value" : "ON" , "Metadata" : { "User" : "u" } } , "mysql_server_static_options" : { "b" : { "Value" : "2" } } } }';
  expect([...(parsePersisted(first) ?? [])]).toEqual([
    ["a", "ON"],
    ["b", "2"],
  ]);
  const second =
    '{"Version": 2, "mysql_dynamic_variables": {"a": {"Value": "1"}}, "mysql_static_variables": {"b": {"Value": "c"}}}';
  expect(parsePersisted(second)).toEqual(new Map(Object.entries({ a: "1", b: "c" })));
  expect([parsePersisted("{"), parsePersisted("[]"), parsePersisted('{"a": 1}')]).toEqual([null, null, null]);
});

it("knows which files a server looks for, by how it was started", () => {
  const paths = (...args: string[]): readonly string[] =>
    listTopFiles(parseServerStart(["mysqld", ...args])).map(({ path }) => path);
  expect(paths()).toEqual(["/etc/my.cnf", "/etc/mysql/my.cnf", "/usr/etc/my.cnf"]);
  expect(paths("--defaults-file=/a.cnf", "--port=1")).toEqual(["/a.cnf"]);
  expect(paths("--defaults-extra-file=/b.cnf")).toContain("/b.cnf");
  expect(paths("--no-defaults", "--defaults-file=/a.cnf")).toEqual([]);
  // Later ones are no options about files.
  expect(paths("--port=1", "--defaults-file=/a.cnf")).toHaveLength(3);
  expect(parseServerStart(["mysqld", "--defaults-group-suffix=@my1"]).groupSuffix).toBe("@my1");
  const places = { builtIn: "/etc/", mysqlHome: "/opt/mysql", home: "/home/mysql" };
  expect(listTopFiles(null, places).map(({ path }) => path)).toEqual([
    ...["/etc/mysql/my.cnf", "/etc/my.cnf", "/opt/mysql/my.cnf", "/home/mysql/.my.cnf"],
  ]);
});

it("reads what the server says of itself", () => {
  const help =
    "Default options are read from the following files in the given order:\n/etc/my.cnf /etc/mysql/my.cnf ~/.my.cnf \nThe following groups are read: mysqld server mysqld-9.7\n";
  expect(parseHelp(`Usage: mysqld\n\n${help}\nmore`)).toEqual({
    files: ["/etc/my.cnf", "/etc/mysql/my.cnf", "~/.my.cnf"],
    groups: ["mysqld", "server", "mysqld-9.7"],
  });
  expect(parseHelp("Usage: mysqld")).toBeNull();
});
