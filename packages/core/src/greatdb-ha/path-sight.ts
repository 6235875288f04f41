import type { Message } from "@primacy/contract";
import type { PluginPathTry } from "@primacy/contract/agent";

/** Another member as a plugin asks and tells it: by the name that the group has of it. */
export interface PluginPeer {
  /** Null: it is no member that Primacy knows. */
  readonly memberId: string | null;
  /** Its host's name, for people. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** An account of the name that the recovery channel uses, as the server of a member has it. */
export interface PluginAccount {
  readonly host: string;
  /** It has to come over TLS, by a certificate or without. */
  readonly requiresTls: boolean;
  /** It has `SUPER` or `REPLICATION_SLAVE_ADMIN` itself; what a role gives it is not counted. */
  readonly mayTell: boolean;
}

/** How many connections a server takes, has now, and had at most since its start. */
export interface PluginConnections {
  readonly limit: number;
  readonly now: number;
  readonly most: number;
}

interface Tried {
  readonly peers: readonly PluginPeer[];
  /** How each peer answered from this member's host, in the order of the peers; null: its agent did not try. */
  readonly tries: readonly PluginPathTry[] | null;
}

/**
 * Over which path the plugin of a member would ask and tell the others, as it was tried. `none`: its release tells nobody. `unread`: its
 * server did not say what has to be known for it.
 */
export type PluginPathSight =
  | { readonly kind: "none" }
  | { readonly kind: "unread"; readonly reason: Message }
  | ({
      readonly kind: "udf";
      /** Of the recovery channel; null: it has none. */
      readonly user: string | null;
      /** It is stored, so that the sign-in could be tried. */
      readonly hasPassword: boolean;
      /** Every account of that name here. */
      readonly accounts: readonly PluginAccount[];
      readonly connections: PluginConnections;
    } & Tried)
  | ({
      readonly kind: "port";
      readonly port: number;
      /** Somebody listens on it here; null: its agent did not look. */
      readonly isListening: boolean | null;
    } & Tried);
