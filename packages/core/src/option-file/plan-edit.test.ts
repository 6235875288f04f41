import { formatMessage, isRefusal } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import type { OptionEdit } from "./edit-spans";
import { listServerGroups } from "./groups";
import { inMemory } from "./in-memory.fixture";
import type { OptionSources } from "./places";
import { planEdit } from "./plan-edit";
import { type FileSight, readOptionFiles } from "./read-files";
import { undoEdit } from "./undo-edit";

const set = (name: string, value: string, isLoose = false): OptionEdit => ({
  kind: "set",
  name,
  value,
  isLoose,
});
const remove = (name: string, by: "comment" | "delete" = "comment"): OptionEdit => ({
  kind: "remove",
  name,
  by,
});

async function sourcesOf(
  files: Readonly<Record<string, string>>,
  tops: readonly string[],
): Promise<OptionSources> {
  const asked = tops.map((path) => ({ path, isRequired: false }));
  const reading = await readOptionFiles(asked, inMemory(files));
  return { reading, groups: listServerGroups("9.7.0"), persisted: new Map(), commandLine: [] };
}

async function edited(text: string, ...edits: OptionEdit[]): Promise<string | readonly string[]> {
  const plan = await planEdit("/my.cnf", edits, await sourcesOf({ "/my.cnf": text }, ["/my.cnf"]));
  if (isRefusal(plan)) return plan.errors.map(({ path, code }) => `${path} ${code}`);
  expect(undoEdit(plan.undo, plan.newText)).toBe(text);
  return plan.newText;
}

it.each([
  ["the value alone", "[mysqld]\nx = 1 # one\n", set("x", "2"), "[mysqld]\nx = 2 # one\n"],
  ["within its quotes", "[mysqld]\n x='a' #b\r\n", set("x", "c d"), "[mysqld]\n x='c d' #b\r\n"],
  ["with quotes that it needs", "[mysqld]\nx=1#a\n", set("x", "a # b"), '[mysqld]\nx="a # b"#a\n'],
  ["with escapes that it needs", "[mysqld]\nx=1\n", set("x", "a\n\\n"), "[mysqld]\nx=a\\n\\\\n\n"],
  ["with other quotes", "[mysqld]\nx=1 # a\n", set("x", "it's"), '[mysqld]\nx="it\'s" # a\n'],
  ["both quotes", "[mysqld]\nx=1 # a\n", set("x", `'"#`), `[mysqld]\nx="'\\"#" # a\n`],
  ["an empty one", "[mysqld]\nx=1\n", set("x", ""), "[mysqld]\nx=\n"],
  ["where there was none", "[mysqld]\nx= # a\n", set("x", "1"), "[mysqld]\nx=1 # a\n"],
  ["of a bare name", "[mysqld]\n x-y  # a\n", set("x_y", "OFF"), "[mysqld]\n x-y=OFF  # a\n"],
  ["instead of skip", "[mysqld]\nloose-skip-x-y # a\n", set("x_y", "ON"), "[mysqld]\nloose-x-y=ON # a\n"],
  [
    "of the last place",
    "[mysqld]\nx=1\n[client]\nx=2\n[server]\nx=3",
    set("x", "4"),
    "[mysqld]\nx=1\n[client]\nx=2\n[server]\nx=4",
  ],
  ["not where it says so already", "[mysqld]\nx = '1'\n", set("x", "1"), "[mysqld]\nx = '1'\n"],
  [
    "in Chinese beside GBK",
    "[mysqld]\n#\u00bf\u00aa\nx=1\n",
    set("x", "库"),
    "[mysqld]\n#\u00bf\u00aa\nx=\u00e5\u00ba\u0093\n",
  ],
])("sets a value: %s", async (_name, text, edit, wanted) => {
  expect(await edited(text, edit)).toBe(wanted);
});

it.each([
  [
    "after the last option of the last group",
    "[mysqld]\na=1\n# b\n\n[client]\n",
    "[mysqld]\na=1\nx=1\n# b\n\n[client]\n",
  ],
  ["as the file writes it", "[mysqld]\r\na = 1\r\n", "[mysqld]\r\na = 1\r\nx = 1\r\n"],
  ["without a last line break", "[mysqld]\r\na=1", "[mysqld]\r\na=1\r\nx=1"],
  [
    "in an empty group",
    "[client]\n[MYSQLD] # ours\n[mysql]\n",
    "[client]\n[MYSQLD] # ours\nx = 1\n[mysql]\n",
  ],
  ["with a group of its own", "[client]\na=1\n", "[client]\na=1\n\n[mysqld]\nx=1\n"],
  ["with a group and no last line break", "[client]", "[client]\n\n[mysqld]\nx = 1"],
  ["in an empty file", "", "[mysqld]\nx = 1\n"],
])("adds a line: %s", async (_name, text, wanted) => {
  expect(await edited(text, set("x", "1"))).toBe(wanted);
});

it("removes every spelling, by a comment or wholly", async () => {
  const text = "[mysqld]\n x_y=1\r\n[client]\nx_y=2\n[mysqld-9.7]\nloose-skip-x-y\nz";
  expect(await edited(text, remove("x_y"))).toBe(
    "[mysqld]\n #x_y=1\r\n[client]\nx_y=2\n[mysqld-9.7]\n#loose-skip-x-y\nz",
  );
  expect(await edited(text, remove("x-y", "delete"))).toBe("[mysqld]\n[client]\nx_y=2\n[mysqld-9.7]\nz");
  expect(await edited(text, remove("absent"))).toBe(text);
});

