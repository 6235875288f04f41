import { type Message, message, messageWith } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { tellError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import type { FaultUndo } from "../../record";
import { OperatorRefusal, UndoFailure } from "../../refusal";
import { awaitSeen } from "../await-seen";
import { isStillThere, type NamedProcess } from "../listening-server";
import { allowRestarts, forbidRestarts, listAllowByHand, type UnitPlace } from "../unit-restarts";
import { type FaultKind, type FaultOf, type FaultOrder, type FaultServices, hitOf } from "./fault-kind";
import { awaitClosed, findServiceServer, requireSame, startOf, tellGone } from "./server-process";

/** What starts a server again where no service manager does. */
const supervisorNames: readonly string[] = ["mysqld_safe", "mariadbd-safe"];
const supervisorLimitMs = 10_000;
/** What its supervisor starts recovers first. */
const restartLimitMs = 60_000;

/**
 * Kills the server of a service with SIGKILL, and nothing else; where it is to stay down, what would start it again is kept from it first.
 * Done is what the kernel shows: the process is gone, and so are its sockets. Undone, the service runs, as it did before.
 */
export class KillServer implements FaultKind<"kill_server"> {
  readonly #host: ActingHost;
  readonly #services: FaultServices;
  readonly #units: UnitPlace;

  constructor(host: ActingHost, services: FaultServices, units: UnitPlace) {
    this.#host = host;
    this.#services = services;
    this.#units = units;
  }

  async prepare(fault: FaultOf<"kill_server">): Promise<FaultUndo> {
    const { found, unit } = await findServiceServer(this.#host, this.#services, this.#units, fault);
    const supervisor = supervisorNames.includes(found.parent?.name ?? "") ? found.parent : null;
    if (!fault.restarts && found.parent !== null && supervisor === null)
      throw new OperatorRefusal(message("operator.fault_supervisor", { name: found.parent.name }));
    const { process: server, inodes } = found;
    return { kind: "fault", server, inodes: [...inodes], supervisor, unit, evidence: null };
  }

  async perform({ fault, undo }: FaultOrder<"kill_server">): Promise<FaultEvidence> {
    const { supervisor, unit } = undo;
    const server = hitOf(undo);
    await requireSame(server);
    const kept: Message[] = [];
    if (!fault.restarts && unit !== null) {
      await forbidRestarts(this.#host, this.#units, unit);
      kept.push(message("operator.seen_no_restart", { unit }));
    }
    if (!fault.restarts && supervisor !== null) {
      await this.#endSupervisor(supervisor);
      kept.push(tellGone(supervisor));
    }
    await requireSame(server);
    const actedMs = monotonicMs();
    this.#host.signal(server.pid, "SIGKILL");
    const seen = await awaitClosed(fault, undo, { staysDown: !fault.restarts, unseen: "unseen" });
    return { actedMs, seenMs: monotonicMs(), seen: [...kept, ...seen] };
  }

  async undo({ actionId, fault, undo }: FaultOrder<"kill_server">): Promise<void> {
    const { unit, supervisor } = undo;
    try {
      if (!fault.restarts && unit !== null) await allowRestarts(this.#host, this.#units, unit);
      const isSupervised = supervisor === null || (await isStillThere(supervisor));
      // Beside a supervisor that is starting it, an order would start a second one.
      if (supervisor !== null && isSupervised) await this.#awaitRestart(fault);
      // Nobody would start it again: its supervisor was ended, and the server was not killed any more.
      if (!isSupervised && (await isStillThere(hitOf(undo)))) await this.#restart(actionId, fault);
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
    await this.#services.undo({ actionId, ...startOf(fault) });
  }

  listByHand({ actionId, fault, undo: { unit } }: FaultOrder<"kill_server">): readonly string[] {
    return [
      ...(fault.restarts || unit === null ? [] : listAllowByHand(this.#units, unit)),
      ...this.#services.listByHand({ actionId, ...startOf(fault) }),
    ];
  }

  async #restart(actionId: string, { service }: FaultOf<"kill_server">): Promise<void> {
    await this.#services.perform({
      actionId,
      action: { kind: "service", service, act: "restart" },
      undo: { kind: "service", before: "running" },
    });
  }

  async #endSupervisor(supervisor: NamedProcess): Promise<void> {
    if (await isStillThere(supervisor)) this.#host.signal(supervisor.pid, "SIGKILL");
    const { name, pid } = supervisor;
    await awaitSeen(
      message("operator.fault_alive", { name, pid, limitMs: supervisorLimitMs }),
      async () => ((await isStillThere(supervisor)) ? undefined : true),
      { timeoutMs: supervisorLimitMs, intervalMs: 5 },
    );
  }

  async #awaitRestart({ service }: FaultOf<"kill_server">): Promise<void> {
    const look = async (): Promise<true | undefined> => {
      const state = await this.#services.observe(service).catch(() => null);
      return state === "running" ? true : undefined;
    };
    // One that does not come back in time is ordered to.
    await waitFor(`${service} to run`, look, { timeoutMs: restartLimitMs, intervalMs: 200 }).catch(
      () => undefined,
    );
  }
}
