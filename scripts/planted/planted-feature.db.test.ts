import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownFiles, plantFeature, sharedFiles } from "./plant.fixture";

const isLongRun = process.env.PRIMACY_LONG_RUN === "1";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "primacy-planted-"));
  plantFeature(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program of the copy says; throws it where the program fails. */
async function runThere(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, VITEST: undefined };
  const command = [path.join(folder, program), ...args];
  const ran = promisify(execFile)(process.execPath, command, { cwd: folder, env, maxBuffer: 2 ** 26 });
  const failed = (error: { stdout: string; stderr: string }): never => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  };
  return (await ran.catch(failed)).stdout;
}

/** Runs tests of the copy, all of which have to pass; returns those of these places that were not among them. */
async function listUnrun(project: string, places: readonly string[]): Promise<readonly string[]> {
  const said = await runThere("node_modules/vitest/vitest.mjs", "run", "--project", project, ...places);
  const files = stripVTControlCharacters(said).match(/\S+\.test\.tsx?/g) ?? [];
  return places.filter((place) => !files.some((file) => file.includes(place)));
}

test("a new feature touches four files at most beside its own", () => {
  expect(Object.keys(sharedFiles).length).toBeLessThanOrEqual(4);
});

test("the linters find nothing in what it adds", async () => {
  const said = await runThere("scripts/lint-structure.mjs", ...ownFiles);
  expect(said).toBe(`structure holds in ${ownFiles.length} files\n`);
  await runThere("node_modules/@biomejs/biome/bin/biome", "check", ...ownFiles, ...Object.keys(sharedFiles));
});

// They compile worker and page, and run the tests of every call, a second time: nights and releases have time for that.
if (isLongRun) {
  // Each compiles what it uses of contract and core too.
  test.each(["apps/worker", "apps/web"])("with it %s compiles", async (place) => {
    // By one thread: several would check what they share several times.
    expect(await runThere("node_modules/typescript-7/bin/tsc", "-p", place, "--singleThreaded")).toBe("");
  });

  // Only its own files and the shared ones were touched: what passes here beside its own tests stands as it is.
  test("it is started by REST and carried out by the engine, and the tests of every call need no line for it", async () => {
    const api = ["access", "idempotency", "input", "refuse-all"].map(
      (name) => `server/api/${name}.db.test.ts`,
    );
    const own = ownFiles.filter((file) => file.endsWith(".db.test.ts"));
    expect(own).toHaveLength(2);
    expect(await listUnrun("db", [...own, ...api, "operation/server/order-route.db.test.ts"])).toEqual([]);
  });

  test("the palette offers its page by role, and the tests of kinds, checks, calls and texts need no line for it", async () => {
    const own = ownFiles.filter((file) => /(?<!\.db)\.test\.ts$/.test(file));
    expect(own).toHaveLength(1);
    const web = ["frame", "server", "i18n"].map((folder) => `apps/web/src/${folder}/`);
    const places = [...own, ...web, "packages/contract/src/", "packages/core/src/check/"];
    expect(await listUnrun("unit", places)).toEqual([]);
  });
}
