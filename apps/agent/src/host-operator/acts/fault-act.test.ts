import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HostFault, ServiceState } from "@primacy/contract/agent";
import { type ActingHost, isAlive } from "@primacy/host-acts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findFreePort } from "../../testing/free-port";
import { waitFor } from "../../testing/wait-for";
import { monotonicMs } from "../../vip/address/types";
import { listListeningSockets } from "../listening-sockets";
import { OperatorRefusal } from "../refusal";
import type { Performed } from "./act";
import { FaultAct } from "./fault-act";
import { hitOf } from "./faults/fault-kind";
import { isStillThere } from "./listening-server";

const limitMs = 120_000;
/** Its own name is that of the link by which it is started. */
const listen = "const s = require('net').createServer().listen(Number(process.argv[1]), '127.0.0.1')";

let folder: string;
let port: number;
let state: ServiceState | null;
const children: ChildProcess[] = [];
const undone: Performed<"service">[] = [];
const ordered: string[] = [];
let onOrder: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fault-act-"));
  port = await findFreePort();
  state = "running";
  undone.length = 0;
  ordered.length = 0;
  onOrder = async () => undefined;
  for (const name of ["mysqld", "redis-server"]) symlinkSync(process.execPath, path.join(folder, name));
});
afterEach(() => {
  for (const child of children.splice(0)) {
    // Each has a group of its own: what a supervisor started is in it, also where that has ended.
    if (child.pid !== undefined) killGroup(child.pid);
  }
  rmSync(folder, { recursive: true });
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const service = {
  observe: async () => state,
  prepare: async () => ({ kind: "service" as const, before: state ?? "stopped" }),
  perform: async (one: Performed<"service">) => {
    ordered.push(one.action.act);
    await onOrder();
    return one.undo;
  },
  undo: async (one: Performed<"service">) => {
    undone.push(one);
  },
  listByHand: () => ["service mysql start"],
};

/** A host whose signals are real, and whose commands are noted. */
function hostOf(ran: string[] = [], answer: (line: string) => string = () => ""): ActingHost {
  const exec: ActingHost["exec"] = async (argv) => {
    ran.push(argv.join(" "));
    return { exitCode: 0, stdout: answer(argv.join(" ")), stderr: "" };
  };
  return {
    ...{ name: "db1", exec, tryExec: exec },
    listProcesses: async () => [],
    readMounts: async () => "",
    listListeners: async () => [],
    signal: (pid, signal) => process.kill(pid, signal),
  };
}

const noUnits = { folder: "/nowhere", hasSystemd: () => false };
const actOf = (host = hostOf(), units = noUnits): FaultAct => new FaultAct(host, service, { units });
const faultOf = (restarts: boolean): HostFault => ({ name: "kill_server", service: "mysql", port, restarts });

type Order = Parameters<FaultAct["perform"]>[0];

async function prepare(act: FaultAct, fault: HostFault): Promise<Order> {
  const action = { kind: "fault", fault } as const;
  return { actionId: "a", undoAtMs: monotonicMs() + 60_000, action, undo: await act.prepare(action) };
}

async function perform(act: FaultAct, asked: boolean | HostFault): Promise<Order> {
  const one = await prepare(act, typeof asked === "boolean" ? faultOf(asked) : asked);
  return { ...one, undo: await act.perform(one) };
}

const codesOf = ({ undo }: Order): unknown => undo.evidence?.seen.map(({ code }) => code);

const isListening = (): boolean =>
  readFileSync("/proc/net/tcp", "utf8").includes(
    `:${port.toString(16).toUpperCase().padStart(4, "0")} 00000000:0000 0A`,
  );
const awaitListener = (): Promise<true> => waitFor("the server to listen", limitMs, isListening);

/** A server that this test started; whoever started a server may start it again. */
async function startServer(name = "mysqld"): Promise<void> {
  children.push(
    spawn(path.join(folder, name), ["-e", listen, String(port)], { stdio: "ignore", detached: true }),
  );
  await awaitListener();
}

/** As mysqld_safe does: whenever its server ends, it starts it again. */
async function startSupervised(): Promise<number> {
  const script = path.join(folder, "mysqld_safe");
  writeFileSync(script, `#!/bin/sh\nwhile :; do "${folder}/mysqld" -e "${listen}" ${port}; done\n`, {
    mode: 0o755,
  });
  const child = spawn(script, { stdio: "ignore", detached: true });
  children.push(child);
  await awaitListener();
  return child.pid ?? 0;
}

/** A server whose starter has ended: it belongs to the first process of the host. */
async function startOrphan(): Promise<void> {
  const child = spawn("sh", ["-c", `"${folder}/mysqld" -e "${listen}" ${port} & sleep 600`], {
    stdio: "ignore",
    detached: true,
  });
  children.push(child);
  await awaitListener();
}

describe("the server on a port", () => {
  test("is killed alone, and what the kernel shows then is the evidence", async () => {
    await startSupervised();
    const before = Number(process.hrtime.bigint()) / 1e6;
    const { undo } = await perform(actOf(), true);
    const { evidence, supervisor } = undo;
    const server = hitOf(undo);
    expect(await isStillThere(server)).toBe(false);
    expect(supervisor?.name).toBe("mysqld_safe");
    expect(evidence?.seen.map(({ code }) => code)).toEqual([
      "operator.seen_gone",
      expect.stringMatching(/^operator\.seen_(silent|closed)$/),
    ]);
    expect(evidence?.seen[0]?.text).toBe(`mysqld (process ${server.pid}) is gone.`);
    expect(evidence?.actedMs).toBeGreaterThan(before);
    expect(evidence?.seenMs).toBeGreaterThan(evidence?.actedMs ?? 0);
    // Its supervisor was left alone.
    await awaitListener();
  });

  test("stays down where it is to: its supervisor goes first, and undone the service is started once", async () => {
    const supervisor = await startSupervised();
    const act = actOf();
    const done = await perform(act, false);
    expect(await isAlive(supervisor)).toBe(false);
    expect(isListening()).toBe(false);
    expect(done.undo.evidence?.seen.map(({ text }) => text)).toEqual([
      `mysqld_safe (process ${supervisor}) is gone.`,
      `mysqld (process ${hitOf(done.undo).pid}) is gone.`,
      `Nothing listens on port ${port}.`,
    ]);
    await act.undo(done);
    expect(undone).toEqual([
      {
        actionId: "a",
        action: { kind: "service", service: "mysql", act: "start" },
        undo: { kind: "service", before: "running" },
      },
    ]);
    expect(act.listByHand(done)).toEqual(["service mysql start"]);
  });

  test("is not killed where another one has taken its place since", async () => {
    await startSupervised();
    const act = actOf();
    const one = await prepare(act, faultOf(true));
    const server = hitOf(one.undo);
    const replaced = { ...one.undo, server: { ...server, startTicks: "1" } };
    const performed = act.perform({ ...one, undo: replaced });
    await expect(performed).rejects.toMatchObject({ told: { code: "operator.fault_replaced" } });
    expect(await isStillThere(server)).toBe(true);
  });

  test("that lost its supervisor before the host operator died is given one again", async () => {
    const supervisor = await startSupervised();
    const act = actOf();
    const one = await prepare(act, faultOf(false));
    process.kill(supervisor, "SIGKILL");
    await waitFor("the supervisor to be gone", limitMs, async () => !(await isAlive(supervisor)));
    await act.undo(one);
    expect(ordered).toEqual(["restart"]);
    expect(undone).toHaveLength(1);
  });

  test("is left alone by the undo of what was never begun", async () => {
    await startSupervised();
    const act = actOf();
    await act.undo(await prepare(act, faultOf(false)));
    expect(ordered).toEqual([]);
  });
});

describe("the service of the server on a port", () => {
  const stop = (): HostFault => ({ name: "stop_server", service: "mysql", port });

  test("is stopped, and what the kernel shows then is the evidence; undone it is started", async () => {
    await startServer();
    const act = actOf();
    const one = await prepare(act, stop());
    onOrder = async () => process.kill(hitOf(one.undo).pid, "SIGTERM") && undefined;
    const done = { ...one, undo: await act.perform(one) };
    expect(codesOf(done)).toEqual(["operator.seen_gone", "operator.seen_silent"]);
    expect(ordered).toEqual(["stop"]);
    expect(await isStillThere(hitOf(one.undo))).toBe(false);
    await act.undo(done);
    await act.undo(done);
    expect(undone.map(({ undo }) => undo.before)).toEqual(["running", "running"]);
    expect(act.listByHand(done)).toEqual(["service mysql start"]);
  });

  test("is no fault where something listens there again", async () => {
    await startSupervised();
    const act = actOf();
    const one = await prepare(act, stop());
    onOrder = async () => {
      process.kill(hitOf(one.undo).pid, "SIGTERM");
      // The socket of the old one outlives its first thread.
      const { inodes } = one.undo;
      await waitFor("another one to listen", limitMs, async () => {
        const open = (await listListeningSockets()).filter((socket) => socket.port === port);
        return open.length > 0 && !open.some(({ inode }) => inodes.includes(inode));
      });
    };
    await expect(act.perform(one)).rejects.toMatchObject({ told: { code: "operator.fault_restarted" } });
  });
});

describe("a frozen server", () => {
  const freeze = (): HostFault => ({ name: "freeze_server", port });

  test("has each of its threads stopped, and goes on once undone, as often as that is done", async () => {
    await startServer();
    const act = actOf();
    const done = await perform(act, freeze());
    const { pid } = hitOf(done.undo);
    const threads = readdirSync(`/proc/${pid}/task`).length;
    expect(threads).toBeGreaterThan(1);
    expect(done.undo.evidence?.seen[0]).toMatchObject({
      code: "operator.seen_frozen",
      params: { count: threads },
    });
    expect(statesOf(pid)).toEqual(["T"]);
    expect(act.listByHand(done)).toEqual([`kill -CONT ${pid}`]);
    await act.undo(done);
    await act.undo(done);
    expect(statesOf(pid)).not.toContain("T");
  });

  test("that somebody else has stopped is not taken for a fault", async () => {
    await startServer();
    const [child] = children;
    child?.kill("SIGSTOP");
    await waitFor("it to be stopped", limitMs, () => statesOf(child?.pid ?? 0)[0] === "T");
    await expect(prepare(actOf(), freeze())).rejects.toMatchObject({
      reasons: [{ code: "operator.fault_frozen_before" }],
    });
  });

  test("that has ended meanwhile, or whose number is another's, is left alone by the undo", async () => {
    await startServer();
    const act = actOf();
    const done = await perform(act, freeze());
    const server = hitOf(done.undo);
    await act.undo({ ...done, undo: { ...done.undo, server: { ...server, startTicks: "1" } } });
    expect(statesOf(server.pid)).toEqual(["T"]);
    process.kill(server.pid, "SIGKILL");
    await waitFor("it to be gone", limitMs, async () => !(await isStillThere(server)));
    await act.undo(done);
  });
});

/** Of its threads, each once. */
function statesOf(pid: number): string[] {
  const stats = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8"),
  );
  return [...new Set(stats.map((text) => text.charAt(text.lastIndexOf(")") + 2)))];
}

describe("nothing is begun", () => {
  const refusalOf = async (restarts = true, act = actOf()): Promise<string[]> => {
    const prepared = act.prepare({ kind: "fault", fault: faultOf(restarts) });
    return prepared.then(
      () => [],
      (cause: unknown) => {
        if (cause instanceof OperatorRefusal) return cause.reasons.map(({ code }) => code);
        throw cause;
      },
    );
  };

  test("where nothing listens, or what listens is no MySQL server", async () => {
    expect(await refusalOf()).toEqual(["operator.fault_no_server"]);
    await startServer("redis-server");
    expect(await refusalOf()).toEqual(["operator.fault_other_process"]);
  });

  test("where another program listens on the port as well, at another address", async () => {
    await startServer();
    const other = createServer().listen(port, "127.0.0.2");
    await new Promise((resolve) => other.once("listening", resolve));
    expect(await refusalOf()).toEqual(["operator.fault_several"]);
    other.close();
  });

  test("where the service does not run, so that the server is not its own", async () => {
    await startServer();
    state = "stopped";
    expect(await refusalOf()).toEqual(["operator.fault_stopped"]);
  });

  test("where something would start the server again that cannot be kept from it", async () => {
    await startOrphan();
    expect(await refusalOf(true)).toEqual([]);
    expect(await refusalOf(false)).toEqual(["operator.fault_supervisor"]);
  });

  test("where systemd knows the server as no process of the service's unit", async () => {
    await startServer();
    const host = hostOf([], (line) =>
      line.includes("-p Id") ? "mysql.service" : "/system.slice/mysql.service",
    );
    const act = actOf(host, { folder, hasSystemd: () => true });
    expect(await refusalOf(true, act)).toEqual(["operator.fault_other_service"]);
  });
});

describe("with systemd", () => {
  const dropIn = (): string => path.join(folder, "mariadb.service.d/zz-primacy-drill.conf");
  const ownGroup = (): string => {
    const text = readFileSync("/proc/self/cgroup", "utf8").split("\n")[0] ?? "";
    return text.split(":").slice(2).join(":");
  };
  const answers =
    (restart: () => string) =>
    (line: string): string => {
      if (line.includes("-p Id ")) return "mariadb.service\n";
      if (line.includes("-p ControlGroup ")) return `${ownGroup()}\n`;
      return line.includes("-p Restart ") ? `${restart()}\n` : "";
    };

  test("a unit is kept from starting its server again until the fault is undone, and the next boot forgets that too", async () => {
    await startSupervised();
    const ran: string[] = [];
    const host = hostOf(
      ran,
      answers(() => (existsSync(dropIn()) ? "no" : "always")),
    );
    const act = actOf(host, { folder, hasSystemd: () => true });
    const done = await perform(act, false);
    expect(readFileSync(dropIn(), "utf8")).toContain("[Service]\nRestart=no\nRestartForceExitStatus=\n");
    expect(done.undo.evidence?.seen[0]?.text).toBe("systemd does not start mariadb.service again.");
    expect(act.listByHand(done)).toEqual([
      `rm -f ${dropIn()}`,
      "systemctl daemon-reload",
      "service mysql start",
    ]);
    ran.length = 0;
    await act.undo(done);
    expect([existsSync(dropIn()), existsSync(path.dirname(dropIn()))]).toEqual([false, false]);
    expect(ran).toEqual(["systemctl daemon-reload"]);
    expect(undone).toHaveLength(1);
  });

  test("a drop-in of somebody else stays where it is", async () => {
    await startSupervised();
    const act = actOf(
      hostOf(
        [],
        answers(() => "no"),
      ),
      { folder, hasSystemd: () => true },
    );
    const done = await perform(act, false);
    const others = path.join(path.dirname(dropIn()), "limits.conf");
    writeFileSync(others, "");
    await act.undo(done);
    expect([existsSync(dropIn()), existsSync(others)]).toEqual([false, true]);
  });

  test("nothing is killed where it would start the server again all the same", async () => {
    await startSupervised();
    const act = actOf(
      hostOf(
        [],
        answers(() => "always"),
      ),
      { folder, hasSystemd: () => true },
    );
    await expect(perform(act, false)).rejects.toMatchObject({ told: { code: "operator.fault_unit" } });
    expect(isListening()).toBe(true);
  });

  test("where it may start it again, its units are left alone", async () => {
    await startSupervised();
    const ran: string[] = [];
    const act = actOf(
      hostOf(
        ran,
        answers(() => "always"),
      ),
      { folder, hasSystemd: () => true },
    );
    const done = await perform(act, true);
    await awaitListener();
    await act.undo(done);
    expect(ran.filter((line) => !line.startsWith("systemctl show"))).toEqual([]);
    expect(existsSync(dropIn())).toBe(false);
  });
});
