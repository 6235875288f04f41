import type { GuardAct, GuardStatus, LeftCause, PluginGuard } from "@primacy/contract/agent";
import {
  followEvidence,
  isHeldRightly,
  isLeftBehind,
  isOfPlugin,
  type LeftEvidence,
} from "@primacy/core/greatdb-ha";
import type { GrantClient } from "../address-helper/remote-address-tools";
import { listProcesses } from "../checks/list-processes";
import { onPulse } from "../clock/pulse";
import { listListeningSockets } from "../host-operator/listening-sockets";
import type { Log } from "../log/log";
import { tellError } from "../message/told-error";
import type { ClusterRuntime } from "../run/cluster-runtime";
import { type InterfaceAddress, monotonicMs } from "../vip/address/types";

/** What one cluster's guards stand on. */
export interface GuardParts {
  readonly office: Pick<GrantClient, "removeLeft">;
  readonly runtime: Pick<ClusterRuntime, "document" | "mysql"> & {
    readonly host: Pick<ClusterRuntime["host"], "latest">;
  };
  readonly log: Log;
  /** Something that people see has changed. */
  readonly onChange: () => void;
  /** The ports on which the kernel has a socket that listens; null: it could not be asked. */
  readonly listPorts?: () => Promise<readonly number[] | null>;
  /** Whether a process of a MySQL server runs on the host. */
  readonly isServerRunning?: () => Promise<boolean>;
}

/** An address that was refused or could not be deleted is tried again: somebody may have seen to the cause. */
const againAfterMs = 10_000;

interface Kept {
  readonly evidence: LeftEvidence | null;
  readonly last: GuardAct | null;
  /** When it was tried last without success; null: it was not. */
  readonly triedAtMs: number | null;
}

const nothing: Kept = { evidence: null, last: null, triedAtMs: null };

/**
 * Looks once a second whether the kernel of this host has an address that the plugin left behind, and has it released once the evidence has
 * lasted. It has no part in what decides about the agent's own addresses.
 */
export class PluginGuards {
  readonly #parts: GuardParts;
  readonly #kept = new Map<string, Kept>();
  #stopLooking: (() => void) | null = null;
  #isLooking = false;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Guards what the document of the time has, until it is stopped. */
  start(): void {
    this.#stopLooking ??= onPulse(1000, () => void this.look());
  }

  /** Ends it. May be called twice. */
  stop(): void {
    this.#stopLooking?.();
    this.#stopLooking = null;
  }

  /** What is guarded, for the status; null: nothing. */
  status(): GuardStatus[] | null {
    const guards = this.#list();
    if (guards.length === 0) return null;
    return guards.map(({ vipId, address }) => ({
      vipId,
      address,
      last: this.#kept.get(vipId)?.last ?? null,
    }));
  }

  /** Looks once and acts. Never rejects; does nothing while another look is under way. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const guards = this.#list();
      for (const vipId of this.#kept.keys()) {
        if (!guards.some((one) => one.vipId === vipId)) this.#kept.delete(vipId);
      }
      for (const guard of guards) await this.#lookAt(guard);
    } catch (error) {
      this.#parts.log.error("the plugin's address cannot be guarded", { error: String(error) });
    } finally {
      this.#isLooking = false;
    }
  }

  async #lookAt(guard: PluginGuard): Promise<void> {
    const { runtime, listPorts = readPorts, isServerRunning = findServer } = this.#parts;
    const { vipId, serverPort } = guard;
    const kept = this.#kept.get(vipId) ?? nothing;
    const placed = runtime.host.latest.addresses.find((one) => isPlaced(guard, one));
    if (placed === undefined) {
      // One that stayed and is gone now was seen to by somebody else.
      this.#settle(vipId, kept);
      return;
    }
    const ports = await listPorts();
    const isListening = ports === null ? null : ports.includes(serverPort);
    const isRunning = isListening === false ? await isServerRunning() : null;
    const sight = { nowMs: monotonicMs(), isListening, isRunning, server: runtime.mysql };
    const { nowMs } = sight;
    if (isHeldRightly(sight)) {
      this.#settle(vipId, kept);
      return;
    }
    const evidence = followEvidence(kept.evidence, sight);
    this.#kept.set(vipId, { ...kept, evidence });
    if (evidence === null || !isLeftBehind(evidence)) return;
    if (kept.triedAtMs === null || nowMs - kept.triedAtMs >= againAfterMs)
      await this.#release(guard, placed, evidence.cause);
  }

  /** There is nothing to release, and nothing is stuck any more. */
  #settle(vipId: string, { last }: Kept): void {
    const wasStuck = last !== null && last.outcome !== "released";
    this.#kept.set(vipId, { ...nothing, last: wasStuck ? null : last });
    if (wasStuck) this.#parts.onChange();
  }

  async #release(guard: PluginGuard, placed: InterfaceAddress, cause: LeftCause): Promise<void> {
    const { office, log, onChange } = this.#parts;
    const { vipId, address, prefixLength, nic } = guard;
    const removal = await office
      .removeLeft({ address, prefixLength, nic, label: placed.label })
      .catch((error: unknown) => ({ kind: "failed", reason: tellError(error) }) as const);
    const kept = this.#kept.get(vipId) ?? nothing;
    const atMonotonicMs = monotonicMs();
    if (removal.kind === "absent") {
      this.#kept.set(vipId, { ...kept, evidence: null });
    } else if (removal.kind === "released") {
      log.warn("released what the plugin left behind", { address, nic, cause });
      this.#kept.set(vipId, {
        ...nothing,
        last: { outcome: "released", cause, reason: null, atMonotonicMs },
      });
      onChange();
    } else {
      const { kind: outcome, reason } = removal;
      const { last } = kept;
      const isSame = last?.outcome === outcome && last.cause === cause && last.reason?.text === reason.text;
      if (!isSame)
        log.error("did not release what the plugin left behind", { address, nic, cause, said: reason.text });
      const told: GuardAct = isSame ? last : { outcome, cause, reason, atMonotonicMs };
      this.#kept.set(vipId, { ...kept, last: told, triedAtMs: atMonotonicMs });
      onChange();
    }
  }

  #list(): readonly PluginGuard[] {
    return this.#parts.runtime.document?.guards ?? [];
  }
}

function isPlaced(guard: PluginGuard, one: InterfaceAddress): boolean {
  return (
    one.interfaceName === guard.nic && isOfPlugin(guard, { ...one, isPermanent: one.validSeconds === null })
  );
}

async function findServer(): Promise<boolean> {
  return (await listProcesses(["mysqld", "mariadbd"], "/")).length > 0;
}

/** This agent listens itself: a list without any socket is none. */
async function readPorts(): Promise<readonly number[] | null> {
  const ports = (await listListeningSockets()).map(({ port }) => port);
  return ports.length === 0 ? null : ports;
}
