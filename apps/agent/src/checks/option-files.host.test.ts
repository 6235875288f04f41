import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  isReadGroup,
  listServerGroups,
  parseOptionFile,
  readOptionFiles,
  toByteText,
} from "@primacy/core/option-file";
import { acquireTestLab, type LabHost, type TestLab } from "@primacy/lab";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { optionFileText } from "../../../../packages/core/src/option-file/random-file.fixture";
import { optionFileReader } from "./option-file-reader";

/** What MySQL's own tool says of option files is what the reader says. Texts have one character for each byte. */
const folder = "/tmp/option-files";
const groups = listServerGroups("9.7.0", "@my1");
let held: TestLab;
let host: LabHost;

beforeAll(async () => {
  held = await acquireTestLab({ of: "host" });
  host = held.lab.host("px1");
});
afterAll(async () => {
  await host?.exec(["rm", "-rf", folder]);
  await held?.release();
});

interface Case {
  /** By their names in the case's folder, which texts call `DIR`; `my.cnf` is the one that the server looks for. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands in the case's folder, before the tool runs. */
  readonly before?: string;
}

interface Answer {
  readonly isFatal: boolean;
  readonly options: string;
}

/** What the tool prints of each case. */
async function ask(cases: readonly Case[]): Promise<readonly Answer[]> {
  const script = cases.flatMap(({ files, before = ":" }, index) => [
    `mkdir -p ${folder}/${index} && cd ${folder}/${index} || exit 9`,
    ...Object.entries(files).flatMap(([name, text]) => [
      `mkdir -p "$(dirname "${name}")"; base64 -d >"${name}" <<'END'`,
      Buffer.from(text.replaceAll("DIR", `${folder}/${index}`), "latin1").toString("base64"),
      "END",
    ]),
    before,
    `my_print_defaults --defaults-file=${folder}/${index}/my.cnf --show ${groups.join(" ")} >/tmp/said 2>/dev/null`,
    `echo "$? $(base64 -w 0 /tmp/said)"`,
  ]);
  const { stdout } = await host.exec(["sh"], {
    input: [`rm -rf ${folder}`, "umask 022", ...script].join("\n"),
    timeoutMs: 120_000,
  });
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [code, said = ""] = line.split(" ");
      return { isFatal: code !== "0", options: Buffer.from(said, "base64").toString("latin1") };
    });
}

/** What the reader says of the case, of a copy of the same files: names in `/proc/…/root` lead nowhere for it. */
async function read(copy: string, index: number): Promise<Answer> {
  const toCopy = (path: string): string => {
    const plain = path.replace(/^\/+/, "/");
    return plain.startsWith(folder) ? `${copy}${plain.slice(folder.length)}` : `${copy}/none`;
  };
  const reading = await readOptionFiles([{ path: `${folder}/${index}/my.cnf`, isRequired: false }], {
    readFile: (path) => optionFileReader.readFile(toCopy(path)),
    listFolder: (path) => optionFileReader.listFolder(toCopy(path)),
  });
  const lines = reading.entries.flatMap(({ group, name, value }) =>
    isReadGroup(group, groups) ? `--${name}${value === null ? "" : `=${value}`}\n` : [],
  );
  return { isFatal: reading.isFatal, options: reading.isFatal ? "" : lines.join("") };
}

async function compare(cases: readonly Case[]): Promise<readonly Answer[]> {
  const said = await ask(cases);
  const copy = mkdtempSync(path.join(tmpdir(), "option-files-"));
  execFileSync("cp", ["-a", `${await host.findOnMachine(folder)}/.`, copy]);
  expect(said).toHaveLength(cases.length);
  try {
    for (const [index, answer] of said.entries())
      expect({ ...cases[index], ...(await read(copy, index)) }).toEqual({ ...cases[index], ...answer });
  } finally {
    rmSync(copy, { recursive: true });
  }
  return said;
}

const one = (text: string): Case => ({ files: { "my.cnf": text } });
const long = (bytes: number): string => `x=${"a".repeat(bytes - 2)}`;

it("says what MySQL's tool says of files as people write them", async () => {
  const said = await compare([
    one('[mysqld]\nx=ON#note\ny="a # b"\n[mysqld-5.7]\nx=5\n[mysqld1]\nx=6\n[mysqld@my1]\nx=7'),
    one(toByteText("[mysqld]\r\ndatadir = /a\r\nlog_bin\r\nlog-bin = b \r\nserver_id = 1  # 每个节点\r\n")),
    one(
      '[client]\nprompt = "(\\\\D)[\\\\u@x][\\\\d]>"\n[mysqld]\nloose-plugin_load_add=\'a.so\'\nloose-plugin_load_add="b.so"\n',
    ),
    one(
      "[MySQLd ]\nsize = 96G #\u00e5\u00a6\u0082\nz=\u00e5\u0088\u00a0\nname = \u00bf\u00aa\u00a0\n[ mysqld]\nno\n[server] # x\nyes\n",
    ),
    one("[mysqld]\nx=it's #1\ny='it\\'s' #2\nz=\"a' # b\nw = \\s a\\\n"),
    one("[mysqld]\nz=1\0\n\0\nw=1\n"),
    one("[mysqld]\nz=1\0\n\n[client\0]\n]\nw=1\n"),
    one("[mysqld]\npassword=secret\nx=a\\nb\\tc\\qd\n\0y=1\nz=1\0 2\n"),
    one(""),
    one("; nothing\n"),
    one("[mysqld]"),
  ]);
  expect(said.map(({ isFatal }) => isFatal)).not.toContain(true);
  expect(said[0]?.options).toBe("--x=ON\n--y=a # b\n--x=7\n");
});

