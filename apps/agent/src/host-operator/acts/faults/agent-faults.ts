import { message, messageWith } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { ToldError, tellError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import type { FaultUndo } from "../../record";
import { OperatorRefusal, UndoFailure } from "../../refusal";
import { isStillThere, type NamedProcess } from "../listening-server";
import { type AgentPlace, listAgents } from "./agent-process";
import { type FaultKind, type FaultOrder, hitOf, noteFault } from "./fault-kind";
import { freeze, requireRunning, thaw } from "./frozen-process";
import { requireSame, tellGone } from "./server-process";

const goneLimitMs = 10_000;
/** For the successor, which is a welcome sight and no condition. */
const successorLimitMs = 3_000;
/** The watchdog of an agent ends it after 2 s; where it has none, its supervisor sees its heartbeat stand still for some seconds more. */
const watchdogLimitMs = 6_000;
const startLimitMs = 60_000;
const intervalMs = 20;

/**
 * Kills the agent of this host with SIGKILL; its supervisor releases its addresses and starts it again. The host operator is no child of
 * either, and keeps the record for whoever asks by the new agent. Undone, an agent runs.
 */
export class KillAgent implements FaultKind<"kill_agent"> {
  readonly #host: ActingHost;
  readonly #place: AgentPlace;

  constructor(host: ActingHost, place: AgentPlace) {
    this.#host = host;
    this.#place = place;
  }

  async prepare(): Promise<FaultUndo> {
    return noteFault(await findAgent(this.#place));
  }

  async perform({ undo }: FaultOrder<"kill_agent">): Promise<FaultEvidence> {
    const agent = hitOf(undo);
    const { name, pid } = agent;
    await requireSame(agent);
    const actedMs = monotonicMs();
    this.#host.signal(pid, "SIGKILL");
    if (!(await isGoneIn(agent, goneLimitMs)))
      throw new ToldError(message("operator.fault_alive", { name, pid, limitMs: goneLimitMs }));
    const seenMs = monotonicMs();
    const successor = await awaitAgent(this.#place, successorLimitMs);
    const seen = successor === null ? [] : [message("operator.seen_new_agent", { pid: successor.pid })];
    return { actedMs, seenMs, seen: [tellGone(agent), ...seen] };
  }

  undo(): Promise<void> {
    return undoAgentFault(() => ensureAgent(this.#host, this.#place));
  }

  listByHand(): readonly string[] {
    return [this.#place.start().join(" ")];
  }
}

/**
 * Stops the agent of this host by SIGSTOP. Its watchdog, a timer of the kernel, kills an agent that stands still, and its supervisor starts
 * it again: that is waited for, so that the record says it. Undone, it goes on or a new one runs.
 */
export class FreezeAgent implements FaultKind<"freeze_agent"> {
  readonly #host: ActingHost;
  readonly #place: AgentPlace;

  constructor(host: ActingHost, place: AgentPlace) {
    this.#host = host;
    this.#place = place;
  }

  async prepare(): Promise<FaultUndo> {
    const agent = await findAgent(this.#place);
    await requireRunning(agent);
    return noteFault(agent);
  }

  async perform({ undo, undoAtMs }: FaultOrder<"freeze_agent">): Promise<FaultEvidence> {
    const agent = hitOf(undo);
    const evidence = await freeze(this.#host, agent);
    // No undo begins while this waits.
    const waitMs = Math.max(0, Math.min(watchdogLimitMs, undoAtMs - monotonicMs()));
    if (!(await isGoneIn(agent, waitMs))) return evidence;
    const { name, pid } = agent;
    const afterMs = Math.round(monotonicMs() - evidence.actedMs);
    const seen = [...evidence.seen, message("operator.seen_watchdog", { name, pid, afterMs })];
    return { ...evidence, seen };
  }

  undo({ undo }: FaultOrder<"freeze_agent">): Promise<void> {
    return undoAgentFault(async () => {
      await thaw(this.#host, hitOf(undo));
      await ensureAgent(this.#host, this.#place);
    });
  }

  listByHand({ undo }: FaultOrder<"freeze_agent">): readonly string[] {
    return [`kill -CONT ${hitOf(undo).pid}`, this.#place.start().join(" ")];
  }
}

async function findAgent(place: AgentPlace): Promise<NamedProcess> {
  const [agent, further] = await listAgents(place);
  if (agent === undefined) throw new OperatorRefusal(message("operator.fault_no_agent"));
  if (further !== undefined) throw new OperatorRefusal(message("operator.fault_several_agents"));
  return agent;
}

async function isGoneIn(one: NamedProcess, timeoutMs: number): Promise<boolean> {
  const look = async (): Promise<true | undefined> => ((await isStillThere(one)) ? undefined : true);
  return waitFor("the agent to be gone", look, { timeoutMs, intervalMs }).catch(() => false);
}

async function awaitAgent(place: AgentPlace, timeoutMs: number): Promise<NamedProcess | null> {
  const look = async (): Promise<NamedProcess | undefined> => (await listAgents(place))[0];
  return waitFor("an agent", look, { timeoutMs, intervalMs: 100 }).catch(() => null);
}

/** Where a supervisor runs, an order to start changes nothing, and may end before that one's pause does. */
async function ensureAgent(host: ActingHost, place: AgentPlace): Promise<void> {
  if ((await listAgents(place)).length > 0) return;
  await host.tryExec(place.start(), { timeoutMs: startLimitMs });
  if ((await awaitAgent(place, startLimitMs)) === null)
    throw new ToldError(message("operator.fault_agent_absent", { limitMs: startLimitMs }));
}

async function undoAgentFault(heal: () => Promise<void>): Promise<void> {
  try {
    await heal();
  } catch (error) {
    throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
  }
}
