import { Id } from "@primacy/contract";
import { z } from "zod";

/** Which host a step is about. */
export const OnHost = z.object({ hostId: Id });

/** The agent's package as it was planned. */
export const Release = z.object({
  sha256: z.string(),
  packageBytes: z.number(),
  unpackedBytes: z.number(),
});
