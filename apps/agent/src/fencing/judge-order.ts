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
  | { readonly kind: "refused"; readonly details: readonly string[] };

/** Judges a signed order: who signed it, for which cluster, about whom, and until when. All reasons at once. */
export function judgeOrder({ text, signature }: SignedFence, ground: FenceGround): FenceVerdict {
  const order = parseFenceOrder(text);
  const signer = findSigner(text, signature, ground.keys);
  const details = [
    ...("problem" in signer ? [signer.problem] : []),
    ...(order === null
      ? ["the text is no order of this version, or was changed"]
      : judgeContent(order, ground)),
  ];
  if (order === null || "problem" in signer || details.length > 0) return { kind: "refused", details };
  return { kind: "accepted", order, signer: signer.key, forMs: Date.parse(order.notAfter) - ground.wallMs };
}

function findSigner(
  text: string,
  armored: string,
  keys: readonly RegisteredKey[],
): { readonly key: RegisteredKey } | { readonly problem: string } {
  const signature = parseSshSignature(armored);
  if (signature === null)
    return { problem: "the signature is none that 'ssh-keygen -Y sign' makes with an Ed25519 key" };
  const key = keys.find((one) => one.blob.equals(signature.keyBlob));
  if (key === undefined) return { problem: "it is not signed with a key that is registered on this host" };
  if (signature.namespace !== fenceNamespace)
    return {
      problem: `it is signed for '${escapeText(signature.namespace)}' and not for '${fenceNamespace}'`,
    };
  return isSignedBy(signature, text, fenceNamespace)
    ? { key }
    : { problem: "the signature is not of this text: it was changed after it was signed" };
}

function judgeContent({ clusterId, hosts, notAfter }: FenceOrder, ground: FenceGround): readonly string[] {
  const leftMs = Date.parse(notAfter) - ground.wallMs;
  const strangers = hosts.filter(({ hostId }) => hostId !== ground.hostId && !ground.peers.includes(hostId));
  return [
    ...(clusterId === ground.clusterId ? [] : [`it is about cluster ${clusterId}`]),
    ...(hosts.some(({ hostId }) => hostId === ground.hostId) ? ["it says that this host itself is off"] : []),
    ...(clusterId !== ground.clusterId || strangers.length === 0
      ? []
      : [`it names hosts that are no peers of this one: ${strangers.map(({ name }) => name).join(", ")}`]),
    ...(leftMs > 0
      ? []
      : [`it ended at ${notAfter}, ${Math.round(-leftMs / 1000)} s ago by this host's clock`]),
    ...(leftMs <= fenceMaxMinutes * 60_000
      ? []
      : [`it ends more than ${fenceMaxMinutes} min from now, by this host's clock`]),
  ];
}

/** A text that somebody else chose, on one line: what does not print is shown by its number. */
function escapeText(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (one) => `\\x${(one.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`,
  );
}
