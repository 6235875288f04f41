import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bundleProgram, makeProgram } from "./bundle-program";

const cache = path.resolve(import.meta.dirname, "../../../../node_modules/.cache/primacy");
let folder: string;
let entry: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "primacy-program-"));
  entry = path.join(folder, "main.ts");
});
const listMade = (): string[] => readdirSync(cache).filter((one) => one.includes(path.basename(folder)));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const one of listMade()) rmSync(path.join(cache, one), { recursive: true, force: true });
});

function make(sources: string): string {
  writeFileSync(entry, sources);
  return makeProgram(entry);
}
const run = (file: string, ...args: string[]): string =>
  execFileSync(process.execPath, [file, ...args], { encoding: "utf8", stdio: "pipe" });
const folderOf = (file: string): string => file.replace(/\.cjs$/, ".js.compiled");
const listCompiled = (file: string): string[] => readdirSync(folderOf(file)).sort();

it("does what its sources say at each start, and keeps what was compiled for each of its commands", () => {
  writeFileSync(path.join(folder, "sum.ts"), "export const sum = (a: number, b: number): number => a + b;");
  const file = make(
    `import { sum } from "./sum"; console.log(sum(2, 3), process.argv.slice(2).join(), import.meta.url === process.argv[1], "\\u00fc");`,
  );
  for (const _ of ["compiled now", "compiled before"]) {
    expect(run(file, "operator", "run", "7")).toBe("5 operator,run,7 true ü\n");
    expect(listCompiled(file)).toEqual([expect.stringMatching(/^v8-[0-9a-f]+-operator-run$/)]);
  }
  expect(run(file, "operator", "heal")).toBe("5 operator,heal true ü\n");
  expect(listCompiled(file)).toHaveLength(2);
});

it("uses what was kept, and keeps it anew where V8 refuses it", () => {
  const file = make('console.log("kept");');
  run(file);
  const sources = file.replace(/\.cjs$/, ".js");
  // V8 looks at the length of the sources alone, and needs no other words of what it has compiled.
  writeFileSync(sources, readFileSync(sources, "utf8").replace("kept", "read"));
  expect(run(file)).toBe("kept\n");

  const [name = ""] = listCompiled(file);
  writeFileSync(path.join(folderOf(file), name), "broken");
  expect(run(file)).toBe("read\n");
  writeFileSync(sources, readFileSync(sources, "utf8").replace("read", "late"));
  expect(run(file)).toBe("read\n");
});

it("is another program after its sources have changed, and that before is removed after a day", () => {
  const before = make('console.log("before");');
  expect(run(before)).toBe("before\n");
  const now = make('console.log("now");');
  expect([run(before), run(now)]).toEqual(["before\n", "now\n"]);

  const old = Date.now() / 1_000 - 90_000;
  for (const one of listMade().filter((name) => !name.startsWith(path.basename(now, ".cjs"))))
    utimesSync(path.join(cache, one), old, old);
  makeProgram(entry);
  expect(listMade()).toEqual(["cjs", "js", "js.compiled"].map((end) => path.basename(now, "cjs") + end));
});

it("is made once for a process, which others may make it for meanwhile", () => {
  writeFileSync(entry, "console.log(1);");
  const file = bundleProgram(entry);
  const { ino } = statSync(file);
  expect([bundleProgram(entry), statSync(file).ino]).toEqual([file, ino]);
  expect([makeProgram(entry), run(file)]).toEqual([file, "1\n"]);
});

it("tells why it failed, and not a line of a million characters before that", () => {
  const long = Array.from(
    { length: 5_000 },
    (_, index) => `export const value${index} = () => ${index};`,
  ).join("\n");
  const file = make(`${long}\nthrow new Error("no reason");`);
  let said = "";
  try {
    run(file);
  } catch (error) {
    said = String((error as { stderr: unknown }).stderr);
  }
  // Who started it keeps so much of the end.
  expect(said.slice(-2_000)).toContain("no reason");
});

it("refuses what is no ASCII, as the agent's build does, and leaves nothing", () => {
  expect(() => make("console.log(/ü/u);")).toThrow("is not ASCII");
  expect(listMade()).toEqual([]);
});
