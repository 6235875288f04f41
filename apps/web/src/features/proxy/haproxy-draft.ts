import { checkValue, defaultRoleCheckPort, HaproxyRequest, type ProblemDetail } from "@primacy/contract";
import type { z } from "zod";
import { withCidrApart } from "../../client/cidr-draft";

/** The form of HAProxy with Keepalived, as typed. */
export interface HaproxyDraft {
  /** In the order in which they were chosen: the first one is preferred. */
  readonly hostIds: readonly string[];
  readonly address: string;
  readonly prefixLength: string;
  readonly write: string;
  readonly read: string;
  readonly checkPort: string;
  /** Null: as long as nobody has typed one, it is the free one that the console proposes. */
  readonly virtualRouterId: string | null;
  /** By host; empty: it is found by the address. */
  readonly nics: Readonly<Record<string, string>>;
}

/** The form as it opens. */
export const emptyHaproxyDraft: HaproxyDraft = {
  hostIds: [],
  address: "",
  prefixLength: "24",
  write: "3307",
  read: "3308",
  checkPort: String(defaultRoleCheckPort),
  virtualRouterId: null,
  nics: {},
};

/** A field of the form, by the pointer of what it says in the order. */
export type HaproxyField =
  | "hostIds"
  | "address"
  | "prefixLength"
  | "ports/write"
  | "ports/read"
  | "checkPort"
  | "virtualRouterId"
  | `nics/${string}`;

/** The id of the control of a field. */
export function idOfField(field: HaproxyField): string {
  return `proxy-${field.replaceAll("/", "-")}`;
}

/** The pointer of a field within an order. */
export function pointerOf(field: HaproxyField): string {
  return `/proxy/${field}`;
}

/** What is asked for by the form; what is typed and no number stays no number, and is told. */
export function toHaproxyRequest(
  draft: HaproxyDraft,
  freeVirtualRouterId: number | null,
): z.input<typeof HaproxyRequest> {
  const { hostIds, virtualRouterId } = draft;
  const { address, prefixLength } = withCidrApart(draft);
  const nics = Object.entries(draft.nics).flatMap(([hostId, nic]) =>
    nic.trim() !== "" && hostIds.includes(hostId) ? [[hostId, nic.trim()] as const] : [],
  );
  return {
    kind: "haproxy",
    hostIds: [...hostIds],
    address: address.trim(),
    prefixLength: toNumber(prefixLength),
    ports: { write: toNumber(draft.write), read: toNumber(draft.read) },
    checkPort: toNumber(draft.checkPort),
    virtualRouterId:
      virtualRouterId === null ? (freeVirtualRouterId ?? Number.NaN) : toNumber(virtualRouterId),
    nics: Object.fromEntries(nics),
  };
}

/** What the API would say against the form as it stands. */
export function findHaproxyProblems(
  draft: HaproxyDraft,
  freeVirtualRouterId: number | null,
): readonly ProblemDetail[] {
  return checkValue(HaproxyRequest, "/proxy", toHaproxyRequest(draft, freeVirtualRouterId));
}

/** The form with a host chosen, or not any more. */
export function withHost(draft: HaproxyDraft, hostId: string, isChosen: boolean): HaproxyDraft {
  const others = draft.hostIds.filter((id) => id !== hostId);
  return { ...draft, hostIds: isChosen ? [...others, hostId] : others };
}

function toNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
