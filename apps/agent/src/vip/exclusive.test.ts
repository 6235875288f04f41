import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../testing/wait-for";
import { acquireExclusiveRight } from "./exclusive";

const script = path.join(import.meta.dirname, "../testing/hold-exclusive-right.ts");

describe("one agent for each cluster and network namespace (I12)", () => {
  const children: ChildProcess[] = [];

  async function startOther(clusterId: string): Promise<{ child: ChildProcess; said: string }> {
    const child = spawn(process.execPath, ["--import", "tsx", script, clusterId], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    const [said] = await once(child.stdout, "data");
    return { child, said: String(said).trim() };
  }

  afterEach(() => {
    for (const child of children.splice(0)) {
      child.kill("SIGKILL");
    }
  });

  test("a second process is refused, also while the first is stopped, and let in once it is dead", async () => {
    const clusterId = randomUUID();
    const first = await startOther(clusterId);
    expect(first.said).toBe("held");
    expect((await startOther(clusterId)).said).toBe("refused");
    first.child.kill("SIGSTOP");
    expect(await acquireExclusiveRight(clusterId)).toBeNull();
    first.child.kill("SIGKILL");
    const right = await waitFor("the right is free", 120_000, () => acquireExclusiveRight(clusterId));
    await right.release();
    await right.release();
  });

  test("agents of different clusters do not exclude each other", async () => {
    const one = await acquireExclusiveRight(randomUUID());
    const two = await acquireExclusiveRight(randomUUID());
    expect(one).not.toBeNull();
    expect(two).not.toBeNull();
    await one?.release();
    await two?.release();
  });
});
