import { type Message, message, messageWith, withPort } from "@primacy/contract";
import type { ServerAddress } from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import type { Forwarded } from "@primacy/remote";
import { factsOf, type MemberFacts } from "./load-cluster";

/** What a member's server is verified with, and the file on its host that it was read from. */
export type KnownAuthority = Pick<MemberFacts, "authority" | "authorityPath">;

/** What a member's server is verified with from now on, and why that could not be read, where it could not. */
export interface ReadAuthority extends KnownAuthority {
  readonly problem: Message | null;
}

/** A server whose CA is sought. */
export interface SoughtServer extends ServerAddress {
  /** The server that is expected there; absent where only an address was named. */
  readonly serverUuid?: string;
  /** What its address is called besides. */
  readonly aliases?: readonly string[];
}

/**
 * The registered member that `sought` is: the server of its UUID, wherever it is now, or what was registered at its
 * port of its host, or at its port of its address. One whose CA is known goes before one of which nothing is known, so
 * that no server gets rid of its CA by a host that changed. Null where none is.
 */
export function findKnown(
  members: readonly MemberRecord[],
  sought: SoughtServer,
  hostId: string | null,
): MemberRecord | null {
  const addresses = [sought.address, ...(sought.aliases ?? [])];
  const there = members.filter((one) => one.port === sought.port);
  const matches = [
    ...members.filter((one) => one.serverUuid === sought.serverUuid),
    ...there.filter((one) => hostId !== null && one.hostId === hostId),
    ...there.filter((one) => addresses.includes(one.address)),
  ];
  return matches.find((one) => factsOf(one).authority !== null) ?? matches[0] ?? null;
}

/** What is known of a server that nobody registered (null), or of a member. */
export function knownOf(member: Pick<MemberRecord, "facts"> | null): KnownAuthority {
  const { authority, authorityPath } = factsOf(member ?? { facts: {} });
  return { authority, authorityPath };
}

/**
 * Why a server may not be asked for its CA the way that the host offers; null where it may. Over the network only a
 * server is asked that has to prove itself by a CA that is known: a CA that a stranger named would prove nothing.
 */
export function checkWay(server: ServerAddress, known: KnownAuthority, way: Forwarded): Message | null {
  const address = withPort(server.address, server.port);
  if (way.kind === "failed") return messageWith("trust.not_read", { address }, { reason: way.reason });
  if (way.kind === "prohibited" && known.authority === null) return message("trust.no_forward", { address });
  return null;
}

/** A CA that was read from a host and fits the server's certificate, or why there is none. */
export type Reading =
  | { readonly kind: "fits"; readonly authority: string; readonly authorityPath: string }
  | { readonly kind: "none"; readonly problem: Message };

/** What counts after a reading: a CA that fits, else what was known. A verified server is never unverified again by itself. */
export function chooseAuthority(known: KnownAuthority, reading: Reading): ReadAuthority {
  if (reading.kind === "none") return { ...known, problem: reading.problem };
  const { authority, authorityPath } = reading;
  return { authority, authorityPath, problem: null };
}

/** The part of a member's facts that says what its server is verified with; what was known of it stays where nothing was read. */
export function trustFacts(read: ReadAuthority, previous: KnownAuthority): KnownAuthority {
  const { authority, authorityPath } = read.authority === null ? previous : read;
  return { authority, authorityPath };
}
