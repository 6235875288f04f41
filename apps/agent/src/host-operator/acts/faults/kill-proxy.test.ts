import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HostFault, ServiceState } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ToldError } from "../../../message/told-error";
import { findFreePort } from "../../../testing/free-port";
import { waitFor } from "../../../testing/wait-for";
import { monotonicMs } from "../../../vip/address/types";
import { listListeningSockets } from "../../listening-sockets";
import { OperatorRefusal } from "../../refusal";
import type { Performed } from "../act";
import { FaultAct } from "../fault-act";
import { isStillThere } from "../listening-server";
import { hitOf } from "./fault-kind";
import { findProgram, type ProgramPlace } from "./program-processes";

const limitMs = 120_000;
/** As HAProxy does: the first process has a second one that listens, and outlives it unless it is killed too. */
const master = `
const { spawn } = require('child_process');
if (process.argv[2] === 'worker') require('net').createServer().listen(Number(process.argv[1]), '127.0.0.1');
else { spawn(process.execPath, ['-e', process.env.WORK, process.argv[1], 'worker'], { stdio: 'ignore' }); setInterval(() => {}, 1e6); }
`;

let folder: string;
let executable: string;
let port: number;
let state: ServiceState | null;
const children: ChildProcess[] = [];
const undone: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kill-proxy-"));
  executable = path.join(folder, "haproxy");
  copyFileSync(process.execPath, executable);
});
beforeEach(async () => {
  port = await findFreePort();
  state = "running";
  undone.length = 0;
  rmSync(path.join(folder, "once"), { force: true });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.pid !== undefined) killGroup(child.pid);
  }
  // The first process does not listen: it may be there for a while after the one that does.
  await waitFor("nothing to run", limitMs, () =>
    findProgram(programs, "haproxy").then(
      (tree) => tree === null,
      () => false,
    ),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each has a group of its own: what it started is in it, also where it has ended itself. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const isListening = async (): Promise<boolean> =>
  (await listListeningSockets()).some((one) => one.port === port);

function start(argv0: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, WORK: master };
  const child = spawn(argv0, args, { stdio: "ignore", detached: true, cwd: folder, env });
  children.push(child);
  return child;
}

/** As a supervisor does: whenever its program ends, it starts it again, until it is told `once`. */
async function startSupervised(name: "runsv" | "other"): Promise<void> {
  const script = path.join(folder, name);
  writeFileSync(
    script,
    `#!/bin/sh\nwhile [ ! -e once ]; do "${executable}" -e "$WORK" ${port}; done\nexec sleep 600\n`,
    { mode: 0o755 },
  );
  start(script);
  await waitFor("the program to listen", limitMs, isListening);
}

const service = {
  observe: async () => state,
  prepare: async () => ({ kind: "service" as const, before: state ?? "stopped" }),
  perform: async (one: Performed<"service">) => one.undo,
  undo: async ({ action }: Performed<"service">) => {
    undone.push(`${action.service} ${action.act}`);
  },
  listByHand: () => ["service haproxy start"],
};

/** A host whose signals are real, and whose commands are noted; `sv once` is obeyed by the script above. */
function hostOf(ran: string[] = [], answer: (line: string) => string = () => ""): ActingHost {
  const exec: ActingHost["exec"] = async (argv) => {
    const line = argv.join(" ");
    ran.push(line);
    if (line.startsWith("sv once")) writeFileSync(path.join(folder, "once"), "");
    return { exitCode: 0, stdout: answer(line), stderr: "" };
  };
  return {
    ...{ name: "px1", exec, tryExec: exec },
    listProcesses: async () => [],
    readMounts: async () => "",
    listListeners: async () => [],
    signal: (pid, signal) => process.kill(pid, signal),
  };
}

const noUnits = { folder: "/nowhere", hasSystemd: () => false };
const programs: ProgramPlace = { isProgram: (file) => file === executable };
const actOf = (host = hostOf(), units = noUnits): FaultAct =>
  new FaultAct(host, service, { units, programs });
const faultOf = (restarts: boolean): HostFault => ({
  name: "kill_proxy",
  program: "haproxy",
  port,
  restarts,
});

type Order = Parameters<FaultAct["perform"]>[0];

async function prepare(act: FaultAct, fault: HostFault): Promise<Order> {
  const action = { kind: "fault", fault } as const;
  return { actionId: "a", undoAtMs: monotonicMs() + 60_000, action, undo: await act.prepare(action) };
}

async function perform(act: FaultAct, restarts: boolean): Promise<Order> {
  const one = await prepare(act, faultOf(restarts));
  return { ...one, undo: await act.perform(one) };
}

const codesOf = ({ undo }: Order): readonly string[] => undo.evidence?.seen.map(({ code }) => code) ?? [];

