import path from "node:path";
import { findWithin, type Message, message, messageWith, quote, withPort } from "@primacy/contract";
import type { ServerAddress } from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import { CommandFailure, type RemoteSession, readCertificates } from "@primacy/remote";
import {
  checkWay,
  chooseAuthority,
  findKnown,
  type KnownAuthority,
  knownOf,
  type ReadAuthority,
  type Reading,
  type SoughtServer,
} from "../cluster-record/choose-authority";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount, type ServerConnection } from "../mysql/connect-server";
import { isUntrusted } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";
import { findExplainedFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { withSession } from "../ssh/ssh-session";

const limitMs = 8_000;

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
  return withPort(address, port);
}

/**
 * Reads the CAs of members' servers from their hosts, over the SSH connection whose host key an operator has accepted;
 * each server once for each host that it may be on. A CA counts only when the server's certificate is of it. What was
 * known before stays where no other that fits could be read, and while anything is known of a server, it is asked for
 * nothing before it has proved itself by that: no password goes to whoever else listens at its port.
 */
export class AuthorityReader {
  readonly #read = new Map<string, Promise<ReadAuthority>>();

  constructor(
    private readonly worker: WorkerContext,
    private readonly account: ServerAccount,
    private readonly members: readonly MemberRecord[],
    private readonly signal: AbortSignal,
  ) {}

  /** A reader that knows the members of every registered cluster. */
  static async ofAll(
    worker: WorkerContext,
    account: ServerAccount,
    signal: AbortSignal,
  ): Promise<AuthorityReader> {
    const clusters = await worker.db.clusters.listAll();
    const members = clusters.flatMap((cluster) => cluster.members);
    return new AuthorityReader(worker, account, members, signal);
  }

  /** The CA of `server`, which runs on the host. Takes 8 s at most; throws only the signal's reason. */
  read(server: SoughtServer, hostId: string | null): Promise<ReadAuthority> {
    const member = findKnown(this.members, server, hostId);
    const key = JSON.stringify([server.address, server.port, hostId, member?.id ?? null]);
    const { address, port } = server;
    const reading = this.#read.get(key) ?? this.#readOnce({ address, port }, hostId, knownOf(member));
    this.#read.set(key, reading);
    return reading;
  }

  async #readOnce(
    server: ServerAddress,
    hostId: string | null,
    known: KnownAuthority,
  ): Promise<ReadAuthority> {
    const address = nameOf(server);
    if (hostId === null)
      return chooseAuthority(known, { kind: "none", problem: message("trust.no_host", { address }) });
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(limitMs)]);
    try {
      return await withSession(this.worker, hostId, signal, (session) =>
        readThrough({ session, server, account: this.account, signal }, known),
      );
    } catch (error) {
      this.signal.throwIfAborted();
      const failure = findExplainedFailure(error);
      if (failure === null && !signal.aborted) throw error;
      const late = message("detail.no_answer_within", { seconds: limitMs / 1000 });
      const reason = failure?.explanation ?? late;
      return chooseAuthority(known, {
        kind: "none",
        problem: messageWith("trust.not_read", { address }, { reason }),
      });
    }
  }
}

/** How one server is asked. */
interface Asking {
  readonly session: RemoteSession;
  readonly server: ServerAddress;
  readonly account: ServerAccount;
  readonly signal: AbortSignal;
}

async function readThrough(asking: Asking, known: KnownAuthority): Promise<ReadAuthority> {
  const asked = await askPath(asking, known);
  if (asked.kind === "done") return chooseAuthority(known, await readNamed(asking, asked.value));
  if (asked.kind === "problem") return chooseAuthority(known, { kind: "none", problem: asked.problem });
  // It is asked nothing more before it proves itself by what the known file holds now.
  const renewed = chooseAuthority(known, await readKnown(asking, known, asked.reason));
  if (renewed.problem !== null) return renewed;
  const again = await askPath(asking, renewed);
  return again.kind === "done" ? chooseAuthority(renewed, await readNamed(asking, again.value)) : renewed;
}

