import { type ChildProcess, spawn } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HostFault } from "@primacy/contract/agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitFor } from "../../../testing/wait-for";
import { monotonicMs } from "../../../vip/address/types";
import { OwnHost } from "../../own-host";
import { isStillThere, type NamedProcess } from "../listening-server";
import { FreezeAgent, KillAgent } from "./agent-faults";
import { type AgentPlace, listAgents } from "./agent-process";
import { type FaultKind, type FaultOrder, hitOf } from "./fault-kind";

type AgentFault = "kill_agent" | "freeze_agent";

const limitMs = 120_000;
const hourMs = 3_600_000;
/** How long an agent of these tests may stand still. */
const watchdogMs = 1_000;
/** Waits without a process of its own: what the agent's program is here is a shell. */
const waiting = "[ -p pipe ] || mkfifo pipe; exec 3<>pipe; read -r line <&3\n";

let folder: string;
let place: AgentPlace;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "agent-faults-"));
  copyFileSync("/bin/sh", path.join(folder, "primacy-agent"));
  for (const name of ["run", "hands"]) writeFileSync(path.join(folder, name), waiting);
  place = {
    owner: process.getuid?.() ?? 0,
    root: folder,
    start: () => ["sh", "-c", `cd ${folder}; ${folder}/starter >/dev/null 2>&1 </dev/null &`],
  };
});
afterEach(() => {
  // Each has a group of its own, with what it started.
  for (const { pid } of children.splice(0)) if (pid !== undefined) killGroup(pid);
  rmSync(folder, { recursive: true });
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** A script that starts agents one after the other, or only one. */
function supervise(name: string, script: string): number {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { ...process.env, PRIMACY_AGENT_ROOT: folder };
  const child = spawn(file, ["run"], { cwd: folder, env, stdio: "ignore", detached: true });
  children.push(child);
  return child.pid ?? 0;
}

const again = "while :; do ./primacy-agent run; done";

const awaitAgent = (): Promise<NamedProcess> =>
  waitFor("an agent", limitMs, async () => (await listAgents(place))[0] ?? null);

async function prepare<N extends AgentFault>(
  kind: FaultKind<N>,
  fault: Extract<HostFault, { name: N }>,
  forMs = hourMs,
): Promise<FaultOrder<N>> {
  return { actionId: "a", undoAtMs: monotonicMs() + forMs, fault, undo: await kind.prepare(fault) };
}

const killOf = (): FaultKind<"kill_agent"> => new KillAgent(new OwnHost("db1"), place);
const freezeOf = (): FaultKind<"freeze_agent"> => new FreezeAgent(new OwnHost("db1"), place);
/** Processes of the program, whoever started them. */
const countPrograms = (): number =>
  readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/exe`) === path.join(folder, "primacy-agent");
      } catch {
        return false;
      }
    }).length;
const stateOf = (pid: number): string =>
  /^State:\s*(\S)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";

describe("the agent", () => {
  test("is killed, and what its supervisor starts in its place is told of", async () => {
    supervise("primacy-supervisor", again);
    const agent = await awaitAgent();
    const kill = killOf();
    const order = await prepare(kill, { name: "kill_agent" });
    expect(order.undo.server).toEqual(agent);
    const { seen } = await kill.perform(order);
    expect(seen.map(({ code }) => code)).toEqual(["operator.seen_gone", "operator.seen_new_agent"]);
    expect(await isStillThere(agent)).toBe(false);
    await kill.undo(order);
    await kill.undo(order);
    const [now] = await listAgents(place);
    expect(seen[1]?.params).toEqual({ pid: now?.pid });
  });

  test("is frozen until the deadline where nothing kills it, and goes on once undone", async () => {
    supervise("primacy-supervisor", again);
    const agent = await awaitAgent();
    const freeze = freezeOf();
    const order = await prepare(freeze, { name: "freeze_agent" }, 500);
    const { seen } = await freeze.perform(order);
    expect(seen.map(({ code, params }) => [code, params.count])).toEqual([["operator.seen_frozen", 1]]);
    expect(monotonicMs()).toBeGreaterThanOrEqual(order.undoAtMs);
    expect(stateOf(agent.pid)).toBe("T");
    expect(freeze.listByHand(order)[0]).toBe(`kill -CONT ${agent.pid}`);
    await freeze.undo(order);
    expect(stateOf(agent.pid)).not.toBe("T");
    await freeze.undo(order);
  });

  test("that its watchdog kills while it is frozen is told of, and the undo finds its successor", async () => {
    supervise("primacy-supervisor", again);
    const agent = await awaitAgent();
    const freeze = freezeOf();
    const order = await prepare(freeze, { name: "freeze_agent" });
    const isFrozen = waitFor("it to be frozen", limitMs, () => stateOf(agent.pid) === "T");
    void isFrozen.then(() => setTimeout(() => process.kill(agent.pid, "SIGKILL"), watchdogMs));
    const { actedMs, seenMs, seen } = await freeze.perform(order);
    expect(seen.map(({ code }) => code)).toEqual(["operator.seen_frozen", "operator.seen_watchdog"]);
    expect(seenMs).toBeGreaterThanOrEqual(actedMs);
    await freeze.undo(order);
    expect(await listAgents(place)).toHaveLength(1);
  });

  test("is not hit where it is another one by now", async () => {
    supervise("primacy-supervisor", again);
    const agent = await awaitAgent();
    const kill = killOf();
    const order = await prepare(kill, { name: "kill_agent" });
    const undo = { ...order.undo, server: { ...hitOf(order.undo), startTicks: "1" } };
    await expect(kill.perform({ ...order, undo })).rejects.toMatchObject({
      told: { code: "operator.fault_replaced" },
    });
    expect(await isStillThere(agent)).toBe(true);
  });

  test("is started by the undo where no supervisor does", async () => {
    const supervisor = supervise("primacy-supervisor", again);
    await awaitAgent();
    const kill = killOf();
    const order = await prepare(kill, { name: "kill_agent" });
    process.kill(-supervisor, "SIGKILL");
    // A busy machine ends them later: one that is seen once more would need no start.
    await waitFor("nobody to run", limitMs, () => countPrograms() === 0);
    const script = `#!/bin/sh\nexport PRIMACY_AGENT_ROOT=${folder}\nexec setsid ./primacy-supervisor run\n`;
    writeFileSync(path.join(folder, "starter"), script, { mode: 0o755 });
    await kill.undo(order);
    const agent = await awaitAgent();
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${agent.pid}/status`, "utf8"))?.[1];
    killGroup(Number(parent));
  });
});

describe("no fault begins", () => {
  const refusalOf = (): Promise<unknown> =>
    freezeOf()
      .prepare({ name: "freeze_agent" })
      .catch((error: unknown) => error);

  test("where no agent runs, or what runs by its name has no supervisor or another root", async () => {
    const none = { reasons: [{ code: "operator.fault_no_agent" }] };
    expect(await refusalOf()).toMatchObject(none);
    supervise("nobody", again);
    supervise("primacy-supervisor", again.replace("primacy-agent run", "primacy-agent hands"));
    const elsewhere = again.replace("./", "PRIMACY_AGENT_ROOT=/elsewhere ./");
    // The next script takes the place of that one, which a busy machine may not have read by then.
    await waitFor("both to run", limitMs, () => countPrograms() === 2);
    supervise("primacy-supervisor", elsewhere);
    await waitFor("the three to run", limitMs, () => countPrograms() === 3);
    expect(await refusalOf()).toMatchObject(none);
  });

  test("while a release takes over from another", async () => {
    supervise("primacy-supervisor", "./primacy-agent run & ./primacy-agent run");
    await waitFor("both agents", limitMs, async () => (await listAgents(place)).length === 2);
    expect(await refusalOf()).toMatchObject({ reasons: [{ code: "operator.fault_several_agents" }] });
  });
});
