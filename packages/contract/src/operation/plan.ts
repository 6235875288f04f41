import { z } from "zod";
import { Message } from "../message/schema";
import { Id } from "../primitives/scalar";

/** One step of a plan: what will be changed on which host, shown before it happens and ticked while it does. */
export const PlanStep = z.object({
  ordinal: z.number().int(),
  code: z.string(),
  hostId: Id.nullable(),
  hostName: z.string().nullable(),
  title: Message,
  /** The exact command, statement or document change, for people who want to see it. */
  preview: z.array(z.object({ kind: z.enum(["sql", "command", "document", "network"]), text: z.string() })),
  isReversible: z.boolean(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** The ordered steps that an operation would do. */
export const Plan = z.object({ steps: z.array(PlanStep), consequences: z.array(Message) });
export type Plan = z.infer<typeof Plan>;
