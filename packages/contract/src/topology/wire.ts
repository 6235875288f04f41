import { z } from "zod";
import { Message } from "../message/schema";
import { Id, Instant } from "../primitives/scalar";

/** How many machines answer for an address. `unknown`: nobody could ask for it since it was taken. */
export const WireState = z.enum(["none", "one", "many", "unknown"]);
export type WireState = z.infer<typeof WireState>;

/** One machine that answers for an address, with every Ethernet address by which it does. */
export const WireOwner = z.object({
  /** Null: no host that the console knows. */
  hostId: Id.nullable(),
  name: z.string().nullable(),
  macs: z.array(z.string()),
  /** Its agent holds the address by the group's own word. */
  isRightful: z.boolean(),
  /** The hosts that got its answer, by name. */
  seenBy: z.array(z.string()),
});
export type WireOwner = z.infer<typeof WireOwner>;

/** One host that asks for an address, with what it was answered last. The age is by its own clock. */
export const WireAsker = z.object({
  hostId: Id,
  name: z.string(),
  /** It is no member of the cluster, and asks for it all the same. */
  isObserver: z.boolean(),
  macs: z.array(z.string()),
  ageMs: z.number(),
  /** It got no answer while others did, and none since: its silence tells nothing. Absent: not so. */
  isDeaf: z.boolean().optional(),
});
export type WireAsker = z.infer<typeof WireAsker>;

/** The address as somebody other than an agent put it on a host. Primacy never touches it. */
export const ForeignAddress = z.object({
  hostId: Id,
  name: z.string(),
  nic: z.string(),
  prefixLength: z.number().int(),
});
export type ForeignAddress = z.infer<typeof ForeignAddress>;

/** What all askers together say of an address. */
export const WireVerdict = z.object({
  state: WireState,
  /** Since when it has been so, by the console's clock. */
  since: Instant.nullable(),
  owners: z.array(WireOwner),
  askers: z.array(WireAsker),
  /** Everybody who is deaf in the sense of {@link WireAsker}, also who does not ask just now. Absent: nobody. */
  deafHostIds: z.array(Id).optional(),
  /** True: the one owner is the host that holds the address by right. Null where there is not one owner. */
  isRightful: z.boolean().nullable(),
  foreign: z.array(ForeignAddress),
  /** What is remarkable about the answers, and what an operator should do about it. */
  findings: z.array(Message),
  advice: z.array(Message),
});
export type WireVerdict = z.infer<typeof WireVerdict>;
