import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

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

/** Makes it as another process would, which knows nothing of what was made before. */
async function make(sources: string): Promise<(...args: string[]) => string> {
  writeFileSync(entry, sources);
  vi.resetModules();
  const { bundleProgram } = await import("./bundle-program");
  const file = bundleProgram(entry);
  expect(bundleProgram(entry), "made once").toBe(file);
  return (...args) => execFileSync(process.execPath, [file, ...args], { encoding: "utf8" });
}

const countCompiled = (): number => {
  const kept = listMade().find((one) => one.endsWith(".compiled"));
  return kept === undefined ? 0 : readdirSync(path.join(cache, kept)).length;
};

it("does what its sources say at each start, and keeps what was compiled for each of its commands", async () => {
  writeFileSync(path.join(folder, "sum.ts"), "export const sum = (a: number, b: number): number => a + b;");
  const run = await make(
    `import { sum } from "./sum"; console.log(sum(2, 3), process.argv.slice(2).join(), import.meta.url === process.argv[1], "\\u00fc");`,
  );
  expect(countCompiled()).toBe(0);
  for (const _ of ["compiled now", "compiled before"]) {
    expect(run("operator", "run", "7")).toBe("5 operator,run,7 true ü\n");
    expect(countCompiled()).toBe(1);
  }
  expect(run("operator", "heal")).toBe("5 operator,heal true ü\n");
  expect(countCompiled()).toBe(2);
});

it("is another program after its sources have changed, and nothing of the one before is kept", async () => {
  expect((await make('console.log("before");'))()).toBe("before\n");
  expect((await make('console.log("behind");'))()).toBe("behind\n");
  expect(listMade()).toHaveLength(3);
  expect(countCompiled()).toBe(1);
});

it("refuses what is no ASCII, as the agent's build does", async () => {
  await expect(make("console.log(/ü/u);")).rejects.toThrow("is not ASCII");
  expect(listMade()).toEqual([]);
});
