import { z } from "zod";

/** A call over the socket: one line of JSON each way, one call for each connection. */
export const HostOperatorCall = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("report") }),
  z.strictObject({ verb: z.literal("summary") }),
  z.strictObject({ verb: z.literal("order"), body: z.unknown() }),
]);

/** What comes back. */
export const HostOperatorFrame = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("answer"), value: z.unknown() }),
  z.strictObject({ kind: z.literal("failed"), message: z.string() }),
]);
