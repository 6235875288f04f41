import {
  type ConnectionPolicy,
  canonicalAddress,
  checkVipRequest,
  familyOf,
  isPrefixOf,
  networkAddress,
  type ProblemDetail,
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
import { withCidrApart } from "../../client/cidr-draft";

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
  /** Each server is restarted for the plugin; kept while the other provider is looked at. */
  readonly hasRestarts: boolean;
  /** The agents release the address where the plugin left it behind; kept as the one before. */
  readonly isGuarded: boolean;
  /** The hash of the uploaded library that hosts without one get; null: none was uploaded. */
  readonly library: string | null;
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
    hasRestarts: false,
    isGuarded: vip.guard === true,
    library: null,
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
  const { address, prefixLength } = withCidrApart(draft);
  return {
    provider: draft.provider,
    kind: draft.kind,
    address: canonicalAddress(address.trim()),
    prefixLength: toNumber(prefixLength),
    port: toNumber(draft.port),
    nics: Object.fromEntries(nics.map(([hostId, nic]) => [hostId, nic.trim()])),
    onRelease: draft.onRelease,
    ...(draft.kind === "read" ? { reads: toRules(draft.reads) } : {}),
    ...(draft.provider === "greatdb_ha" && draft.hasRestarts ? { restarts: {} } : {}),
    ...(draft.provider === "greatdb_ha" && draft.isGuarded ? { guard: true } : {}),
    ...(draft.provider === "greatdb_ha" && draft.library !== null ? { library: draft.library } : {}),
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

/** What is wrong with the body that a form makes; nothing of fields that are still empty. */
export function findVipProblems(draft: VipDraft, body: object): readonly ProblemDetail[] {
  const empty = listEmpty(draft);
  return checkVipRequest(body).filter(({ path }) => !empty.includes(path));
}

/** Checks begin when the form is whole and nothing is wrong with it. */
export function isWorthChecking(draft: VipDraft, body: object): boolean {
  return listEmpty(draft).length === 0 && checkVipRequest(body).length === 0;
}

/** The pointers of needed fields in which nothing stands. */
function listEmpty({ address, prefixLength, port, kind, reads }: VipDraft): readonly string[] {
  const needed = {
    "/address": address,
    "/prefixLength": prefixLength,
    "/port": port,
    ...(kind === "read" ? { "/reads/maxLagSeconds": reads.maxLagSeconds } : {}),
  };
  return Object.entries(needed).flatMap(([pointer, text]) => (text.trim() === "" ? [pointer] : []));
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
