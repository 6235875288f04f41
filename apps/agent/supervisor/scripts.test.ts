import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { drainRules, resetRules } from "../src/vip/gate/nft-gate";

const here = import.meta.dirname;
const read = (name: string): string => readFileSync(path.join(here, name), "utf8");

test.each(["primacy-supervisor", "primacy-operator", "release-vips"])(
  "%s is read by a plain POSIX shell",
  (name) => {
    execFileSync("dash", ["-n", path.join(here, name)]);
    expect(read(name).startsWith("#!/bin/sh\n")).toBe(true);
  },
);

test("the release script makes the same rules as the agent, so that either finds the other's", () => {
  for (const rule of [...resetRules, ...drainRules]) expect(read("release-vips")).toContain(`='${rule}'`);
});

test("the release script does nothing without a list, and passes by lines that are no addresses", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "release-vips-"));
  const list = path.join(folder, "release.list");
  const script = path.join(here, "release-vips");
  execFileSync(script, [path.join(folder, "absent")]);
  writeFileSync(list, "$(reboot) eth0 3306\n10.0.0.1 -x 3306\n10.0.0.1 eth0 3306;x\n");
  expect(execFileSync(script, [list], { encoding: "utf8" })).toBe("");
  rmSync(folder, { recursive: true });
});

test.each(["primacy-agent.service", "primacy-operator.service"])("systemd accepts %s", (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), "unit-"));
  const unit = path.join(folder, name);
  // The program is not installed here; everything else is as shipped.
  writeFileSync(unit, read(name).replaceAll(/=-?\/opt\/\S+/g, "=/bin/true"));
  expect(execFileSync("systemd-analyze", ["verify", unit], { encoding: "utf8", stdio: "pipe" })).toBe("");
  rmSync(folder, { recursive: true });
});
