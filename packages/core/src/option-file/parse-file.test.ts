import { expect, it } from "vitest";
import { fromByteText, toByteText } from "./byte-text";
import { listServerGroups } from "./groups";
import { listEntries, parseOptionFile } from "./parse-file";
import { longestLineBytes } from "./split-lines";

const read = (text: string): readonly (string | null)[][] =>
  listEntries(parseOptionFile(text)).map(({ group, name, value }) => [group, name, value]);

/** What the server gets of one line in `[mysqld]`. */
const values = (line: string): readonly (string | null)[][] =>
  read(`[mysqld]\n${line}\n`).map((one) => one.slice(1));

it.each([
  ["a comment without a space before it", "x=ON#note", "ON"],
  ["a # within quotes", 'x="a # b"', "a # b"],
  ["a comment after quotes", "x='/data' # where \"it\" is", "/data"],
  ["an apostrophe opens quotes", "x=it's #5", "it's #5"],
  ["a protected quote closes none", 'x="a\\" # b" # c', 'a" # b'],
  ["quotes that do not match stay", "x=\"a'", "\"a'"],
  ["one quote stays", 'x="', '"'],
  ["empty quotes", 'x=""', ""],
  ["nothing", "x =   # c", ""],
  ["escapes", String.raw`x=\b\t\n\r\\\s\"\'`, "\b\t\n\r\\ \"'"],
  ["a backslash before another letter, and at the end", "x=c:\\data\\d\\", "c:\\data\\d\\"],
  ["an equals sign in the value", "x = a=b", "a=b"],
  ["white space around", "\t x \t=\v a b \f\r", "a b"],
  ["a no-break space of ISO 8859-1", "x\u00a0=\u00a0a\u00a0", "a"],
])("reads a value: %s", (_name, line, value) => {
  expect(values(line)).toEqual([["x", value]]);
});

it("takes a line without an equals sign for a bare name, with the spaces in it", () => {
  expect(values("skip-name-resolve # yes")).toEqual([["skip-name-resolve", null]]);
  expect(values("  two words  ")).toEqual([["two words", null]]);
});

it.each(["", "   ", "# x=1", "; x=1", " \t; x=1", "!x=1", "!includeif /a", "\0x=1"])(
  "reads nothing of %j",
  (line) => {
    expect(values(line)).toEqual([]);
  },
);

it("keeps a group until the next, whatever follows its bracket, with white space at its beginning", () => {
  expect(read("[mysqld ] x\na\n[ mysqld]]\nb\n[]\nc")).toEqual([
    ["mysqld", "a", null],
    [" mysqld", "b", null],
    ["", "c", null],
  ]);
});

it.each([
  ["x=1\n[mysqld]\ny=2\n", "option_without_group", 1, 0],
  ["[mysqld]\na=1\n[mysqld\nb=2\n", "group_unclosed", 3, 1],
  ["[mysqld]\na\n!include \nb=2\n", "directive_empty", 3, 1],
  ["[mysqld]\na\n=2\nb\n", "name_empty", 3, 1],
])("stops at what the server stops at: %j", (text, kind, line, entries) => {
  const parsed = parseOptionFile(text);
  expect(parsed.problem).toEqual({ kind, line });
  expect(listEntries(parsed)).toHaveLength(entries);
});

it("reads the names of includes with their spaces", () => {
  const targets = (text: string): string[] =>
    parseOptionFile(text).items.flatMap((one) => (one.kind === "include" ? [one.target] : []));
  expect(targets("!include /etc/a.cnf\n! includedir\t/etc/b d \r\n!include /etc/c.cnf # c")).toEqual([
    "/etc/a.cnf",
    "/etc/b d",
    "/etc/c.cnf",
  ]);
});

it("says of which lines releases differ: too long ones and those with a NUL", () => {
  const long = `x=${"a".repeat(longestLineBytes)}`;
  const text = `[mysqld]\n${long}\nz=1\0 2\ny=3\n\0\nlost=1\n`;
  const entries = listEntries(parseOptionFile(text));
  expect(entries.map(({ name, value, line }) => [name, value?.length, line.number, line.isPlain])).toEqual([
    ["x", longestLineBytes, 2, false],
    ["z", 4, 3, false],
  ]);
});

it("keeps bytes that are no UTF-8, and shows those that are", () => {
  expect(fromByteText(toByteText("入口 é \ud800"))).toBe("入口 é \ufffd");
  expect(fromByteText("\u00bf\u00aa=1")).toBe("\u00bf\u00aa=1");
});

it("knows the groups of a server", () => {
  expect(listServerGroups("9.7.0", "@my1")).toEqual([
    ...["mysqld", "server", "mysqld-9.7", "mysqld@my1", "server@my1", "mysqld-9.7@my1"],
  ]);
  expect(listServerGroups(null)).toEqual(["mysqld", "server"]);
});
