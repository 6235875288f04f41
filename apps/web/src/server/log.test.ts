import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, expect, test } from "vitest";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

test("a process whose log nobody reads any more asks itself to stop", async () => {
  const file = path.join(import.meta.dirname, "log.fixture.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  started.push(child);
  expect(await once(child, "message")).toEqual(["listening", undefined]);
  child.stdout?.destroy();
  expect(await once(child, "exit")).toEqual([7, null]);
});
