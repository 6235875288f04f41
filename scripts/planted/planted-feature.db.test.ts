import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantFeature, sharedFiles } from "./plant.fixture";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "primacy-planted-"));
  plantFeature(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runThere(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, VITEST: undefined };
  const ran = promisify(execFile)(path.join(folder, "node_modules", command), args, { cwd: folder, env });
  const failed = (error: { stdout: string; stderr: string }): never => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  };
  return (await ran.catch(failed)).stdout;
}

test("a new operation touches four files at most beside its own", () => {
  expect(Object.keys(sharedFiles).length).toBeLessThanOrEqual(4);
});

// Each compiles what it uses of contract and core too.
test.each(["apps/worker", "apps/web"])("with it %s compiles", async (place) => {
  expect(await runThere("typescript-7/bin/tsc", "-p", place)).toBe("");
});

test("it is refused and started by REST, and carried out by the worker's engine", async () => {
  const ran = await runThere("vitest/vitest.mjs", "run", "--project", "db", "roll-call");
  expect(ran).toMatch(/Tests .*2 passed/);
});

test("the palette offers its page in the words of its messages, and no list of the tests names it", async () => {
  const ran = await runThere(
    "vitest/vitest.mjs",
    "run",
    "--project",
    "unit",
    "frame/palette",
    "openapi",
    "message.test",
  );
  expect(ran).toMatch(/Test Files .*passed/);
});
