import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { hashOf } from "./stamp.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "primacy-stamp-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

it("what a build writes beside its sources does not change their hash, and a changed source does", () => {
  write("app/src/page.tsx", "one");
  write("app/tsconfig.json", "{}");
  const before = hashOf(["app"], folder);
  for (const made of ["next-env.d.ts", "tsconfig.tsbuildinfo", "dist/server.mjs", ".next/BUILD_ID"])
    write(path.join("app", made), "made by the build");
  expect(hashOf(["app"], folder)).toBe(before);
  write("app/src/page.tsx", "two");
  expect(hashOf(["app"], folder)).not.toBe(before);
});
