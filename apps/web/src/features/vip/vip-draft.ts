import {
  type AddressFamily,
  type ConnectionPolicy,
  canonicalAddress,
  familyOf,
  isPrefixOf,
  networkAddress,
  type ReadVipPolicy,
  type ReadVipRules,
  type Topology,
  toRulesChange,
  type Vip,
  type VipChange,
  type VipKind,
  type VipRequest,
} from "@primacy/contract";
import type { z } from "zod";

/** What a read VIP is to go by, as typed. */
export interface ReadsDraft {
  readonly policy: ReadVipPolicy;
  readonly maxLagSeconds: string;
  /** Null: the VIP is where it falls to. */
  readonly preferredHostId: string | null;
}

/** What the contract takes where nothing is said. */
export const defaultReads: ReadsDraft = {
  policy: "to_another_secondary",
  maxLagSeconds: "10",
  preferredHostId: null,
};

/** The wizard's form, as typed. */
export interface VipDraft {
  readonly provider: "agent" | "greatdb_ha";
  readonly kind: VipKind;
  readonly address: string;
  readonly prefixLength: string;
  readonly port: string;
  /** Interface per host, where it differs from the detected one. */
  readonly nics: Readonly<Record<string, string>>;
  readonly onRelease: ConnectionPolicy;
  /** Kept while another kind is looked at; asked for with a read VIP only. */
  readonly reads: ReadsDraft;
}

/** The form of a VIP that exists. A preferred host that has left the cluster, where its `hostIds` are given, is none. */
export function draftOf(vip: Vip, hostIds?: readonly string[]): VipDraft {
  const { provider, kind, address, prefixLength, port, nics, onRelease, reads } = vip;
  return {
    provider,
    kind,
    address,
    prefixLength: String(prefixLength),
    port: String(port),
    nics,
    onRelease,
    reads: reads === undefined ? defaultReads : readsDraftOf(reads, hostIds),
  };
}

function readsDraftOf(
  { policy, maxLagSeconds, preferredHostId = "" }: ReadVipRules,
  hostIds: readonly string[] = [preferredHostId],
): ReadsDraft {
  const isThere = preferredHostId !== "" && hostIds.includes(preferredHostId);
  return {
    policy,
    maxLagSeconds: String(maxLagSeconds),
    preferredHostId: isThere ? preferredHostId : null,
  };
}

/** The body of check and apply; what is not a number stays one that the API refuses in words. */
export function toVipRequest(draft: VipDraft): z.input<typeof VipRequest> {
  const nics = Object.entries(draft.nics).filter(([, nic]) => nic.trim() !== "");
  return {
    provider: draft.provider,
    kind: draft.kind,
    address: canonicalAddress(draft.address.trim()),
    prefixLength: toNumber(draft.prefixLength),
    port: toNumber(draft.port),
    nics: Object.fromEntries(nics.map(([hostId, nic]) => [hostId, nic.trim()])),
    onRelease: draft.onRelease,
    ...(draft.kind === "read" ? { reads: toRules(draft.reads) } : {}),
  };
}

function toRules({ policy, maxLagSeconds, preferredHostId }: ReadsDraft): ReadVipRules {
  const preferred = preferredHostId === null ? {} : { preferredHostId };
  return { policy, maxLagSeconds: toNumber(maxLagSeconds), ...preferred };
}

const rulesNames = ["policy", "maxLagSeconds", "preferredHostId"] as const;

/** What of the form differs from a VIP that exists; an interface that was emptied stays as it is. */
export function toVipChange(
  vip: Pick<Vip, "address" | "prefixLength" | "port" | "nics" | "onRelease" | "reads">,
  draft: VipDraft,
): VipChange {
  const { address, prefixLength, port, nics, onRelease } = toVipRequest(draft);
  const reads = draft.kind === "read" ? toRules(draft.reads) : undefined;
  const isOther = rulesNames.some((name) => reads?.[name] !== vip.reads?.[name]);
  const changed = Object.entries(nics ?? {}).filter(([hostId, nic]) => nic !== vip.nics[hostId]);
  return {
    ...(address === vip.address ? {} : { address }),
    ...(prefixLength === vip.prefixLength ? {} : { prefixLength }),
    ...(port === undefined || port === vip.port ? {} : { port }),
    ...(onRelease === undefined || onRelease === vip.onRelease ? {} : { onRelease }),
    ...(changed.length === 0 ? {} : { nics: Object.fromEntries(changed) }),
    ...(reads === undefined || !isOther ? {} : { reads: toRulesChange(reads) }),
  };
}

/** What most networks of a family have. */
const usualPrefix: Readonly<Record<AddressFamily, string>> = { 4: "24", 6: "64" };

/** The form with another address; a prefix length that is usual in the one family becomes what is usual in the other. */
export function withAddress(draft: VipDraft, address: string): VipDraft {
  const family = familyOf(address.trim());
  const isUsual = Object.values(usualPrefix).includes(draft.prefixLength.trim());
  return { ...draft, address, ...(family !== null && isUsual ? { prefixLength: usualPrefix[family] } : {}) };
}

/** What was meant for a whole address: four numbers, or either family with a prefix length or a zone behind it. */
const meantForAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/.*)?|[\da-f]*:[\da-f:.]*[/%].*)$/i;

/** Half-typed addresses are not asked about: the checks begin when a whole one stands there, or what was meant for one. */
export function isWorthChecking(draft: VipDraft): boolean {
  const address = draft.address.trim();
  return (
    (familyOf(address) !== null || meantForAddress.test(address)) &&
    draft.prefixLength.trim() !== "" &&
    draft.port.trim() !== "" &&
    (draft.kind === "write" || draft.reads.maxLagSeconds.trim() !== "")
  );
}

/** The network of the first member's address under the typed prefix, as `10.77.0.0/24`; null where either is no such thing. */
export function networkOf(topology: Pick<Topology, "hosts">, prefixLength: string): string | null {
  const address = topology.hosts.flatMap((host) => host.members)[0]?.address ?? "";
  const length = toNumber(prefixLength);
  if (familyOf(address) === null || length < 8 || !isPrefixOf(address, length)) return null;
  return `${networkAddress(address, length)}/${length}`;
}

function toNumber(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : -1;
}