it("says what MySQL's tool says of broken files and of lines that are too long", async () => {
  const said = await compare([
    one("x=1\n[mysqld]\ny=2\n"),
    one("[mysqld]\nx=1\n[mysqld\ny=2\n"),
    one("[mysqld]\nx\n!include \ny\n"),
    one("[mysqld]\nx\n!includedir\ny\n"),
    one("!includedir DIR/absent\n[mysqld]\nx\n"),
    ...[4093, 4094, 4095, 4096].flatMap((bytes) => [
      one(`[mysqld]\n${long(bytes)}\ny\n`),
      one(`[mysqld]\n${long(bytes)}[client]\ny\n`),
    ]),
    one(`[mysqld]\n# ${"a".repeat(4092)}x=1\n`),
  ]);
  expect(said.slice(0, 5).map(({ isFatal }) => isFatal)).toEqual([true, true, true, true, true]);
});

it("says what MySQL's tool says of included files and folders", async () => {
  const x = (value: string): string => `[mysqld]\nx=${value}\n`;
  await compare([
    {
      files: {
        "my.cnf":
          "[mysqld]\nx=0\n!includedir DIR/d\nx=8\n!include DIR/e.txt \n  ! include\tDIR/absent\nx=9\n!includes DIR/e.txt\n",
        ...{
          "d/b.cnf": x("2"),
          "d/a.cnf": x("1"),
          "d/C.cnf": x("C"),
          "d/.h.cnf": x("h"),
          "d/.cnf": x("dot"),
        },
        ...{ "d/a.b.cnf": x("ab"), "d/a.cnf.bak": x("bak"), "d/n.ini": x("ini"), "d/f.cnf/g.cnf": x("g") },
        ...{ "d/\u00e9.cnf": x("e"), "e.txt": "[client]\nx=e\n[server]\nx=s\n" },
      },
    },
    { files: { "my.cnf": "[mysqld]\nx\n!include DIR/my.cnf\ny\n" } },
    { files: { "my.cnf": "[mysqld]\n!include DIR/a.cnf\ny\n", "a.cnf": "[mysqld]\nx=1\n[broken\nx=2\n" } },
    { files: { "my.cnf": "[mysqld]\ny\n!include DIR/a.cnf", "a.cnf": x("whole"), "a.cn": x("cut") } },
    { files: { "my.cnf": "[mysqld]\r\ny\r\n!include DIR/a b.cnf \r\n", "a b.cnf": x("1") } },
    {
      files: {
        "my.cnf": "!include DIR/a.cnf # note\n!include DIR/b.cnf\n",
        "a.cnf": x("1"),
        "b.cnf": x("2"),
      },
      before: "chmod o+w b.cnf",
    },
    {
      files: { "my.cnf": "!include DIR/l.cnf\n!includedir DIR/d//\n", "a.cnf": x("1") },
      before: "ln -s a.cnf l.cnf; mkdir d; ln -s ../a.cnf d/m.cnf; ln -s none d/n.cnf",
    },
    { files: { "my.cnf": x("1") }, before: "chmod o+w my.cnf" },
    {
      files: {
        "my.cnf":
          "!include DIR/a#b.cnf\n!include 'DIR/c#d.cnf'\n!include DIR/it's#.cnf\n! includedir DIR/d#\n",
        ...{ "a#b.cnf": x("1"), "c#d.cnf": x("2"), "it's#.cnf": x("3"), a: x("4"), "d/d.cnf": x("5") },
      },
    },
    { files: { "my.cnf": "!include ~/none.cnf\n!include //DIR/./a.cnf\n", "a.cnf": x("1") } },
    // The tool passes by a file that is not there; a server ends.
    { files: { "other.cnf": x("1") } },
  ]);
});

it("says what MySQL's tool says of any file", async () => {
  // The tool reads what stands before such a line in memory; no server starts with it.
  const text = optionFileText.filter((bytes) => parseOptionFile(bytes).problem?.kind !== "name_empty");
  const batch = fc.array(text.map(one), { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(batch, async (cases) => {
      await compare(cases);
    }),
    // What fails names its file; to look for a shorter batch would take longer than to look at the file.
    { numRuns: 8, endOnFailure: true },
  );
});
