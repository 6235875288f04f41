import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitFor } from "../../testing/wait-for";
import { createIpCommandActuator } from "./ip-command-actuator";
import { monotonicMs } from "./types";

describe("an ip command that hangs and does not listen to SIGTERM", () => {
  let folder: string;
  let ipFile: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "hung-ip-"));
    ipFile = path.join(folder, "ip");
    hangAt("*");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const hangAt = (words: string): void => {
    const hang = `trap '' TERM INT HUP; echo $$ >>${folder}/pids; while :; do sleep 0.1; done`;
    writeFileSync(ipFile, `#!/bin/sh\necho "$*" >>${folder}/calls\ncase "$*" in ${words}) ${hang} ;; esac\n`);
    chmodSync(ipFile, 0o755);
  };
  /** Those that can still act, with their state. One that is dead and not yet waited for cannot. */
  const listAlive = (): string[] =>
    readFileSync(path.join(folder, "pids"), "utf8")
      .split("\n")
      // The file is there before what is written to it.
      .filter((pid) => pid !== "")
      .map(readState)
      .filter((state) => state !== "" && !/\) [ZX] /.test(state));
  const readState = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8");
    } catch {
      return "";
    }
  };

  test("is killed at the act's deadline, so that it cannot set the address later", async () => {
    hangAt("*replace*");
    // The command's own limit would let it live long past the deadline.
    const actuator = createIpCommandActuator(ipFile, 60_000);
    const deadlineMs = monotonicMs() + 1500;
    const outcome = await actuator.executeLease({
      interfaceName: "eth0",
      address: "10.99.0.100",
      label: "eth0:pv1",
      leaseSeconds: 2,
      deadlineMs,
    });
    expect(outcome).toMatchObject({ kind: "late" });
    if (outcome.kind === "late") {
      expect(outcome.finishedAtMs).toBeGreaterThan(deadlineMs);
      expect(outcome.finishedAtMs).toBeLessThan(deadlineMs + 20_000);
    }
    // The file is written by one that began.
    expect(listAlive()).toEqual([]);
  });

  test("that hangs before the act begins leaves the act undone: nothing is set after the deadline", async () => {
    hangAt("*show*");
    const deadlineMs = monotonicMs() + 300;
    const outcome = await createIpCommandActuator(ipFile, 1_000).executeLease({
      interfaceName: "eth0",
      address: "10.99.0.100",
      label: "eth0:pv1",
      leaseSeconds: 2,
      deadlineMs,
    });
    expect(outcome.kind).not.toBe("done");
    expect(readFileSync(path.join(folder, "calls"), "utf8")).not.toContain("replace");
    expect(listAlive()).toEqual([]);
  });

  test("is killed when it lists or deletes, and the failure is told", async () => {
    const actuator = createIpCommandActuator(ipFile);
    const [removed, listed] = await Promise.all([
      actuator.executeRemove("eth0", "10.99.0.100", 32),
      actuator.listAddresses().catch((error: unknown) => error),
    ]);
    expect(removed).toMatchObject({ kind: "failed", code: "SIGKILL" });
    expect(listed).toMatchObject({ name: "CommandError", code: "SIGKILL" });
    expect(listAlive()).toEqual([]);
  });

  test("is killed when the watch of changes ends", async () => {
    const stop = createIpCommandActuator(ipFile).watchChanges(() => undefined);
    await waitFor("it runs", 20_000, () => existsSync(path.join(folder, "pids")) && listAlive().length === 1);
    stop();
    await expect.poll(listAlive, { timeout: 20_000 }).toEqual([]);
  });
});
