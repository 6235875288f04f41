import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { message, messageWith } from "@primacy/contract";
import type { ServiceState } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import { findCommand } from "../../command/run-command";
import { tellError } from "../../message/told-error";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { Act, Performed } from "./act";
import { awaitSeen } from "./await-seen";

type Order = "start" | "stop" | "restart";

/** A database that recovers, or ends its work, may take this long. */
const orderLimitMs = 300_000;
const lookLimitMs = 20_000;
/** States of a unit that last; in another one it is on its way to one of them. */
const steady = new Set(["active", "inactive", "failed"]);
/** What `service NAME status` ends with where there is none of that name (LSB: 4, status unknown). */
const exitUnknown = 4;

/**
 * Starts, stops and restarts services by the host's own service manager; undone, a service is as it was before. Each order holds
 * a lock as long as it runs, also when the host operator is killed meanwhile: an undo waits for it, for a stop that is still
 * under way would come after it.
 */
export class ServiceAct implements Act<"service"> {
  readonly #host: ActingHost;
  readonly #lockFolder: string;
  readonly #settleLimitMs: number;

  constructor(host: ActingHost, lockFolder: string, limits = { settleMs: 60_000 }) {
    this.#host = host;
    this.#lockFolder = lockFolder;
    this.#settleLimitMs = limits.settleMs;
  }

  /** Whether a service runs; null where the host has none of that name. Throws OperatorRefusal while that changes. */
  async observe(service: string): Promise<ServiceState | null> {
    const limits = { timeoutMs: lookLimitMs };
    if (hasSystemd()) {
      const known = await this.#host.tryExec(
        ["systemctl", "show", "-p", "LoadState", "--value", service],
        limits,
      );
      if (known.stdout.trim() !== "loaded") return null;
      const active = (await this.#host.tryExec(["systemctl", "is-active", service], limits)).stdout.trim();
      if (!steady.has(active)) throw new OperatorRefusal(message("operator.service_changing", { service }));
      return active === "active" ? "running" : "stopped";
    }
    if (!existsSync(`/etc/init.d/${service}`)) return null;
    const { exitCode } = await this.#host.tryExec(["service", service, "status"], limits);
    if (exitCode === exitUnknown) return null;
    return exitCode === 0 ? "running" : "stopped";
  }

  /** Whether systemd is still to start or stop it, as during a boot. Without systemd nobody knows, and it is false. */
  async isQueued(service: string): Promise<boolean> {
    if (!hasSystemd()) return false;
    const job = ["systemctl", "show", "-p", "Job", "--value", service];
    return Number((await this.#host.tryExec(job, { timeoutMs: lookLimitMs })).stdout.trim()) > 0;
  }

  /** Null also for one that is on its way to another state. */
  async #observeNow(service: string): Promise<ServiceState | null> {
    return this.observe(service).catch((error: unknown) => {
      if (error instanceof OperatorRefusal) return null;
      throw error;
    });
  }

  async prepare({ service }: Performed<"service">["action"]): Promise<Performed<"service">["undo"]> {
    const before = await this.observe(service);
    if (before === null) throw new OperatorRefusal(message("operator.service_unknown", { service }));
    if (findCommand("flock") === null)
      throw new OperatorRefusal(message("operator.tool_missing", { tool: "flock" }));
    return { kind: "service", before };
  }

  async perform({ action, undo }: Performed<"service">): Promise<Performed<"service">["undo"]> {
    const { service, act } = action;
    await this.#order(service, act);
    await this.#await(service, act === "stop" ? "stopped" : "running");
    return undo;
  }

  async undo({ action: { service }, undo: { before } }: Performed<"service">): Promise<void> {
    try {
      await this.#exec(service, ["true"]);
      if ((await this.#observeNow(service)) === before) return;
      await this.#order(service, orderOf(before));
      await this.#await(service, before);
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ action: { service }, undo: { before } }: Performed<"service">): readonly string[] {
    return [
      hasSystemd() ? `systemctl ${orderOf(before)} ${service}` : `service ${service} ${orderOf(before)}`,
    ];
  }

  async #order(service: string, order: Order): Promise<void> {
    await this.#exec(service, hasSystemd() ? ["systemctl", order, service] : ["service", service, order]);
  }

  /** Runs a command as soon as no earlier order to the service is under way. What it starts does not have the lock. */
  async #exec(service: string, argv: readonly string[]): Promise<void> {
    await mkdir(this.#lockFolder, { recursive: true, mode: 0o700 });
    const lock = ["flock", "--close", "--timeout", String(orderLimitMs / 1000)];
    await this.#host.exec([...lock, path.join(this.#lockFolder, service), ...argv], {
      timeoutMs: 2 * orderLimitMs,
    });
  }

  async #await(service: string, state: ServiceState): Promise<void> {
    await awaitSeen(
      message(`operator.service_not_${state}`, { service, limitMs: this.#settleLimitMs }),
      async () => ((await this.#observeNow(service)) === state ? true : undefined),
      { timeoutMs: this.#settleLimitMs, intervalMs: 200 },
    );
  }
}

function orderOf(before: ServiceState): Order {
  return before === "running" ? "start" : "stop";
}

function hasSystemd(): boolean {
  return existsSync("/run/systemd/system");
}
