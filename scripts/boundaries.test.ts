import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const planted = path.join(root, "packages/core/src/planted-by-boundaries-test");

/** Runs the import rule over packages/core and returns what it says. */
function cruise(): string {
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "err", "packages/core"];
  try {
    return execFileSync(path.join(root, "node_modules/.bin/depcruise"), args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

it("finds a planted import that the design forbids, and sees every module", () => {
  mkdirSync(planted, { recursive: true });
  try {
    writeFileSync(
      path.join(planted, "planted.ts"),
      'import "@primacy/db/embedded";\nimport "node:fs";\nexport const planted = 1;\n',
    );
    const found = cruise();
    expect(found).toContain("core-imports-contract: packages/core/src/planted-by-boundaries-test/planted.ts");
    expect(found).toContain("core-is-pure: packages/core/src/planted-by-boundaries-test/planted.ts");
  } finally {
    rmSync(planted, { recursive: true, force: true });
  }
  const modules = Number(/(\d+) modules/.exec(cruise())?.[1]);
  const sources = readdirSync(path.join(root, "packages/core/src"), { recursive: true }).filter((name) =>
    String(name).endsWith(".ts"),
  );
  expect(modules).toBeGreaterThanOrEqual(sources.length);
});
