import { canonicalAddress, message, messageWith } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import { findCommand } from "../../../command/run-command";
import { ToldError, tellError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import type { FaultUndo } from "../../record";
import { OperatorRefusal, UndoFailure } from "../../refusal";
import { seeCut } from "./cut-evidence";
import { readReach } from "./cut-reach";
import { cutTable, endOfCut, listCutRules } from "./cut-rules";
import { type FaultKind, type FaultOf, type FaultOrder, noteFault } from "./fault-kind";

const limits = { timeoutMs: 30_000 };
/** Long enough for a transaction that is only looked at. */
const checkedMs = 60_000;

/**
 * Drops frames at the host's interfaces, before anything of the host sees them and after everything: also ARP and neighbour discovery. The
 * kernel ends it at the deadline, also where no host operator lives. Done is that the kernel lists it in force; undone, its table is gone.
 */
export class Cut implements FaultKind<"cut"> {
  readonly #host: ActingHost;

  constructor(host: ActingHost) {
    this.#host = host;
  }

  async prepare(asked: FaultOf<"cut">): Promise<FaultUndo> {
    const fault = canonical(asked);
    const both = (fault.peers ?? []).filter((peer) => fault.spares.includes(peer));
    if (both.length > 0)
      throw new OperatorRefusal(message("operator.fault_spared_peer", { addresses: both.join(", ") }));
    for (const tool of ["nft", "ip"])
      if (findCommand(tool) === null) throw new OperatorRefusal(message("operator.tool_missing", { tool }));
    const reach = await readReach(this.#host, fault);
    if (reach.devices.length === 0) throw new OperatorRefusal(message("operator.fault_no_device"));
    const error = await this.#runNft("-c", listCutRules(fault, reach, checkedMs));
    if (error !== null) throw new OperatorRefusal(message("operator.fault_no_cut", { error }));
    return noteFault(null);
  }

  async perform({ fault: asked, undoAtMs }: FaultOrder<"cut">): Promise<FaultEvidence> {
    const fault = canonical(asked);
    const reach = await readReach(this.#host, fault);
    const actedMs = monotonicMs();
    const leftMs = Math.floor(undoAtMs - actedMs);
    if (leftMs <= 0) throw new ToldError(message("operator.fault_cut_late"));
    const error = await this.#runNft(listCutRules(fault, reach, leftMs));
    if (error !== null) throw new ToldError(message("operator.fault_no_cut", { error }));
    const { seenMs, seen } = await seeCut(this.#host, fault, reach);
    return { actedMs, seenMs, seen: [...seen] };
  }

  async undo(): Promise<void> {
    try {
      await this.#host.exec(["nft", endOfCut], limits);
      const { stdout } = await this.#host.exec(["nft", "list", "tables", "netdev"], limits);
      if (stdout.split("\n").includes(`table ${cutTable}`))
        throw new ToldError(message("operator.fault_cut_left", { table: cutTable }));
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand(): readonly string[] {
    return [`nft delete table ${cutTable}`];
  }

  /** The first line of what it says where it fails, for it repeats all rules after that; null where it does not. */
  async #runNft(...args: readonly string[]): Promise<string | null> {
    const { exitCode, stderr } = await this.#host.tryExec(["nft", ...args], limits);
    return exitCode === 0 ? null : (stderr.trim().split("\n")[0] ?? "");
  }
}

/** Each address once, in its one form. */
function canonical({ peers, spares, ...others }: FaultOf<"cut">): FaultOf<"cut"> {
  const once = (addresses: readonly string[]): string[] => [...new Set(addresses.map(canonicalAddress))];
  return { ...others, peers: peers === null ? null : once(peers), spares: once(spares) };
}
