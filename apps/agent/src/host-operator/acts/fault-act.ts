import type { Message } from "@primacy/contract";
import type { HostFault } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import type { JournalRecord } from "../record";
import type { Act, Performed } from "./act";
import { FreezeAgent, KillAgent } from "./faults/agent-faults";
import { type AgentPlace, ownAgent } from "./faults/agent-process";
import { BusyProcessors } from "./faults/busy-processors";
import { Cut } from "./faults/cut";
import type { FaultKind, FaultServices } from "./faults/fault-kind";
import { FillDisk } from "./faults/fill-disk";
import { FreezeServer } from "./faults/freeze-server";
import { KillProxy } from "./faults/kill-proxy";
import { KillServer } from "./faults/kill-server";
import { type ProgramPlace, systemPrograms } from "./faults/program-processes";
import { StopServer } from "./faults/stop-server";
import { systemUnits, type UnitPlace } from "./unit-restarts";

type Fault = Performed<"fault">;
type TimedFault = Fault & Pick<JournalRecord, "undoAtMs">;

/** Where faults look; elsewhere in tests. */
export interface FaultPlaces {
  readonly units: UnitPlace;
  readonly agent: AgentPlace;
  readonly programs: ProgramPlace;
}

/** What failover drills do to a host: each fault by what makes, sees and heals it, chosen here alone. */
export class FaultAct implements Act<"fault"> {
  readonly #kinds: { readonly [N in HostFault["name"]]: FaultKind<N> };

  constructor(host: ActingHost, services: FaultServices, places: Partial<FaultPlaces> = {}) {
    const { units = systemUnits, agent = ownAgent, programs = systemPrograms } = places;
    this.#kinds = {
      kill_server: new KillServer(host, services, units),
      stop_server: new StopServer(host, services, units),
      freeze_server: new FreezeServer(host),
      kill_agent: new KillAgent(host, agent),
      freeze_agent: new FreezeAgent(host, agent),
      cut: new Cut(host),
      busy_processors: new BusyProcessors(host),
      kill_proxy: new KillProxy(host, services, { units, programs }),
      fill_disk: new FillDisk(),
    };
  }

  prepare({ fault }: Fault["action"]): Promise<Fault["undo"]> {
    return this.#of(fault, (kind, own) => kind.prepare(own));
  }

  async perform({ action: { fault }, ...one }: TimedFault): Promise<Fault["undo"]> {
    const evidence = await this.#of(fault, (kind, own) => kind.perform({ ...one, fault: own }));
    return { ...one.undo, evidence };
  }

  /** See `FaultKind.findLapse`. */
  findLapse({ action: { fault }, ...one }: TimedFault): Promise<Message | null> {
    return this.#of(fault, async (kind, own) => (await kind.findLapse?.({ ...one, fault: own })) ?? null);
  }

  undo({ action: { fault }, ...one }: TimedFault): Promise<void> {
    return this.#of(fault, (kind, own) => kind.undo({ ...one, fault: own }));
  }

  listByHand({ action: { fault }, ...one }: TimedFault): readonly string[] {
    return this.#of(fault, (kind, own) => kind.listByHand({ ...one, fault: own }));
  }

  #of<T>(
    fault: HostFault,
    use: <N extends HostFault["name"]>(kind: FaultKind<N>, own: Extract<HostFault, { name: N }>) => T,
  ): T {
    switch (fault.name) {
      case "kill_server":
        return use(this.#kinds.kill_server, fault);
      case "stop_server":
        return use(this.#kinds.stop_server, fault);
      case "freeze_server":
        return use(this.#kinds.freeze_server, fault);
      case "kill_agent":
        return use(this.#kinds.kill_agent, fault);
      case "freeze_agent":
        return use(this.#kinds.freeze_agent, fault);
      case "cut":
        return use(this.#kinds.cut, fault);
      case "busy_processors":
        return use(this.#kinds.busy_processors, fault);
      case "kill_proxy":
        return use(this.#kinds.kill_proxy, fault);
      case "fill_disk":
        return use(this.#kinds.fill_disk, fault);
    }
  }
}
