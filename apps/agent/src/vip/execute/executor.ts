import { familyOf, message } from "@primacy/contract";
import type { WireAnswer } from "@primacy/contract/agent";
import type { VipAction, VipInput } from "@primacy/core/vip";
import type { Log } from "../../log/log";
import type { HostNetwork } from "../address/types";
import { type AddressActuator, monotonicMs } from "../address/types";
import type { ArpNic, ArpPort } from "../arp/types";
import type { ResetGate } from "../gate/types";
import type { SocketKiller } from "../sockets/types";
import type { VipLoop } from "../vip-loop";
import { executeAct } from "./execute-act";
import { executeRelease } from "./execute-release";

type ActionOf<K extends VipAction["kind"]> = Extract<VipAction, { kind: K }>;

/** How the decision speaks to other agents. Neither call throws. */
export interface PeerMessenger {
  /** Asks a peer to let go; resolves to what the decision is fed. */
  askRelease(ask: ActionOf<"ask-release">): Promise<VipInput>;
  /** Tells a peer that this member looks primary; nothing is awaited. */
  hint(peerHostId: string, vipId: string): void;
}

/** Runs one probe, also beside others, and reports its outcome to the loop. Never throws. */
export interface VipProbe {
  run(probeId: number, deadlineMs: number): Promise<void>;
}

/** A peer's release request that waits for the decision's answer. */
export type AnswerRelease = (reply: ActionOf<"reply-release">) => void;

/** The hands of the decision. */
export interface ExecutorParts {
  readonly actuator: AddressActuator;
  readonly gate: ResetGate;
  readonly killer: SocketKiller | null;
  readonly arp: ArpPort | null;
  readonly peers: PeerMessenger;
  readonly probeFor: (vipId: string) => VipProbe | undefined;
  readonly network: () => HostNetwork;
  readonly persist: (action: ActionOf<"persist">) => Promise<void>;
  /** Who answered for a VIP on the wire when this host asked. */
  readonly onWire: (answer: WireAnswer) => void;
  readonly log: Log;
}

