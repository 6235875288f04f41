import { readFile } from "node:fs/promises";
import { type Message, message, messageWith } from "@primacy/contract";
import type { HostFault } from "@primacy/contract/agent";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { ToldError, tellError } from "../../message/told-error";
import { monotonicMs } from "../../vip/address/types";
import { listListeningSockets } from "../listening-sockets";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { Act, Performed } from "./act";
import {
  findListeningServer,
  isStillThere,
  type ListeningServer,
  type NamedProcess,
} from "./listening-server";
import type { ServiceAct } from "./service-act";
import {
  allowRestarts,
  forbidRestarts,
  listAllowByHand,
  readUnit,
  systemUnits,
  type UnitPlace,
} from "./unit-restarts";

type Fault = Performed<"fault">;

/** What starts a server again where no service manager does. */
const supervisorNames: readonly string[] = ["mysqld_safe", "mariadbd-safe"];
/** The kernel closes the sockets of a process once its memory is free again: of a large server that takes a while. */
const seenLimitMs = 60_000;
const supervisorLimitMs = 10_000;
/** What its supervisor starts recovers first. */
const restartLimitMs = 60_000;

/**
 * Kills the server of a service with SIGKILL, and nothing else; where it is to stay down, what would start it again is kept from it first.
 * Done is what the kernel shows: the process is gone, and so are its sockets. Undone, the service runs, as it did before.
 */
export class FaultAct implements Act<"fault"> {
  readonly #host: ActingHost;
  readonly #service: Pick<ServiceAct, "observe" | "prepare" | "undo" | "listByHand">;
  readonly #units: UnitPlace;

  constructor(
    host: ActingHost,
    service: Pick<ServiceAct, "observe" | "prepare" | "undo" | "listByHand">,
    units: UnitPlace = systemUnits,
  ) {
    this.#host = host;
    this.#service = service;
    this.#units = units;
  }

  async prepare({ fault }: Fault["action"]): Promise<Fault["undo"]> {
    const { service, port } = fault;
    // What an order to the service needs, its undo needs too.
    const { before } = await this.#service.prepare({ kind: "service", service, act: "start" });
    const found = await findListeningServer(port);
    if (before !== "running") throw new OperatorRefusal(message("operator.fault_stopped", { service, port }));
    const unit = await this.#findUnit(fault, found);
    const supervisor = supervisorNames.includes(found.parent?.name ?? "") ? found.parent : null;
    if (!fault.restarts && found.parent !== null && supervisor === null)
      throw new OperatorRefusal(message("operator.fault_supervisor", { name: found.parent.name }));
    const { process: server, inodes } = found;
    return { kind: "fault", server, inodes: [...inodes], supervisor, unit, evidence: null };
  }

  async perform({ action: { fault }, undo }: Fault): Promise<Fault["undo"]> {
    const { server, supervisor, unit } = undo;
    await requireSame(server, fault);
    const kept: Message[] = [];
    if (!fault.restarts && unit !== null) {
      await forbidRestarts(this.#host, this.#units, unit);
      kept.push(message("operator.seen_no_restart", { unit }));
    }
    if (!fault.restarts && supervisor !== null) {
      await this.#endSupervisor(supervisor);
      kept.push(tellGone(supervisor));
    }
    await requireSame(server, fault);
    const actedMs = monotonicMs();
    this.#host.signal(server.pid, "SIGKILL");
    const seen = await awaitEffect(fault, undo);
    return { ...undo, evidence: { actedMs, seenMs: monotonicMs(), seen: [...kept, ...seen] } };
  }

  async undo({ actionId, action: { fault }, undo: { unit, supervisor } }: Fault): Promise<void> {
    try {
      if (!fault.restarts && unit !== null) await allowRestarts(this.#host, this.#units, unit);
      // Beside a supervisor that is starting it, an order would start a second one.
      if (supervisor !== null && (await isStillThere(supervisor))) await this.#awaitRestart(fault);
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
    await this.#service.undo({ actionId, ...startOf(fault) });
  }

  listByHand({ actionId, action: { fault }, undo: { unit } }: Fault): readonly string[] {
    return [
      ...(fault.restarts || unit === null ? [] : listAllowByHand(this.#units, unit)),
      ...this.#service.listByHand({ actionId, ...startOf(fault) }),
    ];
  }

  /** The unit of the service, whose own the server has to be; null where the host has no systemd. */
  async #findUnit({ service, port }: HostFault, found: ListeningServer): Promise<string | null> {
    if (!this.#units.hasSystemd()) return null;
    const { id, controlGroup } = await readUnit(this.#host, service);
    const { pid } = found.process;
    if (controlGroup === "" || !(await listControlGroups(pid)).some((one) => isWithin(one, controlGroup)))
      throw new OperatorRefusal(message("operator.fault_other_service", { service, port, pid }));
    return id;
  }

  async #endSupervisor(supervisor: NamedProcess): Promise<void> {
    if (await isStillThere(supervisor)) this.#host.signal(supervisor.pid, "SIGKILL");
    await waitFor(
      `${supervisor.name} to be gone`,
      async () => ((await isStillThere(supervisor)) ? undefined : true),
      { timeoutMs: supervisorLimitMs, intervalMs: 5 },
    );
  }

  async #awaitRestart({ service }: HostFault): Promise<void> {
    const look = async (): Promise<true | undefined> => {
      const state = await this.#service.observe(service).catch(() => null);
      return state === "running" ? true : undefined;
    };
    // One that does not come back in time is ordered to.
    await waitFor(`${service} to run`, look, { timeoutMs: restartLimitMs, intervalMs: 200 }).catch(
      () => undefined,
    );
  }
}

function startOf({ service }: HostFault): Pick<Performed<"service">, "action" | "undo"> {
  return {
    action: { kind: "service", service, act: "start" },
    undo: { kind: "service", before: "running" },
  };
}

/** Nobody else is to be hit: the number may be another's by now. */
async function requireSame(server: NamedProcess, { port }: HostFault): Promise<void> {
  if (!(await isStillThere(server))) throw new ToldError(message("operator.fault_replaced", { port }));
}

async function awaitEffect(
  { port, restarts }: HostFault,
  { server, inodes }: Fault["undo"],
): Promise<Message[]> {
  const look = async (): Promise<Message[] | undefined> => {
    if (await isStillThere(server)) return undefined;
    const open = (await listListeningSockets()).filter((one) => one.port === port);
    if (open.some(({ inode }) => inodes.includes(inode))) return undefined;
    if (!restarts && open.length > 0) throw new ToldError(message("operator.fault_restarted", { port }));
    const closed = open.length === 0 ? "operator.seen_silent" : "operator.seen_closed";
    return [tellGone(server), message(closed, { port })];
  };
  return waitFor("the killed server to be gone", look, { timeoutMs: seenLimitMs, intervalMs: 5 }).catch(
    (error: unknown) => {
      if (error instanceof ToldError) throw error;
      const { pid, name } = server;
      throw new ToldError(message("operator.fault_unseen", { name, pid, port, limitMs: seenLimitMs }));
    },
  );
}

function tellGone({ name, pid }: NamedProcess): Message {
  return message("operator.seen_gone", { name, pid });
}

/** The control groups of a process, of each hierarchy (cgroups(7)). */
async function listControlGroups(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cgroup`, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => line.split(":").slice(2).join(":") || []);
}

function isWithin(group: string, outer: string): boolean {
  return group === outer || group.startsWith(`${outer}/`);
}
