import { z } from "zod";
import { ReportedMessage } from "./reported-message";

/** The variables that are asked for, as the server spells them. */
export const NextStartRequest = z.strictObject({
  variables: z.array(z.string().regex(/^[a-z0-9_.]{1,128}$/)).max(500),
});
export type NextStartRequest = z.infer<typeof NextStartRequest>;

/** What sets a variable at the next start, of all that counts on the host: the command line before the option files. */
export const NextStartSetting = z.object({
  variable: z.string(),
  /** As it is written there, such as `128M`. */
  value: z.string(),
  place: z.enum(["file", "command_line"]),
  /** Null for the command line, and for a file that root alone could read. */
  path: z.string().nullable(),
  line: z.number().int().nullable(),
});
export type NextStartSetting = z.infer<typeof NextStartSetting>;

/** What the next start of a host's server would set, apart from what SET PERSIST keeps. Nothing is changed. */
export const NextStartSettings = z.object({
  /** Why it is not known; null: it is. */
  problem: ReportedMessage.nullable(),
  /** A variable that nothing sets is absent. */
  settings: z.array(NextStartSetting),
  /** Files and folders that nobody could read: a variable without a setting may have one there. */
  unread: z.array(z.string()),
});
export type NextStartSettings = z.infer<typeof NextStartSettings>;
