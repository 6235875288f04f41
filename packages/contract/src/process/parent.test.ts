import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { listeningMessage } from "./parent";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process of its own, which tells by its exit code why it ended. */
function start(stdio: SpawnOptions["stdio"], last: string): ChildProcess {
  const code = [
    `import { followParent, tellParentListening } from ${JSON.stringify(new URL("./parent.ts", import.meta.url).href)};`,
    "followParent(process, () => process.exit(8));",
    "tellParentListening(process);",
    last,
  ].join("\n");
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    stdio,
  });
  started.push(child);
  return child;
}

const withChannel: SpawnOptions["stdio"] = ["ignore", "inherit", "inherit", "ipc"];

test("a process says that it listens, and ends when the one that started it is gone", async () => {
  const child = start(withChannel, "setInterval(() => {}, 1_000);");
  expect(await once(child, "message")).toEqual([listeningMessage, undefined]);
  child.disconnect();
  expect(await once(child, "exit")).toEqual([8, null]);
});

test("watching the one that started it keeps no process alive", async () => {
  const child = start(withChannel, "");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a process without a channel to who started it goes its own way", async () => {
  const child = start(["ignore", "inherit", "inherit"], "setTimeout(() => process.exit(7), 50);");
  expect(await once(child, "exit")).toEqual([7, null]);
});