it("makes several edits at once", async () => {
  const edits = [set("b", "2"), set("new_one", "1"), remove("a", "delete"), set("plugin_one", "/p", true)];
  expect(await edited("[mysqld]\na=1\nb=1\nc=1\n[mysql]\n", ...edits)).toBe(
    "[mysqld]\nb=2\nc=1\nnew_one=1\nloose_plugin_one=/p\n[mysql]\n",
  );
});

describe("refuses, with every reason at once,", () => {
  it("names, values and lists that cannot be", async () => {
    const edits = [
      set("a=b", "1"),
      set("x", "\0"),
      set("x", "1"),
      set("plugin-load-add", "a.so"),
      set("loose_x", "1"),
    ];
    expect(await edited("[mysqld]\n", ...edits)).toEqual([
      "/edits/0 option_name_invalid",
      "/edits/2 option_edit_twice",
      "/edits/3 option_accumulates",
      "/edits/4 option_name_invalid",
      "/edits/1 option_value_unwritable",
    ]);
    expect(await edited("[mysqld]\n", set("x", "a".repeat(5000)))).toEqual([
      "/edits/0 option_value_unwritable",
    ]);
  });

  it("a file that the server reads in part, or in pieces", async () => {
    expect(await edited("[mysqld]\nx=1\n[mysqld\n", set("x", "2"))).toEqual(["/file option_group_unclosed"]);
    const long = `[mysqld]\nx=${"a".repeat(5000)}\n`;
    expect(await edited(long, set("x", "2"))).toEqual(["/edits/0 option_line_ambiguous"]);
  });

  it("an edit that would change how another line is read", async () => {
    // The last letter of the name is lost as long as the line has no break.
    expect(await edited("[client]\n!include /abc", set("x", "1"))).toEqual(["/file option_edit_unsafe"]);
  });

  it("what a later place would override", async () => {
    const files = {
      "/a": "[mysqld]\nx=1\n!include /b\n",
      "/b": "[mysqld]\nx=2\n",
      "/c": "[server]\nskip-x\n",
    };
    const sources = {
      ...(await sourcesOf(files, ["/a", "/c"])),
      persisted: new Map([["x", "3"]]),
      commandLine: [{ name: "loose-x", value: "4" }],
    };
    for (const edit of [set("x", "5"), remove("x")]) {
      const refused = await planEdit("/a", [edit], sources);
      expect(isRefusal(refused) && refused.errors.map(({ message }) => message.text)).toEqual([
        "Line 2 of /b sets x too, and the server uses that line. Edit it there.",
        "Line 2 of /c sets x too, and the server uses that line. Edit it there.",
        "The server's command line sets x, which overrides every option file. Change it there.",
        "x is also a persisted setting (SET PERSIST), which overrides every option file. Change it there.",
      ]);
    }
    const last = await planEdit("/c", [set("x", "5")], await sourcesOf(files, ["/a", "/c"]));
    expect(!isRefusal(last) && last.newText).toBe("[server]\nx=5\n");
  });

  it("a file that cannot be written, is ignored, absent or not read", async () => {
    const sights: [FileSight, string][] = [
      [{ kind: "text", text: "", realPath: "/my.cnf", isWritable: false }, "option_file_read_only"],
      [{ kind: "missing" }, "option_file_missing"],
      [{ kind: "unreadable" }, "option_file_unreadable"],
      [{ kind: "world-writable" }, "option_file_world_writable"],
    ];
    for (const [sight, code] of sights) {
      const reader = { readFile: async () => sight, listFolder: async () => null };
      const reading = await readOptionFiles([{ path: "/my.cnf", isRequired: false }], reader);
      const sources = { ...(await sourcesOf({}, [])), reading };
      const refused = await planEdit("/my.cnf", [set("x", "1")], sources);
      expect(isRefusal(refused) && refused.errors.map((one) => one.code)).toEqual([code]);
    }
    const strange = await planEdit("/other", [set("x", "1")], await sourcesOf({}, []));
    expect(isRefusal(strange) && strange.errors.map(({ message }) => formatMessage(message, "zh"))).toEqual([
      "服务器不读取 /other，修改它没有效果。",
    ]);
  });
});

it("edits where a symbolic link leads, though both names are read", async () => {
  const sight: FileSight = { kind: "text", text: "[mysqld]\nx=1\n", realPath: "/real", isWritable: true };
  const reader = { readFile: async () => sight, listFolder: async () => null };
  const tops = ["/a", "/b"].map((path) => ({ path, isRequired: false }));
  const sources = { ...(await sourcesOf({}, [])), reading: await readOptionFiles(tops, reader) };
  const plan = await planEdit("/a", [set("x", "2")], sources);
  expect(plan).toMatchObject({ file: "/real", newText: "[mysqld]\nx=2\n" });
});

it("does not undo where the file was changed meanwhile", async () => {
  const plan = await planEdit(
    "/my.cnf",
    [set("x", "2")],
    await sourcesOf({ "/my.cnf": "[mysqld]\nx=1\n" }, ["/my.cnf"]),
  );
  if (isRefusal(plan)) throw new Error("refused");
  for (const text of [`${plan.newText}#`, plan.oldText, plan.newText.replace("x", "y")]) {
    const refused = undoEdit(plan.undo, text);
    expect(isRefusal(refused) && refused.errors.map((one) => one.code)).toEqual(["option_file_changed"]);
  }
});
