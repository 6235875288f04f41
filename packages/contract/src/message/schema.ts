import { z } from "zod";

/** Values that fill a message's `{placeholders}`. */
export const MessageParams = z.record(z.string(), z.union([z.string(), z.number()]));
export type MessageParams = z.infer<typeof MessageParams>;

/**
 * A text for people that can be read in any language: a code of the catalogue, its parameters, and the
 * English text for readers without the catalogue (curl, logs).
 */
export const Message = z.object({ code: z.string(), params: MessageParams, text: z.string() });
export type Message = z.infer<typeof Message>;

/** A text of somebody else's, as it is: what MySQL, the kernel or a tool said. */
export function quote(said: string): Message {
  return { code: "text.quoted", params: { said }, text: said };
}
