import path from "node:path";
import type { Duplex } from "node:stream";
import { type Message, message } from "@primacy/contract";
import type { ServerAddress } from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import { CommandFailure, type RemoteSession, readCertificates } from "@primacy/remote";
import type { WorkerContext } from "../context";
import { withSession } from "../host/ssh-session";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { isUntrusted, type MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-group";
import { findExplainedFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { factsOf, type MemberFacts } from "./load-cluster";

const limitMs = 8_000;

/** What a member's server is verified with from now on, and why that could not be read, where it could not. */
export interface ReadAuthority extends Pick<MemberFacts, "authority" | "authorityPath"> {
  readonly problem: Message | null;
}

/** The part of a member's facts that says what its server is verified with. */
export function trustFacts({ authority, authorityPath }: ReadAuthority): Known {
  return { authority, authorityPath };
}

/** Why a member's server is not verified, or not by a CA that was read anew; empty where there is nothing to tell. */
export function explainTrust(
  server: ServerAddress,
  { authority, problem }: ReadAuthority,
): readonly Message[] {
  if (problem === null) return [];
  const params = { address: nameOf(server) };
  return [problem, message(authority === null ? "trust.unverified" : "trust.kept", params)];
}

/** Says so in the operation's log. */
export async function logTrust(
  { log }: Pick<OperationContext, "log">,
  member: ServerAddress & { readonly trust: ReadAuthority },
): Promise<void> {
  for (const text of explainTrust(member, member.trust)) await log("warning", text);
}

function nameOf({ address, port }: ServerAddress): string {
  return `${address}:${port}`;
}

type Known = Pick<MemberFacts, "authority" | "authorityPath">;

/**
 * Reads the CAs of members' servers from their hosts, over the SSH connection whose host key an operator has accepted;
 * each server once. A CA counts only when the server's certificate is of it. What was known before stays where no
 * other that fits could be read: a server that was verified once is never unverified again by itself.
 */
export class AuthorityReader {
  readonly #read = new Map<string, Promise<ReadAuthority>>();

  constructor(
    private readonly worker: WorkerContext,
    private readonly account: ServerAccount,
    private readonly members: readonly MemberRecord[],
    private readonly signal: AbortSignal,
  ) {}

  /** The CA of the server at `server`, which runs on the host. Takes 8 s at most; throws only the signal's reason. */
  read(server: ServerAddress, hostId: string | null): Promise<ReadAuthority> {
    const key = nameOf(server);
    const known = this.#read.get(key) ?? this.#readOnce(server, hostId);
    this.#read.set(key, known);
    return known;
  }

  async #readOnce({ address, port }: ServerAddress, hostId: string | null): Promise<ReadAuthority> {
    const { authority, authorityPath } = this.#findKnown({ address, port }, hostId);
    const known: Known = { authority, authorityPath };
    if (hostId === null)
      return { ...known, problem: message("trust.no_host", { address: nameOf({ address, port }) }) };
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(limitMs)]);
    try {
      return await withSession(this.worker, hostId, signal, (session) =>
        readThrough(session, { address, port }, this.account, known, signal),
      );
    } catch (error) {
      this.signal.throwIfAborted();
      const reason = findExplainedFailure(error)?.explanation.text;
      if (reason === undefined && !signal.aborted) throw error;
      const params = { address: nameOf({ address, port }), reason: reason ?? `${limitMs / 1000} s.` };
      return { ...known, problem: message("trust.not_read", params) };
    }
  }

  /** By host first: a server keeps its CA when it moves to another port. */
  #findKnown(server: ServerAddress, hostId: string | null): MemberFacts {
    const isAt = (one: MemberRecord): boolean => one.address === server.address && one.port === server.port;
    const member = this.members.find((one) => (hostId === null ? isAt(one) : one.hostId === hostId));
    return factsOf(member ?? { facts: {} });
  }
}

async function readThrough(
  session: RemoteSession,
  server: ServerAddress,
  account: ServerAccount,
  known: Known,
  signal: AbortSignal,
): Promise<ReadAuthority> {
  const named = await askPath(session, server, account, known, signal);
  if (named === null) return { ...known, problem: message("trust.no_ca", { address: nameOf(server) }) };
  const pem = await readFile(session, server, named, signal);
  if (typeof pem !== "string") return { ...known, problem: pem };
  const problem = await tryAuthority(session, server, account, pem, signal);
  if (problem === null) return { authority: pem, authorityPath: named, problem: null };
  const params = { address: nameOf(server), path: named, reason: String(problem.explanation.params.reason) };
  return { ...known, problem: message("trust.other_ca", params) };
}

/**
 * The file that the server names. It is asked through SSH, so that the host's own key says who answers. Where sshd does
 * not forward, the file named before is read again; only a server of which nothing is known is asked over the network,
 * as everything else is asked of it then.
 */
async function askPath(
  session: RemoteSession,
  server: ServerAddress,
  account: ServerAccount,
  known: Known,
  signal: AbortSignal,
): Promise<string | null> {
  const tunnel = await session.forward(server.address, server.port, signal);
  if (tunnel === null && known.authority !== null) return known.authorityPath;
  return within(tunnel, async () => {
    const endpoint = { ...server, authority: null };
    const connection = await connectServer(endpoint, account, signal, tunnel ?? undefined);
    try {
      return toCaPath(await readVariables(connection, ["ssl_ca", "datadir"], { signal }));
    } finally {
      connection.close();
    }
  });
}

/** The CA file as an absolute path; a server keeps relative ones below its data directory. Null where it names none. */
export function toCaPath(variables: Readonly<Record<string, string>>): string | null {
  const { ssl_ca: file = "", datadir = "/" } = variables;
  return file === "" ? null : path.posix.resolve(datadir, file);
}

async function readFile(
  session: RemoteSession,
  server: ServerAddress,
  file: string,
  signal: AbortSignal,
): Promise<string | Message> {
  const params = { address: nameOf(server), path: file };
  try {
    const pem = await readCertificates(session, file, signal);
    return pem === "" ? message("trust.unreadable", { ...params, reason: "-" }) : pem;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const reason = error.stderr.trim() || error.explanation.text;
    return message("trust.unreadable", { ...params, reason });
  }
}

/** Null when the server's certificate is of this CA. A server names in `ssl_ca` whom it trusts itself, often but not always its own issuer. */
async function tryAuthority(
  session: RemoteSession,
  server: ServerAddress,
  account: ServerAccount,
  authority: string,
  signal: AbortSignal,
): Promise<MysqlFailure | null> {
  const tunnel = await session.forward(server.address, server.port, signal);
  return within(tunnel, async () => {
    try {
      (await connectServer({ ...server, authority }, account, signal, tunnel ?? undefined)).close();
      return null;
    } catch (error) {
      if (isUntrusted(error)) return error;
      throw error;
    }
  });
}

async function within<T>(tunnel: Duplex | null, act: () => Promise<T>): Promise<T> {
  // A stream without a listener would end the process with its error.
  tunnel?.on("error", () => undefined);
  try {
    return await act();
  } finally {
    tunnel?.destroy();
  }
}