describe("a proxy that is killed", () => {
  test("dies with all that it had started, and its successor is told", async () => {
    await startSupervised("other");
    const done = await perform(actOf(), true);
    const hit = [hitOf(done.undo), ...(done.undo.further ?? [])];
    expect(hit).toHaveLength(2);
    expect(await Promise.all(hit.map(isStillThere))).toEqual([false, false]);
    expect(codesOf(done)).toEqual([
      ...["operator.seen_gone", "operator.seen_gone"],
      expect.stringMatching(/^operator\.seen_(silent|closed)$/),
      "operator.seen_program_again",
    ]);
    expect(done.undo.evidence?.seen[0]?.text).toBe(`haproxy (process ${hit[0]?.pid}) is gone.`);
    await waitFor("its successor to listen", limitMs, isListening);
  });

  test("stays down where runit is told so, until it is healed", async () => {
    await startSupervised("runsv");
    const ran: string[] = [];
    const act = actOf(hostOf(ran));
    const done = await perform(act, false);
    expect(ran).toEqual([`sv once ${folder}`]);
    expect(codesOf(done)).toEqual([
      ...["operator.seen_supervised_once", "operator.seen_gone", "operator.seen_gone"],
      ...["operator.seen_silent", "operator.seen_no_program"],
    ]);
    expect(await act.findLapse(done)).toBeNull();
    await act.undo(done);
    await act.undo(done);
    expect(ran.slice(1)).toEqual([`sv up ${folder}`, `sv up ${folder}`]);
    expect(undone).toEqual(["haproxy start", "haproxy start"]);
    expect(act.listByHand(done)).toEqual(["service haproxy start"]);
  });

  test("is no fault where it did not stay down", async () => {
    await startSupervised("runsv");
    const host = hostOf();
    const act = actOf({ ...host, exec: async () => ({ exitCode: 0, stdout: "", stderr: "" }) });
    // Where the machine is so busy that its supervisor has not started it again by the end of the act, the next look tells it.
    const told = await perform(act, false).then(
      (done) => waitFor("it to be back", limitMs, () => act.findLapse(done)),
      (error: unknown) => (error instanceof ToldError ? error.told : error),
    );
    expect(told).toMatchObject({ code: "operator.fault_program_back" });
  });

  test("is told as one that was started before it was healed, where it was to stay down", async () => {
    await startSupervised("runsv");
    const act = actOf();
    const done = await perform(act, false);
    const alone = "setInterval(() => {}, 1e6)";
    start(executable, "-e", alone);
    const back = { code: "operator.fault_program_back", params: { program: "HAProxy" } };
    await waitFor("it to be seen", limitMs, () => act.findLapse(done));
    expect(await act.findLapse(done)).toMatchObject(back);
    expect(await act.findLapse({ ...done, action: { kind: "fault", fault: faultOf(true) } })).toBeNull();
    // Which of two is meant nobody knows, but one of them does run.
    start(executable, "-e", alone);
    await expect(act.prepare(done.action)).rejects.toMatchObject({
      told: { code: "operator.fault_several_programs" },
    });
    expect(await act.findLapse(done)).toMatchObject(back);
  });

  test("has what it had started go on where the fault was begun and not made", async () => {
    await startSupervised("other");
    const act = actOf();
    const one = await prepare(act, faultOf(true));
    const [worker] = one.undo.further ?? [];
    process.kill(worker?.pid ?? 0, "SIGSTOP");
    await act.undo(one);
    const text = readFileSync(`/proc/${worker?.pid}/stat`, "utf8");
    expect(text.charAt(text.lastIndexOf(")") + 2)).not.toBe("T");
    expect(await isListening()).toBe(true);
  });
});

describe("no proxy is killed", () => {
  const refusalOf = async (fault: HostFault, act = actOf()): Promise<string[]> =>
    act.prepare({ kind: "fault", fault }).then(
      () => [],
      (cause: unknown) => {
        if (cause instanceof OperatorRefusal) return cause.reasons.map(({ code }) => code);
        throw cause;
      },
    );

  test("where none runs, or its service does not", async () => {
    expect(await refusalOf(faultOf(true))).toEqual(["operator.fault_no_program"]);
    await startSupervised("other");
    state = "stopped";
    expect(await refusalOf(faultOf(true))).toEqual(["operator.fault_no_program"]);
  });

  test("where it listens elsewhere", async () => {
    await startSupervised("other");
    const elsewhere = { name: "kill_proxy", program: "haproxy", port: 1, restarts: true } as const;
    expect(await refusalOf(elsewhere)).toEqual(["operator.fault_program_port"]);
  });

  test("where a second one runs beside it", async () => {
    await startSupervised("other");
    start(executable, "-e", "setInterval(() => {}, 1e6)");
    await waitFor("it to be seen", limitMs, async () => (await refusalOf(faultOf(true))).length > 0);
    expect(await refusalOf(faultOf(true))).toEqual(["operator.fault_several_programs"]);
  });

  test("where something would start it again that cannot be kept from it", async () => {
    await startSupervised("other");
    expect(await refusalOf(faultOf(false))).toEqual(["operator.fault_program_supervisor"]);
  });

  test("where systemd knows it as no process of the service's unit", async () => {
    await startSupervised("other");
    const host = hostOf([], (line) =>
      line.includes("-p Id") ? "haproxy.service" : "/system.slice/haproxy.service",
    );
    const act = actOf(host, { folder, hasSystemd: () => true });
    expect(await refusalOf(faultOf(true), act)).toEqual(["operator.fault_program_apart"]);
    expect(existsSync(path.join(folder, "haproxy.service.d"))).toBe(false);
  });
});
