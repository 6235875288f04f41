import { randomUUID } from "node:crypto";
import { joinMessages, type Message, message, paramsWith } from "@primacy/contract";
import {
  type HostAction,
  type HostActionKind,
  type HostActionRecord,
  type HostOperatorAnswer,
  type HostOperatorGrant,
  type HostOperatorOrder,
  type HostOperatorReport,
  type HostOperatorTask,
  hostOperatorVersion,
  stagedPartBytes,
} from "@primacy/contract/agent";
import type { AgentClient, AgentTarget } from "../agent-client/agent-client";
import { signAsConsole } from "../certificate/sign-grant";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";

/** What a grant is for: the cluster in its present epoch, the person behind it, which kinds of acts, and for how long. */
export interface OperatorScope {
  readonly clusterId: string;
  readonly epoch: number;
  readonly grantedTo: HostOperatorGrant["grantedTo"];
  readonly kinds: readonly HostActionKind[];
  /** At most a day. */
  readonly forMs: number;
}

type Worker = Pick<WorkerContext, "agents" | "certificates">;
type Answer<K extends HostOperatorAnswer["kind"]> = Extract<HostOperatorAnswer, { kind: K }>;

const reportLimitMs = 10_000;
/** An act may be the end of a database, with all its work, and may have to wait for one before. */
const orderLimitMs = 400_000;
/** How long an order may be under way to its host. */
const travelMs = 30_000;

/**
 * One grant on one host, and the orders under it. The grant counts by the host's own clock and boot, which the host is asked
 * for first: it ends with a reboot. Every method throws `AgentFailure`, and StepFailure `host_operator` with all reasons where
 * the host operator refuses, is off, or does not answer (`retryable`).
 */
export class OperatorSession {
  readonly #worker: Worker;
  readonly #agent: AgentClient;
  readonly #grant: HostOperatorGrant;
  /** The host's monotonic clock was this much ahead of this process's own. */
  readonly #aheadMs: number;

  private constructor(worker: Worker, agent: AgentClient, grant: HostOperatorGrant, aheadMs: number) {
    this.#worker = worker;
    this.#agent = agent;
    this.#grant = grant;
    this.#aheadMs = aheadMs;
  }

  /** Asks the host for its clock and makes the grant; nothing is sent yet. */
  static async open(
    worker: Worker,
    target: AgentTarget,
    { forMs, kinds, ...scope }: OperatorScope,
    signal: AbortSignal,
  ): Promise<OperatorSession> {
    const agent = worker.agents.clientFor(target);
    // Its clock is read after the question left: what is counted from then ends early rather than late.
    const askedMs = performance.now();
    const { state, clock } = await agent.call("reportOperator", undefined, {
      signal,
      timeoutMs: reportLimitMs,
    });
    if (state !== "running" || clock === null) throw refuseAbsent(target, state);
    const answeredMs = performance.now();
    const grant: HostOperatorGrant = {
      ...scope,
      version: hostOperatorVersion,
      grantId: randomUUID(),
      hostId: target.hostId,
      kinds: [...kinds],
      bootId: clock.bootId,
      untilMs: clock.monotonicMs - (answeredMs - askedMs) + forMs,
    };
    return new OperatorSession(worker, agent, grant, clock.monotonicMs - answeredMs);
  }