/** Executes the decision's actions. Each starts at once, beside any other, and reports to the loop that ordered it. */
export class VipExecutor {
  readonly #parts: ExecutorParts;
  readonly #answers = new Map<string, AnswerRelease>();

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
  }

  /** Registers who waits for the answer to a release request; returns how to stop waiting. */
  awaitAnswer(requestId: string, answer: AnswerRelease): () => void {
    this.#answers.set(requestId, answer);
    return () => {
      this.#answers.delete(requestId);
    };
  }

  /** Executes one action. Never throws; whatever fails is reported as the decision expects, or logged. */
  execute(action: VipAction, loop: VipLoop): void {
    switch (action.kind) {
      case "probe":
        this.#probe(action, loop);
        break;
      case "bind":
      case "renew":
        this.#act(action, loop);
        break;
      case "release":
        this.#report(loop, executeRelease(action, this.#parts));
        break;
      case "announce":
        this.#announce(action);
        break;
      case "ask-release":
        this.#report(loop, this.#parts.peers.askRelease(action));
        break;
      case "hint-peer":
        this.#parts.peers.hint(action.peer, loop.vipId);
        break;
      case "reply-release":
        this.#answers.get(action.requestId)?.(action);
        break;
      case "probe-stranger":
        this.#report(loop, this.#probeStranger(action, loop));
        break;
      case "install-gate":
        this.#watchOver("install gate", this.#parts.gate.install(guardedBy(action), action.tombstoneMs));
        break;
      case "remove-gate":
        this.#watchOver(
          "remove gate",
          this.#parts.gate.forget({ address: action.target.address, ports: loop.state.config.guardedPorts }),
        );
        break;
      case "persist":
        this.#parts.persist(action).catch((error: unknown) => {
          this.#parts.log.error("cannot keep the VIP's record", { error: String(error) });
        });
        break;
      case "cancel-in-flight":
      case "emit":
      case "stopped":
        // The loop itself does these.
        break;
    }
  }

  #probe(action: ActionOf<"probe">, loop: VipLoop): void {
    const probe = this.#parts.probeFor(loop.vipId);
    if (probe === undefined) {
      const outcome = { kind: "failed", detail: "not configured" } as const;
      queueMicrotask(() => {
        loop.feed({ kind: "probe-finished", probeId: action.probeId, startedAtMs: monotonicMs(), outcome });
      });
      return;
    }
    void probe.run(action.probeId, action.deadlineMs);
  }

  #act(action: ActionOf<"bind" | "renew">, loop: VipLoop): void {
    const { actuator, gate } = this.#parts;
    const { tombstoneMs } = loop.state.config.timings;
    this.#report(loop, executeAct(action, { actuator, gate, tombstoneMs, newestGen: () => loop.newestGen }));
  }

  #announce(action: ActionOf<"announce">): void {
    const nic = findArpNic(this.#parts.network(), action.target.nic, action.target.address);
    if (nic === null || this.#parts.arp === null) {
      this.#parts.log.warn("cannot announce the address", { address: action.target.address });
      return;
    }
    const { address } = action.target;
    const sent = [
      this.#parts.arp.announce(nic, address),
      this.#parts.arp.announceTo(nic, address, action.neighbours),
    ];
    for (const outcome of sent) {
      if (outcome.kind === "failed") {
        this.#parts.log.warn("an announcement was not sent", { address, reason: outcome.reason.text });
      }
    }
  }

  async #probeStranger(action: ActionOf<"probe-stranger">, loop: VipLoop): Promise<VipInput> {
    const { strangerProbeId, target } = action;
    const startedAtMs = monotonicMs();
    const network = this.#parts.network();
    const nic = findArpNic(network, target.nic, target.address);
    if (nic === null || this.#parts.arp === null) {
      const detail =
        nic === null ? message("act.no_nic", { nic: target.nic }).text : message("act.no_arp").text;
      return { kind: "stranger-checked", strangerProbeId, startedAtMs, outcome: { kind: "failed", detail } };
    }
    const windowMs = action.attempts * action.attemptTimeoutMs;
    const answer = await this.#parts.arp.ask(nic, target.address, windowMs);
    if (answer.kind === "failed") {
      const outcome = { kind: "failed", detail: answer.reason.text } as const;
      return { kind: "stranger-checked", strangerProbeId, startedAtMs, outcome };
    }
    const ownMacs = network.links.map((link) => link.mac);
    const withoutOwn = (macs: readonly string[]): string[] => macs.filter((mac) => !ownMacs.includes(mac));
    this.#parts.onWire({
      vipId: loop.vipId,
      address: target.address,
      askedMonotonicMs: answer.holdersAskedMs,
      macs: withoutOwn(answer.holders),
    });
    // Whoever claimed it at all may be a stranger.
    const macs = withoutOwn(answer.macs);
    return { kind: "stranger-checked", strangerProbeId, startedAtMs, outcome: { kind: "answered", macs } };
  }

  #report(loop: VipLoop, work: Promise<VipInput>): void {
    work.then(
      (input) => loop.feed(input),
      // The executors do not reject; if one ever does, the decision's own time limits take over.
      (error: unknown) => this.#parts.log.error("an action failed unexpectedly", { error: String(error) }),
    );
  }

  #watchOver(what: string, work: ReturnType<ResetGate["install"]>): void {
    work.then(
      (outcome) => {
        if (outcome.kind === "failed") {
          this.#parts.log.warn(`cannot ${what}`, { reason: outcome.reason.text });
        }
      },
      (error: unknown) => this.#parts.log.error(`cannot ${what}`, { error: String(error) }),
    );
  }
}

/** What asking for an address needs of an interface: its MAC and a permanent address of the host's own on it, of the same family. */
export function findArpNic(network: HostNetwork, name: string, address: string): ArpNic | null {
  const link = network.links.find((candidate) => candidate.interfaceName === name);
  if (link === undefined || link.mac === null) {
    return null;
  }
  const family = familyOf(address);
  const own = network.addresses.find(
    (held) => held.interfaceName === name && held.validSeconds === null && familyOf(held.address) === family,
  );
  return { name, mac: link.mac, ownAddress: own?.address ?? null };
}

function guardedBy(action: ActionOf<"install-gate">): { address: string; ports: readonly number[] } {
  return { address: action.target.address, ports: action.guardedPorts };
}
