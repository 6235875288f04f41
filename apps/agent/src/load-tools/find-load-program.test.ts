import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LoadProgramName } from "@primacy/contract";
import { FoundLoadProgram } from "@primacy/contract/agent";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLoadProgram } from "./find-load-program";
import { hostPlaces } from "./list-load-tools";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "load-program-")));
  for (const folder of ["bin", "elsewhere"]) mkdirSync(path.join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (name: string): string => path.join(root, name);
const install = (name: string, mode = 0o755): void =>
  writeFileSync(at(name), `#!/bin/sh\ntouch ${at("was-run")}\n`, { mode });

async function find(program: string, isTrusted = true): Promise<FoundLoadProgram> {
  const places = { folders: [at("bin")], isTrusted: () => Promise.resolve(isTrusted) };
  return FoundLoadProgram.parse(await findLoadProgram({ program }, places));
}

test("a program is found by its name and by its path, and is not run", async () => {
  install("bin/tpcc");
  expect(await find("tpcc")).toEqual({ path: at("bin/tpcc"), isTrusted: true });
  expect(await find(at("bin/tpcc"))).toEqual({ path: at("bin/tpcc"), isTrusted: true });
  expect(() => rmSync(at("was-run"))).toThrow("ENOENT");
});

test("one that is absent, no program, or outside of the folders from which programs are started is told as absent", async () => {
  install("elsewhere/tpcc");
  install("bin/data", 0o644);
  for (const program of ["tpcc", at("elsewhere/tpcc"), at("bin/../elsewhere/tpcc"), at("bin/data"), "."])
    expect(await find(program)).toEqual({ path: null, isTrusted: false });
});

test("one that others than root could replace is found, and told as such", async () => {
  install("bin/tpcc");
  expect(await find("tpcc", false)).toEqual({ path: at("bin/tpcc"), isTrusted: false });
});

test("every folder of the system from which an order may name a program is searched", () => {
  for (const folder of ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]) {
    expect(LoadProgramName.parse(`${folder}/tpcc`)).toBe(`${folder}/tpcc`);
    expect(hostPlaces.folders).toContain(folder);
  }
});
