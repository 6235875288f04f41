import { z } from "zod";
import { Id, Sha256 } from "../primitives/scalar";

/** A stretch of an option file and what takes its place; texts have one character for each byte, `at` is in the edited file. */
const EditedSpan = z.object({ at: z.number().int(), oldText: z.string(), newText: z.string() });

/** An edit of an option file as it was made, from which the file can be put back byte for byte; hashes tell texts apart. */
export const OptionFileEdit = z.object({
  file: z.string(),
  oldHash: z.string(),
  newHash: z.string(),
  spans: z.array(EditedSpan),
});
export type OptionFileEdit = z.infer<typeof OptionFileEdit>;

/** A library that an operation placed on a host, by the act of the host operator that takes it away again. */
export const PlacedLibrary = z.object({ hostId: Id, actionId: Id, file: z.string(), sha256: Sha256 });
export type PlacedLibrary = z.infer<typeof PlacedLibrary>;

/** A drop-in for a service that an operation wrote on a host, by the act of the host operator that takes it away again. */
export const PlacedDropIn = z.object({ hostId: Id, actionId: Id, file: z.string() });
export type PlacedDropIn = z.infer<typeof PlacedDropIn>;

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
  /** Where a plugin moves it: what was edited on each host. */
  optionFiles: z.array(z.object({ hostId: Id, edit: OptionFileEdit })).optional(),
  /** Where hosts got the plugin's library with it. */
  libraries: z.array(PlacedLibrary).optional(),
  /** Where services got the capabilities of the plugin with it. */
  dropIns: z.array(PlacedDropIn).optional(),
});
export type VipProof = z.infer<typeof VipProof>;