  /**
   * Has something done that is undone after `undoAfterMs`, unless it was kept by then; returns it as far as it came. Given again
   * with the same id, such as after a lost answer, it tells what came of it.
   */
  async act(
    action: HostAction,
    { undoAfterMs, actionId = randomUUID() }: { readonly undoAfterMs: number; readonly actionId?: string },
    signal: AbortSignal,
  ): Promise<HostActionRecord> {
    const undoAtMs = Math.min(this.#nowMs() + undoAfterMs, this.#grant.untilMs);
    const answer = await this.#order("action", { verb: "act", action, undoAtMs }, signal, actionId);
    return answer.action;
  }

  /** Undoes an act now. */
  async undo(actionId: string, signal: AbortSignal): Promise<HostActionRecord> {
    return (await this.#order("action", { verb: "undo", actionId }, signal)).action;
  }

  /** Leaves a service or a file as it is now. */
  async keep(actionId: string, signal: AbortSignal): Promise<HostActionRecord> {
    return (await this.#order("action", { verb: "keep", actionId }, signal)).action;
  }

  /** Brings a library to the host, part by part; an act places it there. */
  async stage(sha256: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    for (let offset = 0; offset < bytes.length; offset += stagedPartBytes) {
      const data = Buffer.from(bytes.subarray(offset, offset + stagedPartBytes)).toString("base64");
      await this.#order("staged", { verb: "stage", sha256, offset, data }, signal);
    }
  }

  /** Whether a service runs. */
  async readService(service: string, signal: AbortSignal): Promise<Answer<"service">["state"]> {
    return (await this.#order("service", { verb: "read_service", service }, signal)).state;
  }

  /** A file with the hash that an edit of it has to name; null where there is none. */
  async readFile(path: string, signal: AbortSignal): Promise<Answer<"file">["file"]> {
    return (await this.#order("file", { verb: "read_file", path }, signal)).file;
  }

  /** The next part of what a program wrote, from a byte on. */
  async readOutput(actionId: string, offset: number, signal: AbortSignal): Promise<Answer<"output">> {
    return this.#order("output", { verb: "read_output", actionId, offset }, signal);
  }

  /** All acts of the host, of whatever grant. */
  async report(signal: AbortSignal): Promise<HostOperatorReport> {
    const options = { signal, timeoutMs: reportLimitMs };
    const report = await this.#agent.call("reportOperator", undefined, options);
    // Nobody who could tell of them answered: that is not the same as that there are none.
    if (report.state !== "running") throw refuseAbsent(this.#agent.target, report.state);
    return report;
  }

  /** An act as the host's journal has it; null where the host has forgotten it. */
  async find(actionId: string, signal: AbortSignal): Promise<HostActionRecord | null> {
    const { actions } = await this.report(signal);
    return actions.find((one) => one.actionId === actionId) ?? null;
  }

  #nowMs(): number {
    return performance.now() + this.#aheadMs;
  }

  async #order<K extends HostOperatorAnswer["kind"]>(
    kind: K,
    task: HostOperatorTask,
    signal: AbortSignal,
    orderId: string = randomUUID(),
  ): Promise<Answer<K>> {
    const { grantId } = this.#grant;
    const order: HostOperatorOrder = {
      ...{ version: hostOperatorVersion, orderId, grantId, task },
      notAfterMs: this.#nowMs() + travelMs,
    };
    const { identity } = this.#worker.certificates;
    const request = { grant: signAsConsole(this.#grant, identity), order: signAsConsole(order, identity) };
    const answer = await this.#agent.call("orderOperator", request, { signal, timeoutMs: orderLimitMs });
    if (isOf(answer, kind)) return answer;
    throw refuse(this.#agent.target, answer.kind === "refused" ? answer.reasons : []);
  }
}

function isOf<K extends HostOperatorAnswer["kind"]>(
  answer: HostOperatorAnswer,
  kind: K,
): answer is Answer<K> {
  return answer.kind === kind;
}

function refuseAbsent(target: AgentTarget, state: HostOperatorReport["state"]): StepFailure {
  return refuse(target, [message(state === "off" ? "operator.off" : "operator.silent")]);
}

/** One that is silent is started again by its service. */
function refuse({ hostName }: AgentTarget, reasons: readonly Message[]): StepFailure {
  const params = paramsWith({ host: hostName }, { reason: joinMessages(reasons) });
  const retryable = reasons.some(({ code }) => code === "operator.silent");
  return new StepFailure("failure.host_operator", { params, retryable });
}
