import type { VipRequest } from "@primacy/contract";
import type { z } from "zod";

/** The wizard's form, as typed. */
export interface VipDraft {
  readonly provider: "agent" | "greatdb_ha";
  readonly address: string;
  readonly prefixLength: string;
  readonly port: string;
  /** Interface per host, where it differs from the detected one. */
  readonly nics: Readonly<Record<string, string>>;
}

/** The body of check and apply; what is not a number stays one that the API refuses in words. */
export function toVipRequest(draft: VipDraft): z.input<typeof VipRequest> {
  const nics = Object.entries(draft.nics).filter(([, nic]) => nic.trim() !== "");
  return {
    provider: draft.provider,
    kind: "write",
    address: draft.address.trim(),
    prefixLength: toNumber(draft.prefixLength),
    port: toNumber(draft.port),
    nics: Object.fromEntries(nics.map(([hostId, nic]) => [hostId, nic.trim()])),
  };
}

/** Half-typed addresses are not asked about: the checks begin when four groups of digits stand there. */
export function isWorthChecking(draft: VipDraft): boolean {
  return (
    /^\s*\d{1,3}(\.\d{1,3}){3}\s*$/.test(draft.address) &&
    draft.prefixLength.trim() !== "" &&
    draft.port.trim() !== ""
  );
}

function toNumber(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : -1;
}
