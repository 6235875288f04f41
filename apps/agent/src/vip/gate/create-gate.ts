import { findCommand } from "../../command/run-command";
import { createNftGate } from "./nft-gate";
import { absentGate, type ResetGate } from "./types";

/** The gate that this host allows: `nft`, else none. `guardMs`: how long clients are reset after the gate closed by itself. */
export function createResetGate(guardMs: number): ResetGate {
  const nftFile = findCommand("nft");
  return nftFile === null ? absentGate : createNftGate(nftFile, guardMs);
}
