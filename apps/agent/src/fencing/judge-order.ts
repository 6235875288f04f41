import { type Message, message } from "@primacy/contract";
import {
  type FenceOrder,
  fenceMaxMinutes,
  fenceNamespace,
  parseFenceOrder,
  type SignedFence,
} from "@primacy/contract/agent";
import type { RegisteredKey } from "./operator-keys";
import { isSignedBy, parseSshSignature } from "./ssh-signature";

/** What an order is judged against. */
export interface FenceGround {
  readonly keys: readonly RegisteredKey[];
  /** Null: this host belongs to no cluster. */
  readonly clusterId: string | null;
  readonly hostId: string;
  readonly peers: readonly string[];
  /** The wall clock of this host: an order is dated by that of its console, and nothing else is. */
  readonly wallMs: number;
}

/** Whether an order counts on this host. */
export type FenceVerdict =
  | {
      readonly kind: "accepted";
      readonly order: FenceOrder;
      readonly signer: RegisteredKey;
      /** So long it may count from now on, in ms. */
      readonly forMs: number;
    }
  | { readonly kind: "refused"; readonly details: readonly Message[] };

/** Judges a signed order: who signed it, for which cluster, about whom, and until when. All reasons at once. */
export function judgeOrder({ text, signature }: SignedFence, ground: FenceGround): FenceVerdict {
  const order = parseFenceOrder(text);
  const signer = findSigner(text, signature, ground.keys);
  const details = [
    ...("problem" in signer ? [signer.problem] : []),
    ...(order === null ? [message("order.text_unreadable")] : judgeContent(order, ground)),
  ];
  if (order === null || "problem" in signer || details.length > 0) return { kind: "refused", details };
  return { kind: "accepted", order, signer: signer.key, forMs: Date.parse(order.notAfter) - ground.wallMs };
}

function findSigner(
  text: string,
  armored: string,
  keys: readonly RegisteredKey[],
): { readonly key: RegisteredKey } | { readonly problem: Message } {
  const signature = parseSshSignature(armored);
  if (signature === null) return { problem: message("order.signature_unreadable") };
  const key = keys.find((one) => one.blob.equals(signature.keyBlob));
  if (key === undefined) return { problem: message("order.key_unknown") };
  if (signature.namespace !== fenceNamespace)
    return {
      problem: message("order.other_namespace", {
        namespace: escapeText(signature.namespace),
        expected: fenceNamespace,
      }),
    };
  return isSignedBy(signature, text, fenceNamespace) ? { key } : { problem: message("order.other_text") };
}

function judgeContent({ clusterId, hosts, notAfter }: FenceOrder, ground: FenceGround): readonly Message[] {
  const leftMs = Date.parse(notAfter) - ground.wallMs;
  const strangers = hosts.filter(({ hostId }) => hostId !== ground.hostId && !ground.peers.includes(hostId));
  return [
    ...(clusterId === ground.clusterId ? [] : [message("order.other_cluster", { clusterId })]),
    ...(hosts.some(({ hostId }) => hostId === ground.hostId) ? [message("order.own_host")] : []),
    ...(clusterId !== ground.clusterId || strangers.length === 0
      ? []
      : [message("order.no_peers", { hosts: strangers.map(({ name }) => name).join(", ") })]),
    ...(leftMs > 0 ? [] : [message("order.ended", { at: notAfter, seconds: Math.round(-leftMs / 1000) })]),
    ...(leftMs <= fenceMaxMinutes * 60_000 ? [] : [message("order.too_long", { minutes: fenceMaxMinutes })]),
  ];
}

/** A text that somebody else chose, on one line: what does not print is shown by its number. */
function escapeText(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (one) => `\\x${(one.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`,
  );
}
