import type { AgentStatus } from "@primacy/contract/agent";
import { agentProtocol } from "@primacy/contract/agent";
import type { HeldDocument, WantedHost } from "@primacy/core/plan";
import { unheard } from "@primacy/core/plan";
import type { Logger } from "pino";
import type { AgentClients, AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { targetOf } from "../cluster-record/load-cluster";
import { askWire, type WireQuestion, type WireWord } from "./ask-wire";
import { helloOf } from "./greet-agent";
import { toHolding, toUnread } from "./held-document";
import { type Holding, type HostWord, toWord } from "./holding";
import { nowMs } from "./now-ms";

const statusTimeoutMs = 2_000;

/**
 * The one place that asks agents how they are and who holds an address. Whoever needs to know asks here, so that it is
 * known in one way: by which host's kernel or agent, as of when, and of whom nothing was heard.
 */
export interface AgentObserver {
  /** One agent's whole status, asked now. Throws `AgentFailure`. */
  readStatus(target: AgentTarget, signal: AbortSignal): Promise<AgentStatus>;
  /**
   * What one agent holds of its document, by its own word now. One that does not answer is not answering; of one of another
   * protocol it is known how new that is.
   */
  readHeld(target: AgentTarget, signal: AbortSignal): Promise<HeldDocument>;
  /** Asks every agent at once who holds `address`. A silent agent is named, and delays nobody by more than 2 s. */
  readHolding(hosts: readonly WantedHost[], address: string, signal: AbortSignal): Promise<Holding>;
  /** Asks the wire from every host at once who answers for an address. */
  askWire(
    hosts: readonly WantedHost[],
    question: WireQuestion,
    signal: AbortSignal,
  ): Promise<readonly WireWord[]>;
  /** Hears every status that an agent tells by itself, through every break, until the signal aborts. */
  follow(target: AgentTarget, listener: StatusListener): Promise<void>;
  /**
   * Hears whether a host holds an address: first how it is, then each change; neither promise rejects. What happened while
   * the connection was broken is told as how it is.
   */
  followHolding(
    host: WantedHost,
    address: string,
    signal: AbortSignal,
    onWord: (word: FollowedWord) => void,
  ): Following;
}

/** Who hears what an agent tells. */
export interface StatusListener {
  readonly signal: AbortSignal;
  onStatus(status: AgentStatus): void;
  /** Why it is not heard for now. */
  onBreak(failure: Error): void;
}

/** One host's word with whether it was heard to change: otherwise nobody knows when it began to be so. */
export interface FollowedWord extends HostWord {
  readonly isChange: boolean;
}

/** Something that is followed. */
export interface Following {
  /** The agent has said how things stand. Waits for ever for a silent one. */
  readonly begun: Promise<void>;
  /** The signal has aborted. */
  readonly ended: Promise<void>;
}

/** Observes through these agents. Keeps nothing. */
export function createAgentObserver(parts: {
  readonly agents: AgentClients;
  readonly log: Pick<Logger, "debug">;
}): AgentObserver {
  const { agents, log } = parts;
  const readStatus: AgentObserver["readStatus"] = (target, signal) =>
    agents.clientFor(target).call("status", undefined, { signal, timeoutMs: statusTimeoutMs });
  const follow: AgentObserver["follow"] = (target, { signal, onStatus, onBreak }) =>
    agents.clientFor(target).readStream({ signal, onFrame: ({ status }) => onStatus(status), onBreak });

  async function readHeld(target: AgentTarget, signal: AbortSignal): Promise<HeldDocument> {
    const held = await orNull(signal, async () => {
      const hello = await helloOf(parts, target, signal);
      if (hello.protocol !== agentProtocol) return toUnread(target.hostId, hello);
      return toHolding(target.hostId, await readStatus(target, signal), true);
    });
    return held ?? unheard(target.hostId);
  }

  async function readHolding(
    hosts: readonly WantedHost[],
    address: string,
    signal: AbortSignal,
  ): Promise<Holding> {
    const asked = await Promise.all(
      hosts.map((host) =>
        orNull(signal, async () => toWord(host, await readStatus(targetOf(host), signal), address, nowMs())),
      ),
    );
    const words = asked.flatMap((word) => word ?? []);
    return {
      words,
      holders: words.filter((word) => word.isHolding),
      silentHosts: hosts.filter((host) => !words.some((word) => word.host.hostId === host.hostId)),
    };
  }

  return {
    readStatus,
    readHeld,
    readHolding,
    askWire: (hosts, question, signal) => askWire(agents, hosts, question, signal),
    follow,
    followHolding(host, address, signal, onWord) {
      if (signal.aborted) return { begun: Promise.resolve(), ended: Promise.resolve() };
      let last: boolean | null = null;
      let onBegun = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        onBegun = resolve;
      });
      const ended = follow(targetOf(host), {
        signal,
        onStatus: (status) => {
          const word = toWord(host, status, address, nowMs());
          if (last !== word.isHolding) onWord({ ...word, isChange: last !== null });
          last = word.isHolding;
          onBegun();
        },
        onBreak: (failure) => {
          last = null;
          log.debug({ hostId: host.hostId, err: failure }, "no word of the address");
        },
      });
      return { begun, ended };
    },
  };
}

/** Null where an agent does not answer; the end of the asker's own time is no answer either, and thrown. */
async function orNull<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}
