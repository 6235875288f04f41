import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, expect, test } from "vitest";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

async function start(): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, "parent.fixture.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  started.push(child);
  expect(await once(child, "message")).toEqual(["listening", undefined]);
  return child;
}

test("a process ends when the one that started it is gone", async () => {
  const child = await start();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([8, null]);
});

test("a process whose log nobody reads any more asks itself to stop", async () => {
  const child = await start();
  child.stdout?.destroy();
  expect(await once(child, "exit")).toEqual([7, null]);
});
