import { type Message, message, messageWith, proxyServiceTitles } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { ToldError, tellError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import { listListeningSockets } from "../../listening-sockets";
import type { FaultUndo } from "../../record";
import { OperatorRefusal, UndoFailure } from "../../refusal";
import { findHolders, isStillThere, type NamedProcess } from "../listening-server";
import { isRunitSupervisor, superviseAgain, superviseOnce } from "../runit-restarts";
import { allowRestarts, forbidRestarts, listAllowByHand, readUnit, type UnitPlace } from "../unit-restarts";
import { type FaultKind, type FaultOf, type FaultOrder, type FaultServices, hitOf } from "./fault-kind";
import { thaw } from "./frozen-process";
import { findProgram, type ProgramPlace, type ProgramTree } from "./program-processes";
import { isOfGroup, requireSame, startOf, tellGone } from "./server-process";

type Kill = FaultOf<"kill_proxy">;

const goneLimitMs = 10_000;
/** For what comes after it: a successor, which is a welcome sight and no condition, or nothing. */
const afterLimitMs = 3_000;
const intervalMs = 5;

/**
 * Kills a program of a proxy with SIGKILL, each process of its executable; where it is to stay down, what would start it again is kept from it
 * first. Done is what the kernel shows: the processes are gone, and so are their sockets. Undone, the service runs.
 */
export class KillProxy implements FaultKind<"kill_proxy"> {
  readonly #host: ActingHost;
  readonly #services: FaultServices;
  readonly #units: UnitPlace;
  readonly #programs: ProgramPlace;

  constructor(
    host: ActingHost,
    services: FaultServices,
    { units, programs }: { readonly units: UnitPlace; readonly programs: ProgramPlace },
  ) {
    this.#host = host;
    this.#services = services;
    this.#units = units;
    this.#programs = programs;
  }

  async prepare(fault: Kill): Promise<FaultUndo> {
    const { program: service, restarts } = fault;
    const program = proxyServiceTitles[service];
    // What an order to the service needs, its undo needs too.
    const { before } = await this.#services.prepare({ kind: "service", service, act: "start" });
    const tree = await findProgram(this.#programs, service);
    if (before !== "running" || tree === null)
      throw new OperatorRefusal(message("operator.fault_no_program", { program, service }));
    const unit = await this.#requireOwn(service, tree);
    const inodes = fault.port === null ? [] : await listSockets(fault.port, tree);
    if (fault.port !== null && inodes.length === 0)
      throw new OperatorRefusal(message("operator.fault_program_port", { program, port: fault.port }));
    const { first: server, further, parent } = tree;
    const supervisor = parent !== null && isRunitSupervisor(parent) ? parent : null;
    if (!restarts && parent !== null && supervisor === null)
      throw new OperatorRefusal(message("operator.fault_program_supervisor", { name: parent.name, program }));
    return {
      kind: "fault",
      server,
      further: [...further],
      inodes: [...inodes],
      supervisor,
      unit,
      evidence: null,
    };
  }

  async perform({ fault, undo }: FaultOrder<"kill_proxy">): Promise<FaultEvidence> {
    const { unit, supervisor, further = [] } = undo;
    const first = hitOf(undo);
    await requireSame(first);
    const kept = fault.restarts ? [] : await this.#keepDown(fault, { unit, supervisor });
    await requireSame(first);
    const actedMs = monotonicMs();
    // One that learns of the end of the first one would end in order: it learns of nothing any more.
    for (const one of further) await this.#signal(one, "SIGSTOP");
    this.#host.signal(first.pid, "SIGKILL");
    for (const one of further) await this.#signal(one, "SIGKILL");
    const gone = await this.#awaitGone(fault, undo);
    const seenMs = monotonicMs();
    return { actedMs, seenMs, seen: [...kept, ...gone, ...(await this.#tellAfter(fault))] };
  }

  async findLapse({
    fault: { program: service, restarts },
  }: FaultOrder<"kill_proxy">): Promise<Message | null> {
    if (restarts) return null;
    const program = proxyServiceTitles[service];
    // Two of them are a program that runs, too.
    const runs = await findProgram(this.#programs, service).then(
      (tree) => tree !== null,
      () => true,
    );
    return runs ? message("operator.fault_program_back", { program }) : null;
  }

  async undo({ actionId, fault, undo }: FaultOrder<"kill_proxy">): Promise<void> {
    const { unit, supervisor, further = [] } = undo;
    try {
      for (const one of further) await thaw(this.#host, one);
      if (!fault.restarts && unit !== null) await allowRestarts(this.#host, this.#units, unit);
      if (!fault.restarts && supervisor !== null) await superviseAgain(this.#host, supervisor);
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
    await this.#services.undo({ actionId, ...startOf({ service: fault.program }) });
  }

  listByHand({ actionId, fault, undo: { unit } }: FaultOrder<"kill_proxy">): readonly string[] {
    return [
      ...(fault.restarts || unit === null ? [] : listAllowByHand(this.#units, unit)),
      ...this.#services.listByHand({ actionId, ...startOf({ service: fault.program }) }),
    ];
  }

  /** The unit of the service, of which each process has to be; null where the host has no systemd. */
  async #requireOwn(service: string, { first, further }: ProgramTree): Promise<string | null> {
    if (!this.#units.hasSystemd()) return null;
    const { id, controlGroup } = await readUnit(this.#host, service);
    for (const { name, pid } of [first, ...further])
      if (!(await isOfGroup(pid, controlGroup)))
        throw new OperatorRefusal(message("operator.fault_program_apart", { name, pid, service }));
    return id;
  }

  async #keepDown(
    { program: service }: Kill,
    { unit, supervisor }: Pick<FaultUndo, "unit" | "supervisor">,
  ): Promise<Message[]> {
    const seen: Message[] = [];
    if (unit !== null) {
      await forbidRestarts(this.#host, this.#units, unit);
      seen.push(message("operator.seen_no_restart", { unit }));
    }
    if (supervisor !== null) {
      await superviseOnce(this.#host, supervisor);
      seen.push(message("operator.seen_supervised_once", { program: proxyServiceTitles[service] }));
    }
    return seen;
  }

  /** To one that may have ended with the first. */
  async #signal(one: NamedProcess, signal: "SIGSTOP" | "SIGKILL"): Promise<void> {
    if (await isStillThere(one)) {
      try {
        this.#host.signal(one.pid, signal);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
      }
    }
  }

  async #awaitGone({ port }: Kill, undo: FaultUndo): Promise<Message[]> {
    const hit = [hitOf(undo), ...(undo.further ?? [])];
    const look = async (): Promise<Message[] | undefined> => {
      for (const one of hit) if (await isStillThere(one)) return undefined;
      const open = (await listListeningSockets()).filter((one) => one.port === port);
      if (open.some(({ inode }) => undo.inodes.includes(inode))) return undefined;
      if (port === null) return hit.map(tellGone);
      const closed = open.length === 0 ? "operator.seen_silent" : "operator.seen_closed";
      return [...hit.map(tellGone), message(closed, { port })];
    };
    return waitFor("the program to be gone", look, { timeoutMs: goneLimitMs, intervalMs }).catch(() => {
      const { name, pid } = hitOf(undo);
      throw new ToldError(message("operator.fault_alive", { name, pid, limitMs: goneLimitMs }));
    });
  }

  /** That none runs where it is to stay down, or else which one runs now. Throws ToldError. */
  async #tellAfter({ program: service, restarts }: Kill): Promise<Message[]> {
    const program = proxyServiceTitles[service];
    const limits = { timeoutMs: afterLimitMs, intervalMs: 50 };
    const find = (): Promise<ProgramTree | null> => findProgram(this.#programs, service);
    if (restarts) {
      const look = async (): Promise<ProgramTree | undefined> => (await find()) ?? undefined;
      const next = await waitFor("its successor", look, limits).catch(() => null);
      return next === null ? [] : [message("operator.seen_program_again", { program, pid: next.first.pid })];
    }
    // What it had just started ends with it, a moment later.
    const look = async (): Promise<true | undefined> => ((await find()) === null ? true : undefined);
    await waitFor("none to run", look, limits).catch(() => {
      throw new ToldError(message("operator.fault_program_back", { program }));
    });
    return [message("operator.seen_no_program", { program })];
  }
}

/** The sockets on which a program listens there. */
async function listSockets(port: number, { first, further }: ProgramTree): Promise<readonly string[]> {
  const inodes = (await listListeningSockets()).filter((one) => one.port === port).map(({ inode }) => inode);
  const own = new Set([first, ...further].map(({ pid }) => pid));
  const held = (await findHolders(inodes)).filter(({ process }) => own.has(process.pid));
  return [...new Set(held.flatMap((one) => one.inodes))];
}
