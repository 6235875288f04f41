import type { FaultEvidence } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import { monotonicMs } from "../../../vip/address/types";
import type { FaultUndo } from "../../record";
import type { UnitPlace } from "../unit-restarts";
import { type FaultKind, type FaultOf, type FaultOrder, type FaultServices, hitOf } from "./fault-kind";
import { awaitClosed, findServiceServer, requireSame, startOf } from "./server-process";

/**
 * Stops the service of a server, as for maintenance. Done is what the kernel shows: that server is gone, and nothing listens on its port.
 * Undone, the service runs.
 */
export class StopServer implements FaultKind<"stop_server"> {
  readonly #host: ActingHost;
  readonly #services: FaultServices;
  readonly #units: UnitPlace;

  constructor(host: ActingHost, services: FaultServices, units: UnitPlace) {
    this.#host = host;
    this.#services = services;
    this.#units = units;
  }

  async prepare(fault: FaultOf<"stop_server">): Promise<FaultUndo> {
    const { found, unit } = await findServiceServer(this.#host, this.#services, this.#units, fault);
    const { process: server, inodes } = found;
    return { kind: "fault", server, inodes: [...inodes], supervisor: null, unit, evidence: null };
  }

  async perform({ actionId, fault, undo }: FaultOrder<"stop_server">): Promise<FaultEvidence> {
    await requireSame(hitOf(undo));
    const actedMs = monotonicMs();
    await this.#services.perform({
      actionId,
      action: { kind: "service", service: fault.service, act: "stop" },
      undo: { kind: "service", before: "running" },
    });
    const seen = await awaitClosed(fault, undo, { staysDown: true, unseen: "still_open" });
    return { actedMs, seenMs: monotonicMs(), seen };
  }

  async undo({ actionId, fault }: FaultOrder<"stop_server">): Promise<void> {
    await this.#services.undo({ actionId, ...startOf(fault) });
  }

  listByHand({ actionId, fault }: FaultOrder<"stop_server">): readonly string[] {
    return this.#services.listByHand({ actionId, ...startOf(fault) });
  }
}
