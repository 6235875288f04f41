import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitFor } from "../src/testing/wait-for";

const module = path.join(import.meta.dirname, "put-in-place.mjs");

describe("a build that replaces the one before it", () => {
  let dist: string;

  beforeEach(() => {
    dist = mkdtempSync(path.join(tmpdir(), "dist-"));
    write("agent.tar.gz", "old");
    write("gone.txt", "old");
    write("primacy-agent/koffi.node", "old");
    write("protocol-1/agent.tar.gz", "older");
  });
  afterEach(() => rmSync(dist, { recursive: true }));

  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    writeFileSync(path.join(dist, file), text);
  };
  const read = (file: string): string => readFileSync(path.join(dist, file), "utf8");
  const run = (code: string): string =>
    execFileSync(process.execPath, ["--input-type=module", "-e", `import * as m from "${module}"; ${code}`], {
      encoding: "utf8",
    });
  const replace = (): string =>
    run(`m.putInPlace("${dist}/.next-1", "${dist}", ["manifest.json"]); console.log("done")`);

  test("leaves its files, none of the old ones, and other protocols alone", () => {
    write(".next-1/agent.tar.gz", "new");
    write(".next-1/primacy-agent/koffi.node", "new");
    write(".next-1/manifest.json", "new");
    replace();
    expect(readdirSync(dist).sort()).toEqual([
      "agent.tar.gz",
      "manifest.json",
      "primacy-agent",
      "protocol-1",
    ]);
    expect([read("agent.tar.gz"), read("primacy-agent/koffi.node")]).toEqual(["new", "new"]);
    expect(read("protocol-1/agent.tar.gz")).toBe("older");
  });

  test("is whole at any moment for a console that reads it", async () => {
    const reader = spawn(process.execPath, [
      "-e",
      `const fs = require("node:fs"); let reads = 0; process.on("SIGTERM", () => { process.exit(0); });
       const turn = () => { for (let i = 0; i < 1000; i += 1) { fs.readFileSync("${dist}/agent.tar.gz"); reads += 1; }
         process.stdout.write(reads + "\\n"); setImmediate(turn); }; turn();`,
    ]);
    await once(reader.stdout, "data");
    run(`import fs from "node:fs"; for (let round = 0; round < 500; round += 1) {
      fs.mkdirSync("${dist}/.next-1"); fs.writeFileSync("${dist}/.next-1/agent.tar.gz", "new");
      m.putInPlace("${dist}/.next-1", "${dist}"); }`);
    await once(reader.stdout, "data");
    expect(reader.exitCode).toBeNull();
    reader.kill("SIGTERM");
    await once(reader, "exit");
    expect(reader.exitCode).toBe(0);
  });

  test("clears away what a killed build left, and spares one that runs", async () => {
    const other = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"]);
    await waitFor("it runs", 120_000, () => other.pid);
    write(`.next-${other.pid}/agent.cjs`, "");
    write(".next-4194303/agent.cjs", "");
    run(`m.removeLeftovers("${dist}", ".next-")`);
    expect(existsSync(path.join(dist, `.next-${other.pid}`))).toBe(true);
    expect(existsSync(path.join(dist, ".next-4194303"))).toBe(false);
    other.kill("SIGKILL");
  });
});
