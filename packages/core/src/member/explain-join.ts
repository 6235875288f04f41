import { type Message, quote } from "@primacy/contract";
/** One line of a server's error log. */
export interface LogLine {
  /** As MySQL numbers it: `MY-011526`. */
  readonly code: string;
  readonly text: string;
}

/** What is known of a join that did not succeed. */
export interface JoinEvidence {
  /** The server's number of the error; null where it gave none. */
  readonly errno: number | null;
  /** What was answered to the statement, or what was seen after it. */
  readonly reason: Message;
  /** What the member wrote into its error log meanwhile; empty where it may not be read. */
  readonly ownLog: readonly LogLine[];
  /** The same of the members that are ONLINE: some refusals are known to them alone. */
  readonly groupLog: readonly LogLine[];
}

/** The failures of a join that are told apart, each with its remedy. */
export type JoinFailureCode = `failure.member_join_${
  | "errant"
  | "incarnation"
  | "config"
  | "purged"
  | "credentials"
  | "address"
  | "peers"
  | "timeout"
  | "running"
  | "refused"}`;

/** Why a join failed; `reason` is the line of the log that says so, or what was answered. */
export interface ExplainedJoin {
  readonly code: JoinFailureCode;
  readonly reason: Message;
}

/** What members of the group log of a join that they refuse; the rest is about themselves. */
const groupCauses: ReadonlySet<JoinFailureCode> = new Set([
  "failure.member_join_errant",
  "failure.member_join_incarnation",
  "failure.member_join_config",
  "failure.member_join_address",
]);

/** From the cause that says most to that which says least: one failed join writes several of these. */
const causes: readonly (readonly [JoinFailureCode, RegExp])[] = [
  [
    "failure.member_join_errant",
    /more executed transactions than those present in the group|contains transactions not present in the group/i,
  ],
  ["failure.member_join_incarnation", /old incarnation found/i],
  [
    "failure.member_join_config",
    /incompatible with the group|not compatible with the group|different from the group/i,
  ],
  ["failure.member_join_purged", /purged (?:required )?(?:binary logs|gtids)|requires purged|has purged/i],
  [
    "failure.member_join_credentials",
    /error when connecting to the donor|invalid \(empty\) username|access denied for user/i,
  ],
  ["failure.member_join_address", /not in the ip allowlist/i],
  [
    "failure.member_join_peers",
    /error connecting to all peers|unable to join the group\. local port|group communication engine to be ready/i,
  ],
  ["failure.member_join_timeout", /timeout on wait for view after joining/i],
];

/** ER_GROUP_REPLICATION_RUNNING: it is in its group, or the join that its boot began goes on. */
const runningErrno = 3093;
/** What the answer to a START says while one that somebody else gave goes on; its number is that of many failures. */
const otherInstance = /another instance of start\/stop group_replication/i;

/** Translates a failed join into its cause, from what the member answered and what the servers logged. */
export function explainJoin({ errno, reason, ownLog, groupLog }: JoinEvidence): ExplainedJoin {
  const answered = withoutStop(reason.text);
  const told = reason.code === "text.quoted" ? quote(answered) : reason;
  if (errno === runningErrno || otherInstance.test(answered))
    return { code: "failure.member_join_running", reason: told };
  const own = [...linesOf(ownLog), answered];
  const all = [...linesOf(ownLog), ...linesOf(groupLog), answered];
  for (const [code, pattern] of causes) {
    const line = (groupCauses.has(code) ? all : own).find((text) => pattern.test(text));
    if (line !== undefined) return { code, reason: line === answered ? told : quote(line) };
  }
  return { code: "failure.member_join_refused", reason: told };
}

/** Other replication channels of the same server write into the same log. */
function linesOf(log: readonly LogLine[]): readonly string[] {
  return log.map(({ text }) => unwrap(text)).filter((text) => !isOfOtherChannel(text));
}

const ownChannels: ReadonlySet<string> = new Set(["group_replication_recovery", "group_replication_applier"]);

function isOfOtherChannel(text: string): boolean {
  const named = [...text.matchAll(/for channel '([^']*)'/gi)].map(([, channel = ""]) => channel);
  return named.length > 0 && !named.some((channel) => ownChannels.has(channel.toLowerCase()));
}

/** A plugin's line without what every line of it begins with. */
function unwrap(text: string): string {
  const [, inner] = /^Plugin group_replication reported: '(.*)'$/s.exec(text.trim()) ?? [];
  return withoutStop(inner ?? text);
}

/** It stands within a sentence. */
function withoutStop(text: string): string {
  return text.trim().replace(/\.+$/, "");
}
