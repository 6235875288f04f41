import { z } from "zod";
import { HostAddress } from "../primitives/address";
import { DisplayName, Id, Instant, PlainLines } from "../primitives/scalar";
import { ReportedMessage } from "./reported-message";

/** The namespace of an order's signature: `ssh-keygen -Y sign -n …`. What was signed for something else is no order. */
export const fenceNamespace = "primacy-fence";

/** An order ends at most so long after it was made. */
export const fenceMaxMinutes = 60;

/** An operator's word that hosts are off or cut off, before it is signed. */
export const FenceOrder = z.strictObject({
  orderId: Id,
  clusterId: Id,
  clusterName: DisplayName,
  hosts: z.array(z.strictObject({ hostId: Id, address: HostAddress, name: DisplayName })).min(1),
  /** From then on no agent takes it any more. */
  notAfter: Instant,
});
export type FenceOrder = z.infer<typeof FenceOrder>;

/** An order as it is given to an agent: the text that was signed, and its OpenSSH signature. */
export const SignedFence = z.strictObject({
  text: PlainLines.min(1, { error: "required" }).max(16_384, { error: "text_too_long" }),
  signature: PlainLines.min(1, { error: "required" }).max(16_384, { error: "text_too_long" }),
});
export type SignedFence = z.infer<typeof SignedFence>;

/** A signed order, and the operation that gives it: within that one it may be given again, in another it is refused. */
export const FenceRequest = SignedFence.extend({ operationId: Id });
export type FenceRequest = z.infer<typeof FenceRequest>;

/** `isRepeated`: the same operation had given it before, and it has no further effect. */
export const FenceAccepted = z.object({ orderId: Id, signedBy: z.string(), isRepeated: z.boolean() });
export type FenceAccepted = z.infer<typeof FenceAccepted>;

/** A public key whose owner may sign orders for this host. */
export const OperatorKey = z.object({
  /** As OpenSSH writes it: `SHA256:…`. */
  fingerprint: z.string(),
  comment: z.string(),
});
export type OperatorKey = z.infer<typeof OperatorKey>;

/** The keys of a host, and what of its file is no key. */
export const OperatorKeys = z.object({ keys: z.array(OperatorKey), problems: z.array(ReportedMessage) });
export type OperatorKeys = z.infer<typeof OperatorKeys>;

const title = "Primacy fence order, version 1";
const statement = [
  "With my signature I say that each host above is powered off, or cut off from every other",
  "host and from its clients, and that it stays so until its MySQL server is stopped or back",
  "in the group. Where that is not true, two servers may take writes, and data is lost.",
];

/** The text of an order: for people to read, and to be signed as it is, to the last line end. */
export function formatFenceOrder(order: FenceOrder): string {
  const { orderId, clusterId, clusterName, hosts, notAfter } = order;
  return [
    title,
    `order ${orderId}`,
    `cluster ${clusterId} ${clusterName}`,
    ...hosts.map(({ hostId, address, name }) => `host ${hostId} ${address} ${name}`),
    `not after ${notAfter}`,
    // No empty line: what a page shows may lose one when it is copied by hand.
    ...statement,
    "",
  ].join("\n");
}

const fieldLine = /^(order|cluster|host|not after) (\S+)(?: (\S+))?(?: (.*))?$/;

/** Reads the text of an order; null for everything that {@link formatFenceOrder} does not write, to the last character. */
export function parseFenceOrder(text: string): FenceOrder | null {
  const [head = ""] = text.split(`\n${statement[0]}`, 1);
  const fields = head.split("\n").map((line) => fieldLine.exec(line));
  const of = (field: string): RegExpExecArray[] =>
    fields.flatMap((line) => (line?.[1] === field ? [line] : []));
  const [cluster] = of("cluster");
  const parsed = FenceOrder.safeParse({
    orderId: of("order")[0]?.[2],
    clusterId: cluster?.[2],
    clusterName: [cluster?.[3], cluster?.[4]].flatMap((word) => word ?? []).join(" "),
    hosts: of("host").map(([, , hostId, address, name]) => ({ hostId, address, name })),
    notAfter: of("not after")[0]?.[2],
  });
  return parsed.success && formatFenceOrder(parsed.data) === text ? parsed.data : null;
}
