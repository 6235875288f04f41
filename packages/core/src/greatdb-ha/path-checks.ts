import { paramsWith } from "@primacy/contract";
import type { PluginPathTry } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import { type Answer, given, missing, type Needs, nothing, type ScopedCheck } from "../check/run-checks";
import { mayTell, quoteAccount } from "./path-grants";
import type { PluginPathSight, PluginPeer } from "./path-sight";
import type { PluginMemberSubject, PluginSubject } from "./plugin-checks";

type PathOf<K extends PluginPathSight["kind"]> = Extract<PluginPathSight, { kind: K }>;
type Udf = PluginMemberSubject & { readonly path: PathOf<"udf"> };
type FailedTry = Extract<PluginPathTry, { kind: "failed" }>;

/** What the checks of a member's path are given beside the member. */
export interface PathGiven {
  readonly nothing: object;
  readonly udf: { readonly path: PathOf<"udf"> };
  readonly port: { readonly path: PathOf<"port"> };
}

/** A pre-check of the path over which plugins tell each other who has an address. */
export type PathCheck = ScopedCheck<
  PluginSubject,
  { readonly nothing: object },
  PluginMemberSubject,
  PathGiven
>;

/** Those checks, in the order of the report, but for those of a port. Those of another kind of path than a member's release has are left out. */
export const pathChecks: readonly PathCheck[] = [
  { code: "plugin_alike", scope: "cluster", needs: "nothing", judge: alike },
  { code: "plugin_path", scope: "member", needs: "nothing", judge: unread },
  { code: "plugin_channel", scope: "member", needs: "udf", judge: channel },
  { code: "plugin_privilege", scope: "member", needs: "udf", judge: privilege },
  { code: "plugin_connections", scope: "member", needs: "udf", judge: connections },
];

/** Answers what those of a member need. */
export const pathMemberNeeds: Needs<PluginMemberSubject, PathGiven> = {
  nothing,
  udf: ({ seen: { path } }) => (path?.kind === "udf" ? given({ path }) : left),
  port: ({ seen: { path } }) => (path?.kind === "port" ? given({ path }) : left),
};
const left: Answer<never> = missing(null);

/** A release that speaks with no other: one member of another release would neither ask nor tell the rest. */
function alike({ plugin }: PluginSubject): Finding | readonly Finding[] {
  const releases = plugin.members.flatMap(({ server }) =>
    server === null || server.release.kind === "none" ? [] : [server.release.release],
  );
  const names = [...new Set(releases.map(({ name }) => name))].sort();
  if (names.length < 2 || !releases.some(({ speaksAlone }) => speaksAlone)) return [];
  return {
    result: "fail",
    evidence: "check.plugin_alike.fail",
    remedy: "check.plugin_alike.remedy",
    params: { releases: names.join(", ") },
  };
}

/** A member of which nothing can be said of the path: not a pass. */
function unread({ seen: { path } }: PluginMemberSubject): readonly Finding[] {
  if (path?.kind !== "unread") return [];
  const params = paramsWith({}, { reason: path.reason });
  return [{ result: "warn", evidence: "check.plugin_path.warn", remedy: "check.plugin_path.remedy", params }];
}

function channel({ path, plugin }: Udf): Finding | readonly Finding[] {
  const { user, hasPassword, peers, tries } = path;
  const names = peers.map(({ name }) => name).join(", ");
  if (user === null)
    return {
      result: "fail",
      evidence: "check.plugin_channel.fail_no_account",
      remedy: "check.plugin_channel.remedy_no_account",
    };
  const params = { user, peers: names };
  const remedy = "check.plugin_channel.remedy_untried";
  if (!hasPassword) return { result: "warn", evidence: "check.plugin_channel.warn_password", remedy, params };
  if (tries === null)
    return { result: "warn", evidence: "check.plugin_channel.warn_untried", remedy, params };
  const refused = tries.flatMap((one, at): Finding[] => {
    const peer = peers[at];
    if (peer === undefined || one.kind !== "failed") return [];
    const isTls = plugin.members.some(
      ({ memberId, path: other }) =>
        memberId === peer.memberId &&
        other?.kind === "udf" &&
        other.user === user &&
        other.accounts.some(({ requiresTls }) => requiresTls),
    );
    return [refusalOf(peer, one, { user, isTls })];
  });
  return refused.length > 0 ? refused : { result: "pass", evidence: "check.plugin_channel.pass", params };
}

type Cause = "secure" | "tls" | "denied" | "full" | "name" | "other";
const causes: Readonly<Record<string, Cause>> = {
  ER_SECURE_TRANSPORT_REQUIRED: "secure",
  ER_ACCESS_DENIED_ERROR: "denied",
  ER_CON_COUNT_ERROR: "full",
  ER_TOO_MANY_USER_CONNECTIONS: "full",
  ER_USER_LIMIT_REACHED: "full",
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
};

function refusalOf(
  { name, host, port }: PluginPeer,
  { errorCode, told }: FailedTry,
  { user, isTls }: { readonly user: string; readonly isTls: boolean },
): Finding {
  const known = causes[errorCode] ?? "other";
  // A server denies an account that has to come over TLS without saying so.
  const cause = known === "denied" && isTls ? "tls" : known;
  return {
    result: "fail",
    evidence: `check.plugin_channel.fail_${cause}`,
    remedy: `check.plugin_channel.remedy_${cause}`,
    params: paramsWith({ peer: name, user, host, port }, { reason: told }),
  };
}

/** By the account that signed in; where nobody could, by the accounts of that name that the peer has. */
function privilege({ path, plugin }: Udf): Finding | readonly Finding[] {
  const { user, peers, tries } = path;
  if (user === null) return [];
  const judged = peers.map((peer, at): string | boolean => {
    const one = tries?.[at];
    if (one?.kind === "signed_in") return mayTell(one.grants) || quoteAccount(one.account);
    const other = plugin.members.find(({ memberId }) => memberId === peer.memberId)?.path;
    const accounts = other?.kind === "udf" && other.user === user ? other.accounts : [];
    const [first] = accounts;
    // Which of them it would be is not known here, nor what a role gives: the sign-in has its own check.
    return first === undefined || accounts.some((account) => account.mayTell)
      ? false
      : quoteAccount(`${user}@${first.host}`);
  });
  const lacking = peers.flatMap(({ name }, at): Finding[] => {
    const account = judged[at];
    if (typeof account !== "string") return [];
    const params = { peer: name, account };
    const remedy = "check.plugin_privilege.remedy";
    return [{ result: "fail", evidence: "check.plugin_privilege.fail", remedy, params }];
  });
  if (lacking.length > 0) return lacking;
  const params = { user, peers: peers.map(({ name }) => name).join(", ") };
  return judged.every((one) => one === true)
    ? { result: "pass", evidence: "check.plugin_privilege.pass", params }
    : [];
}

/** Every other member may ask at the same time, each over a connection of its own. */
function connections({ path: { connections: counted, peers } }: Udf): Finding {
  const { limit, now, most } = counted;
  const needed = peers.length;
  const params = { limit, now, most, needed };
  const remedy = "check.plugin_connections.remedy";
  if (limit - now < needed)
    return { result: "fail", evidence: "check.plugin_connections.fail", remedy, params };
  if (limit - most < needed)
    return { result: "warn", evidence: "check.plugin_connections.warn", remedy, params };
  return { result: "pass", evidence: "check.plugin_connections.pass", params };
}
