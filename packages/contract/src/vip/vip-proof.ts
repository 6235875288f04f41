import { z } from "zod";
import { Id } from "../primitives/scalar";

/** A VIP as it was proved at the end of an operation: in one kernel, on the wire, and by a write or a read through it. */
export const VipProof = z.object({
  vipId: Id,
  address: z.string(),
  holderHostId: Id,
  holderHostName: z.string(),
  /** The Ethernet addresses that answered the other hosts; empty where there is no other host to ask. */
  macs: z.array(z.string()),
  askedBy: z.array(z.string()),
  /** Other hosts that could not ask the wire, so that nothing is known of what they would hear. */
  notAskedBy: z.array(z.string()),
  /** The server that took the write; absent for a read VIP. */
  writtenServerUuid: z.string().optional(),
  /** The server that answered the read; absent for a write VIP. */
  readServerUuid: z.string().optional(),
  /** True where the console's own machine has the address: that write or read came from no other host. */
  isFromHolder: z.boolean().optional(),
  /** From the moment that the agents were allowed to take the address until one held it. */
  heldAfterMs: z.number(),
});
export type VipProof = z.infer<typeof VipProof>;
