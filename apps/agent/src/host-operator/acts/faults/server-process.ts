import { readFile } from "node:fs/promises";
import { type Message, message } from "@primacy/contract";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { ToldError } from "../../../message/told-error";
import { listListeningSockets } from "../../listening-sockets";
import type { FaultUndo } from "../../record";
import { OperatorRefusal } from "../../refusal";
import type { Performed } from "../act";
import {
  findListeningServer,
  isStillThere,
  type ListeningServer,
  type NamedProcess,
} from "../listening-server";
import { readUnit, type UnitPlace } from "../unit-restarts";
import { type FaultServices, hitOf } from "./fault-kind";

/** A server by where it listens and whose it is. */
export interface ServiceServer {
  readonly service: string;
  readonly port: number;
}

/** The kernel closes the sockets of a process once its memory is free again: of a large server that takes a while. */
const seenLimitMs = 60_000;

/** Finds the server of a service that runs, and its unit: null where the host has no systemd. Throws OperatorRefusal. */
export async function findServiceServer(
  host: ActingHost,
  services: FaultServices,
  units: UnitPlace,
  { service, port }: ServiceServer,
): Promise<{ readonly found: ListeningServer; readonly unit: string | null }> {
  // What an order to the service needs, its undo needs too.
  const { before } = await services.prepare({ kind: "service", service, act: "start" });
  const found = await findListeningServer(port);
  if (before !== "running") throw new OperatorRefusal(message("operator.fault_stopped", { service, port }));
  if (!units.hasSystemd()) return { found, unit: null };
  const { id, controlGroup } = await readUnit(host, service);
  const { pid } = found.process;
  if (!(await isOfGroup(pid, controlGroup)))
    throw new OperatorRefusal(message("operator.fault_other_service", { service, port, pid }));
  return { found, unit: id };
}

/** Whether a process is in the control group of a unit; of one without processes nothing is. */
export async function isOfGroup(pid: number, controlGroup: string): Promise<boolean> {
  return controlGroup !== "" && (await listControlGroups(pid)).some((one) => isWithin(one, controlGroup));
}

/** The order to a service, or the undo of a stop, that starts it. */
export function startOf({
  service,
}: Pick<ServiceServer, "service">): Pick<Performed<"service">, "action" | "undo"> {
  return {
    action: { kind: "service", service, act: "start" },
    undo: { kind: "service", before: "running" },
  };
}

/** Nobody else is to be hit: the number may be another's by now. Throws ToldError. */
export async function requireSame(one: NamedProcess): Promise<void> {
  const { name, pid } = one;
  if (!(await isStillThere(one))) throw new ToldError(message("operator.fault_replaced", { name, pid }));
}

/**
 * Returns what is seen once the server and its sockets are gone. Throws ToldError where that is not seen in time, or where
 * something listens there again although it `staysDown`.
 */
export async function awaitClosed(
  { port }: Pick<ServiceServer, "port">,
  undo: FaultUndo,
  { staysDown, unseen }: { readonly staysDown: boolean; readonly unseen: "unseen" | "still_open" },
): Promise<Message[]> {
  const server = hitOf(undo);
  const look = async (): Promise<Message[] | undefined> => {
    if (await isStillThere(server)) return undefined;
    const open = (await listListeningSockets()).filter((one) => one.port === port);
    if (open.some(({ inode }) => undo.inodes.includes(inode))) return undefined;
    if (staysDown && open.length > 0) throw new ToldError(message("operator.fault_restarted", { port }));
    const closed = open.length === 0 ? "operator.seen_silent" : "operator.seen_closed";
    return [tellGone(server), message(closed, { port })];
  };
  return waitFor("the server to be gone", look, { timeoutMs: seenLimitMs, intervalMs: 5 }).catch(
    (error: unknown) => {
      if (error instanceof ToldError) throw error;
      const { pid, name } = server;
      throw new ToldError(message(`operator.fault_${unseen}`, { name, pid, port, limitMs: seenLimitMs }));
    },
  );
}

/** That a process is gone, as a person reads it. */
export function tellGone({ name, pid }: NamedProcess): Message {
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
