import type { ConnectionPolicy, Topology, Vip, VipChange, VipRequest } from "@primacy/contract";
import type { z } from "zod";

/** The wizard's form, as typed. */
export interface VipDraft {
  readonly provider: "agent" | "greatdb_ha";
  readonly address: string;
  readonly prefixLength: string;
  readonly port: string;
  /** Interface per host, where it differs from the detected one. */
  readonly nics: Readonly<Record<string, string>>;
  readonly onRelease: ConnectionPolicy;
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
    onRelease: draft.onRelease,
  };
}

/** What of the form differs from a VIP that exists; an interface that was emptied stays as it is. */
export function toVipChange(
  vip: Pick<Vip, "address" | "prefixLength" | "port" | "nics" | "onRelease">,
  draft: VipDraft,
): VipChange {
  const { address, prefixLength, port, nics, onRelease } = toVipRequest(draft);
  const changed = Object.entries(nics ?? {}).filter(([hostId, nic]) => nic !== vip.nics[hostId]);
  return {
    ...(address === vip.address ? {} : { address }),
    ...(prefixLength === vip.prefixLength ? {} : { prefixLength }),
    ...(port === undefined || port === vip.port ? {} : { port }),
    ...(onRelease === undefined || onRelease === vip.onRelease ? {} : { onRelease }),
    ...(changed.length === 0 ? {} : { nics: Object.fromEntries(changed) }),
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

/** The network of the first member's address under the typed prefix, as `10.77.0.0/24`; null where either is no such thing. */
export function networkOf(topology: Pick<Topology, "hosts">, prefixLength: string): string | null {
  const address = topology.hosts.flatMap((host) => host.members)[0]?.address ?? "";
  const bytes = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) ? address.split(".").map(Number) : [];
  const length = toNumber(prefixLength);
  if (bytes.length !== 4 || length < 8 || length > 32) return null;
  const masked = bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, length - index * 8));
    return byte - (byte % 2 ** (8 - kept));
  });
  return `${masked.join(".")}/${length}`;
}

function toNumber(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : -1;
}
