import { z } from "zod";
import { Port } from "../primitives/address";
import { ReportedMessage } from "./reported-message";

/** An account of a MySQL server, in clear: told for one call, and kept nowhere. */
const Account = z.strictObject({ user: z.string().min(1).max(96), password: z.string().max(256) });

/**
 * What the console asks an agent to try of the path over which the plugins of a group tell each other who has an address: as the plugin
 * of this host would, from this host. Nothing is changed.
 */
export const PluginPathRequest = z.strictObject({
  /** Where the plugin will listen here, to see whether somebody does so now; null: its release has no port of its own. */
  port: Port.nullable(),
  /** The members that the plugin would ask, each by the name and the port that it would use. */
  peers: z.array(z.strictObject({ host: z.string().min(1).max(255), port: Port })).max(8),
  /** As whom it would sign in to them; null: they are connected to, and nothing is sent. */
  account: Account.nullable(),
  /** The plugins are loaded: each peer is asked by the plugin's own function what it holds, with this stamp of the group's view. */
  viewStamp: z
    .string()
    .regex(/^\d{1,64}$/)
    .nullable(),
});
export type PluginPathRequest = z.infer<typeof PluginPathRequest>;

const peer = { host: z.string(), port: z.number().int() };

/** How one peer answered. Everything is tried without TLS, as the plugin does. */
export const PluginPathTry = z.discriminatedUnion("kind", [
  /** It took the connection; nothing was sent. */
  z.object({ ...peer, kind: z.literal("reached") }),
  z.object({
    ...peer,
    kind: z.literal("signed_in"),
    /** The account that the server found for it, as `user@host`. */
    account: z.string(),
    /** What `SHOW GRANTS` says of it, with its active roles. */
    grants: z.array(z.string()),
    /** What the plugin's function answered; null: it was not asked. */
    answer: z.string().nullable(),
  }),
  z.object({
    ...peer,
    kind: z.literal("failed"),
    /** It stopped at the connection, at the sign-in, or at the plugin's function. */
    at: z.enum(["connection", "sign_in", "function"]),
    /** The server's or the system's code, such as `ER_SECURE_TRANSPORT_REQUIRED` or `ECONNREFUSED`. */
    errorCode: z.string(),
    told: ReportedMessage,
  }),
]);
export type PluginPathTry = z.infer<typeof PluginPathTry>;

/** What an agent found of that path. */
export const PluginPath = z.object({
  /** Somebody listens on the port here, at whichever address; null: it was not asked for. */
  isListening: z.boolean().nullable(),
  /** In the order of the request. */
  tries: z.array(PluginPathTry),
});
export type PluginPath = z.infer<typeof PluginPath>;
