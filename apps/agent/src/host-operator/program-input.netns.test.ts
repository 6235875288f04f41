import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";
import type { HostActionRecord, HostOperatorAnswer, HostOperatorTask } from "@primacy/contract/agent";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HostOperatorHost } from "../testing/host-operator-process";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

const limitMs = 120_000;
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Opened anew, opened anew once more, and read as it was given. */
const readThrice = "sha256sum /dev/stdin; sha256sum /dev/stdin; sha256sum; echo read; exec sleep 600";

function run(input: string, script = readThrice): HostOperatorTask {
  const program = { kind: "process", program: "/bin/sh", args: ["-c", script], runAs: "nobody" } as const;
  const action = { ...program, input, maxOutputBytes: 10_000 };
  return { verb: "act", action, undoAtMs: monotonicMs() + 3_500_000 };
}

function actionOf(answer: HostOperatorAnswer): HostActionRecord {
  if (answer.kind !== "action") throw new Error(`not an act: ${JSON.stringify(answer)}`);
  return answer.action;
}

function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

/** Tries as another user, also with a descriptor that somebody with the right to it has opened. */
function readAsDaemon(file: string, fd: number): string {
  const asDaemon = ["--reuid=daemon", "--regid=daemon", "--clear-groups", "cat", file];
  const { status, stdout } = spawnSync("setpriv", asDaemon, { stdio: [fd, "pipe", "ignore"] });
  return status === 0 ? String(stdout) : "refused";
}

describe("a program's input", () => {
  let authority: TestAuthority;
  let console: KeyPair;
  let host: HostOperatorHost;
  let secret: string;

  beforeAll(async () => {
    authority = await createTestAuthority();
    console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  });
  beforeEach(async () => {
    host = await HostOperatorHost.create(authority, console);
    secret = randomUUID();
  });
  afterEach(async () => {
    // What runs would go on, as it does when a host operator ends.
    for (const { actionId } of (await host.report()).actions) await host.order({ verb: "undo", actionId });
    await host.dispose();
  });

  const awaitOutput = (actionId: string): Promise<string> =>
    waitFor("the program to have read its input", limitMs, async () => {
      const output = await host.order({ verb: "read_output", actionId, offset: 0 });
      return output.kind === "output" && output.text.endsWith("read\n") ? output.text : null;
    });
  const begin = async (input: string): Promise<HostActionRecord & { readonly pid: number }> => {
    const action = actionOf(await host.order(run(input)));
    return { ...action, pid: action.process?.pid ?? 0 };
  };

  test("is in the environment under the variable that is named, and then not on the standard input", async () => {
    await host.start({ hasMemory: true });
    const script = 'echo "$TPCC_PASSWORD" | sha256sum; sha256sum </dev/stdin; echo read; exec sleep 600';
    const task = run(secret, script);
    if (task.verb !== "act" || task.action.kind !== "process") throw new Error("not a program");
    const action = { ...task.action, inputVariable: "TPCC_PASSWORD" };
    const { actionId } = actionOf(await host.order({ ...task, action }));
    const lines = (await awaitOutput(actionId)).split("\n").map((line) => line.split(" ")[0]);
    expect(lines).toEqual([hash(`${secret}\n`), hash(""), "read", ""]);
  });

  test.each([
    ["in memory", true],
    ["on disk, where the host has no folder in memory", false],
  ])(
    "is read from the beginning each time its user opens it, and has no name (%s)",
    async (_where, hasMemory) => {
      await host.start({ hasMemory });
      const input = `[mysql]\npassword=${secret}\n${"x".repeat(60_000)}\n`;
      const { actionId, pid } = await begin(input);
      const lines = (await awaitOutput(actionId)).split("\n").map((line) => line.split(" ")[0]);
      expect(lines).toEqual([hash(input), hash(input), hash(input), "read", ""]);
      const at = readlinkSync(`/proc/${pid}/fd/0`);
      expect(at).toMatch(/\(deleted\)$/);
      expect(at.startsWith(hasMemory ? "/dev/shm/" : host.root)).toBe(true);
      const { mode, nlink, uid } = statSync(`/proc/${pid}/fd/0`);
      expect([mode & 0o7777, nlink, uid]).toEqual([0o400, 0, statSync(`/proc/${pid}`).uid]);
    },
  );

  test("can be read by no other user, and is open for reading alone", async () => {
    await host.start();
    const { actionId, pid } = await begin(secret);
    await awaitOutput(actionId);
    const opened = openSync(`/proc/${pid}/fd/0`, "r");
    try {
      expect(fstatSync(opened).size).toBe(Buffer.byteLength(secret));
      expect([readAsDaemon(`/proc/${pid}/fd/0`, opened), readAsDaemon("/dev/stdin", opened)]).toEqual([
        "refused",
        "refused",
      ]);
      // O_ACCMODE of its flags: for reading alone.
      expect(readFileSync(`/proc/${pid}/fdinfo/0`, "utf8")).toMatch(/^flags:\t0?\d*0$/m);
    } finally {
      closeSync(opened);
    }
  });

  test("stands in no file, no command line, no environment, and in nothing that the console is told", async () => {
    await host.start();
    const { actionId, pid, ...answered } = await begin(secret);
    await awaitOutput(actionId);
    const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const shown = processes.flatMap((name) =>
      ["cmdline", "environ"].map((file) => {
        try {
          return readFileSync(`/proc/${name}/${file}`, "utf8");
        } catch {
          return "";
        }
      }),
    );
    expect(shown.join("\n")).toContain(`PRIMACY_ACTION=${actionId}`);
    const told = JSON.stringify([answered, await host.report()]);
    const kept = readAll(host.root);
    expect(kept).toContain(`"input":"sha256:${hash(secret)}"`);
    expect(kept).toContain("an act begins");
    expect([shown.join("\n"), told, kept].map((text) => text.includes(secret))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("says whether an order that comes again is the same, also to the next host operator", async () => {
    await host.start();
    const order = { orderId: randomUUID(), notAfterMs: monotonicMs() + limitMs };
    const first = actionOf(await host.order(run(secret), { order }));
    for (const isKilled of [false, true]) {
      if (isKilled) {
        await host.kill();
        await host.start();
      }
      expect(actionOf(await host.order(run(secret), { order })).process).toEqual(first.process);
      const other = await host.order(run(`${secret} `), { order });
      expect(other).toMatchObject({ kind: "refused", reasons: [{ code: "operator.id_reused" }] });
    }
  });
});
