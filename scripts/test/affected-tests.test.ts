import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root as ownRoot } from "../lib/run.mjs";
import { listAffectedTests } from "./affected-tests.mjs";

let root = "";
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, ...lines: readonly string[]): void {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, `${lines.join("\n")}\n`);
}

const listFiles = (folder: string): string[] =>
  readdirSync(path.join(ownRoot, folder), { recursive: true, encoding: "utf8" }).map((file) =>
    path.join(folder, file),
  );

const names = ["few", "many", "late", "typed", "noted", "served", "styled", "twin"];
const tests = [...names.map((name) => `app/${name}.test.ts`), "app/twin.test.tsx"];
const manifests = ["package.json", "core/package.json", "db/package.json"];
const list = (...changed: string[]) => listAffectedTests({ root, tests, manifests, changed });
const named = (...some: string[]) => some.map((name) => `app/${name}.test.ts`);

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "affected-"));
  write("package.json", JSON.stringify({ devDependencies: { elsewhere: "1.0.0", react: "1.0.0" } }));
  const own = { exports: { ".": "./index.ts" }, dependencies: { "@own/db": "*" } };
  write("core/package.json", JSON.stringify({ name: "@own/core", sideEffects: false, ...own }));
  write("db/package.json", JSON.stringify({ name: "@own/db", ...own }));
  mkdirSync(path.join(root, "node_modules/@own"), { recursive: true });
  for (const name of ["core", "db"])
    symlinkSync(path.join(root, name), path.join(root, "node_modules/@own", name));

  write(
    "core/index.ts",
    'export * from "./lag";',
    'export * from "./quorum";',
    'export * from "./shape";',
    'export * from "./unused";',
    'export * from "./mixed";',
  );
  write("core/lag.ts", 'import { round } from "./round";', "export const lag = (n: number) => round(n);");
  write(
    "core/quorum.ts",
    'import { table } from "./table";',
    "export const quorum = (n: number) => table[n];",
  );
  write("core/table.ts", "export const table = [0, 1, 2].map((n) => Math.floor(n / 2) + 1);");
  write("core/round.ts", "export const round = (n: number) => Math.round(n);");
  write("core/shape.ts", "export interface Shape { readonly lag: number }");
  write("core/unused.ts", 'export const unused = new RegExp("lag");');
  write("core/mixed.ts", 'export { table as terms } from "./table";', "export const mixed = () => 1;");
  write("db/index.ts", 'import { quorum } from "@own/core";', "export const wanted = [quorum(3)];");
  write("db/notes.json", '{ "word": "lag" }');
  write("db/plain.css", "p { color: red }");

  write("app/few.test.ts", 'import "elsewhere";', 'import { lag } from "@own/core";', "lag(1);");
  write("app/many.test.ts", 'import { lag, quorum } from "@own/core";', "lag(quorum(3));");
  write("app/late.test.ts", 'const { lag } = await import("@own/core");', "lag(1);");
  write(
    "app/typed.test.ts",
    'import type { Shape } from "@own/core";',
    "export const s: Shape = { lag: 1 };",
  );
  write("app/noted.test.ts", 'import notes from "../db/notes.json";', "notes.word.trim();");
  write("app/served.test.ts", 'import { wanted } from "@own/db";', "wanted.pop();");
  write("app/styled.test.ts", 'import "../db/plain.css";');
  write("app/twin.test.ts", 'import { round } from "../core/round";', "round(1);");
  write("app/twin.test.tsx", 'import { round } from "../core/round";', "<p>{round(1)}</p>;");
});

const twins = [...named("twin"), "app/twin.test.tsx"];
/** All that import the package of `core` by value, whatever they use of it. */
const behindCore = named("few", "late", "many", "served");

it("chooses the tests that use something of the changed file, however far away, and not those that only import its package", async () => {
  expect(await list("core/round.ts")).toEqual([...named("few", "late", "many"), ...twins]);
  expect(await list("core/lag.ts")).toEqual(named("few", "late", "many"));
  expect(await list("core/quorum.ts")).toEqual(named("late", "many", "served"));
  expect(await list("core/table.ts")).toEqual(named("late", "many", "served"));
});

it("chooses all behind a file that passes on what others export, or that is no code", async () => {
  expect(await list("core/index.ts")).toEqual(behindCore);
  expect(await list("core/mixed.ts")).toEqual(behindCore);
  expect(await list("db/notes.json")).toEqual(named("noted"));
  expect(await list("db/plain.css")).toEqual(named("styled"));
});

it("chooses a test that changed itself, those of each changed file, and none for types alone or for what no test imports", async () => {
  expect(await list("app/typed.test.ts")).toEqual(named("typed"));
  expect(await list("core/lag.ts", "README.md", "db/notes.json", "app/served.test.ts")).toEqual(
    named("few", "late", "many", "noted", "served"),
  );
  expect(await list("core/shape.ts")).toEqual([]);
  expect(await list("README.md", "core/gone.ts")).toEqual([]);
});

it("chooses all behind a file that no test uses, since they load it", async () => {
  const withoutLate = tests.filter((test) => !test.includes("late"));
  const changed = ["core/unused.ts"];
  expect(await listAffectedTests({ root, tests: withoutLate, manifests, changed })).toEqual(
    behindCore.filter((test) => withoutLate.includes(test)),
  );
});

it("fails with the file and the import that leads nowhere", async () => {
  write("app/lost.test.ts", 'import { lag } from "@own/core/lost";', "lag(1);");
  await expect(
    listAffectedTests({ root, tests: [...tests, "app/lost.test.ts"], manifests, changed: ["core/lag.ts"] }),
  ).rejects.toThrow(/app\/lost\.test\.ts.*@own\/core\/lost/s);
});

it("names a package file that is no JSON", async () => {
  write("bad/package.json", "{ no");
  await expect(
    listAffectedTests({ root, tests, manifests: ["bad/package.json"], changed: ["core/lag.ts"] }),
  ).rejects.toThrow(/^bad\/package\.json is no JSON/);
});

it("finds its way through this project", async () => {
  const folders = ["core/src/drill", "core/src/event", "db/src/drill"];
  const files = folders.flatMap((folder) => listFiles(`packages/${folder}`));
  const found = await listAffectedTests({
    root: ownRoot,
    tests: files.filter((file) => file.endsWith(".test.ts")),
    manifests: ["package.json", ...["core", "contract", "db"].map((name) => `packages/${name}/package.json`)],
    changed: ["packages/core/src/drill/write-gap.ts"],
  });
  expect(found).toContain("packages/core/src/drill/write-gap.test.ts");
  expect(found.filter((file) => file.startsWith("packages/core/src/event/"))).toEqual([]);
});
