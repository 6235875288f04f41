import { findCommand } from "../../command/run-command";
import { findLibc, type Libc, SystemCallError } from "../../ffi/libc";
import { createHeldSet, type HeldSet } from "./held-set";
import { createNftGate, gateTableName, heldSetOf } from "./nft-gate";
import { absentGate, type ResetGate } from "./types";

/** The gate that this host allows: `nft`, else none. `guardMs`: how long clients are reset after the gate closed by itself. */
export function createResetGate(guardMs: number): ResetGate {
  const nftFile = findCommand("nft");
  if (nftFile === null) {
    return absentGate;
  }
  const libc = findLibc();
  return createNftGate(nftFile, guardMs, libc === null ? null : openHeldSet(libc));
}

/** Null where this kernel or its rules for this process have no such socket: the child does all of it then. */
function openHeldSet(libc: Libc): HeldSet | null {
  try {
    return createHeldSet(libc, gateTableName, heldSetOf);
  } catch (error) {
    if (error instanceof SystemCallError) {
      return null;
    }
    throw error;
  }
}
