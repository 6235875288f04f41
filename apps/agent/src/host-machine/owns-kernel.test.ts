import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { ownsKernel } from "./owns-kernel";

const folder = mkdtempSync(path.join(tmpdir(), "owns-kernel-"));

it.each([
  ["pid:[4026531836]", true],
  ["pid:[4026532290]", false],
])("with the processes of %s the kernel is the host's own: %s", (target, isOwn) => {
  const link = path.join(folder, target);
  symlinkSync(target, link);
  expect(ownsKernel(link)).toBe(isOwn);
});

it("is none of its own where nothing tells", () => {
  expect(ownsKernel(path.join(folder, "absent"))).toBe(false);
});