/** The file that the server names. Through SSH the host's own key says who answers; a known CA says it anywhere. */
function askPath(asking: Asking, { authority }: KnownAuthority): Promise<SignedIn<string | null>> {
  const { signal } = asking;
  return signIn(asking, authority, async (connection) =>
    toCaPath(await readVariables(connection, ["ssl_ca", "datadir"], { signal })),
  );
}

/** The CA file as an absolute path; a server keeps relative ones below its data directory. Null where it names none. */
export function toCaPath(variables: Readonly<Record<string, string>>): string | null {
  const { ssl_ca: file = "", datadir = "/" } = variables;
  return file === "" ? null : path.posix.resolve(datadir, file);
}

async function readNamed(asking: Asking, file: string | null): Promise<Reading> {
  const address = nameOf(asking.server);
  if (file === null) return { kind: "none", problem: message("trust.no_ca", { address }) };
  const tried = await tryFile(asking, file);
  if (tried.kind === "fits") return tried;
  if (tried.kind === "problem") return { kind: "none", problem: tried.problem };
  const code = tried.kind === "unreadable" ? "trust.unreadable" : "trust.other_ca";
  return { kind: "none", problem: messageWith(code, { address, path: file }, { reason: tried.reason }) };
}

/** A server's certificate that was changed on purpose fits what the known file holds now, or that file is to be changed too. */
async function readKnown(
  asking: Asking,
  { authorityPath: file }: KnownAuthority,
  reason: Message,
): Promise<Reading> {
  const tried = file === null ? null : await tryFile(asking, file);
  if (tried?.kind === "fits") return tried;
  if (tried?.kind === "problem") return { kind: "none", problem: tried.problem };
  const params = { address: nameOf(asking.server), path: file ?? "-" };
  return { kind: "none", problem: messageWith("trust.changed", params, { reason: tried?.reason ?? reason }) };
}

type TriedFile =
  | Extract<Reading, { kind: "fits" }>
  | { readonly kind: "unreadable" | "other"; readonly reason: Message }
  | { readonly kind: "problem"; readonly problem: Message };

/** Whether the server's certificate is of a CA in this file. A server names in `ssl_ca` whom it trusts itself, often but not always its own issuer. */
async function tryFile(asking: Asking, file: string): Promise<TriedFile> {
  let authority: string;
  try {
    authority = await readCertificates(asking.session, file, asking.signal);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { kind: "unreadable", reason: error.said ?? error.explanation };
  }
  if (authority === "") return { kind: "unreadable", reason: quote("-") };
  const tried = await signIn(asking, authority, async () => null);
  if (tried.kind === "untrusted") return { kind: "other", reason: tried.reason };
  return tried.kind === "problem" ? tried : { kind: "fits", authority, authorityPath: file };
}

type SignedIn<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "untrusted"; readonly reason: Message }
  | { readonly kind: "problem"; readonly problem: Message };

async function signIn<T>(
  { session, server, account, signal }: Asking,
  authority: string | null,
  use: (connection: ServerConnection) => Promise<T>,
): Promise<SignedIn<T>> {
  const way = await session.forward(server.address, server.port, signal);
  const problem = checkWay(server, { authority, authorityPath: null }, way);
  if (problem !== null) return { kind: "problem", problem };
  const stream = way.kind === "open" ? way.stream : undefined;
  // A stream without a listener would end the process with its error.
  stream?.on("error", () => undefined);
  try {
    const connection = await connectServer({ ...server, authority }, account, signal, stream);
    try {
      return { kind: "done", value: await use(connection) };
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!isUntrusted(error)) throw error;
    return { kind: "untrusted", reason: findWithin(error.explanation.params, "reason") ?? quote("-") };
  } finally {
    stream?.destroy();
  }
}
