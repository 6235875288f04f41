import { canonicalAddress } from "@primacy/contract";
import { type KeepalivedNode, parseKeepalived } from "../migration/parse-keepalived";

/** When another Keepalived takes an address whose holder says nothing any more, in milliseconds from its end. */
export interface VrrpTakeover {
  readonly minMs: number;
  readonly maxMs: number;
}

/** Keepalived's own, where its configuration does not say. */
const usual = { advertSeconds: 1, priority: 100 };
/** Until so many advertisements have not come, a holder counts as there (RFC 5798). */
const missed = 3;
const priorities = 256;

/**
 * By the configurations of those that do not hold the address: each waits for three advertisements, and for a part of one that is the less the
 * higher its priority is. The holder may have said something just before its end, or one interval before. Null: there is none, or one whose text
 * does not say.
 */
export function predictTakeover(texts: readonly (string | null)[], address: string): VrrpTakeover | null {
  const waits = texts.map((text) => readWaits(text, address));
  const known = waits.filter((one) => one !== null);
  if (known.length === 0 || known.length < texts.length) return null;
  return {
    minMs: Math.min(...known.map(({ minMs }) => minMs)),
    maxMs: Math.min(...known.map(({ maxMs }) => maxMs)),
  };
}

function readWaits(text: string | null, address: string): VrrpTakeover | null {
  const parsed = text === null ? null : parseKeepalived(text);
  if (parsed === null || parsed.kind === "unclear") return null;
  const instance = parsed.nodes.find(
    (node) => node.words[0] === "vrrp_instance" && hasAddress(node, address),
  );
  if (instance === undefined) return null;
  const advertMs = 1_000 * readNumber(instance, "advert_int", usual.advertSeconds);
  const priority = readNumber(instance, "priority", usual.priority);
  if (!(advertMs > 0) || !(priority >= 1 && priority < priorities)) return null;
  const skewMs = ((priorities - priority) / priorities) * advertMs;
  const of = (intervals: number): number => Math.round(intervals * advertMs + skewMs);
  return { minMs: of(missed - 1), maxMs: of(missed) };
}

/** NaN where it is no number. */
function readNumber({ children }: KeepalivedNode, key: string, otherwise: number): number {
  const found = children?.find(({ words }) => words[0] === key)?.words[1];
  return found === undefined ? otherwise : Number(found);
}

function hasAddress({ children }: KeepalivedNode, address: string): boolean {
  const wanted = canonicalAddress(address);
  return (children ?? [])
    .filter(({ words }) => words[0] === "virtual_ipaddress")
    .flatMap((block) => block.children ?? [])
    .some(({ words }) => canonicalAddress((words[0] ?? "").replace(/\/.*$/, "")) === wanted);
}
