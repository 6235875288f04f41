import { formatMessage, messageWith, quote } from "@primacy/contract";
import { expect, test } from "vitest";
import { explainJoin, type JoinEvidence } from "./explain-join";

const configuration =
  "The server is not configured properly to be an active member of the group. Please see more details on error log.";

function evidence(change: Partial<JoinEvidence>): JoinEvidence {
  return { errno: 3092, reason: quote(configuration), ownLog: [], groupLog: [], ...change };
}

const plugin = (text: string): { code: string; text: string }[] => [
  { code: "MY-011735", text: `Plugin group_replication reported: '${text}'` },
];

test.each<[string, Partial<JoinEvidence>, string]>([
  [
    "transactions that the group lacks",
    {
      ownLog: plugin(
        "This member has more executed transactions than those present in the group. Local transactions: a:1-5 > Group transactions: a:1-4",
      ),
    },
    "errant",
  ],
  [
    "an old connection that the group still holds, which only the group's members log",
    {
      errno: 3096,
      ownLog: plugin("[GCS] Timeout while waiting for the group communication engine to be ready!"),
      groupLog: plugin(
        "[GCS] Old incarnation found while trying to add node 10.77.0.13:33061 17. Please stop the old node or wait for it to leave the group.",
      ),
    },
    "incarnation",
  ],
  [
    "a version that does not fit",
    { ownLog: plugin("Member version is incompatible with the group.") },
    "config",
  ],
  [
    "no donor that can be signed in to",
    {
      ownLog: plugin(
        "There was an error when connecting to the donor server. Please check that group_replication_recovery channel credentials and all MEMBER_HOST column values are correct",
      ),
    },
    "credentials",
  ],
  [
    "an address that is not allowed",
    {
      ownLog: plugin("[GCS] Error connecting to all peers. Member join failed. Local port: 33061"),
      groupLog: plugin(
        "[GCS] Connection attempt from IP address 10.77.0.13 refused. Address is not in the IP allowlist.",
      ),
    },
    "address",
  ],
  [
    "no peer that answers",
    { ownLog: plugin("[GCS] Error connecting to all peers. Member join failed. Local port: 33061") },
    "peers",
  ],
  [
    "a view that does not come",
    { ownLog: plugin("Timeout on wait for view after joining group") },
    "timeout",
  ],
  [
    "a start or stop of somebody else",
    { errno: 3796, reason: quote("Another instance of START/STOP GROUP_REPLICATION command is executing.") },
    "running",
  ],
  ["Group Replication that runs", { errno: 3093, reason: quote("it is already running.") }, "running"],
  ["anything else, in the server's own words", {}, "refused"],
])("a join that fails for %s is told so", (_what, change, code) => {
  const explained = explainJoin(evidence(change));
  expect(explained.code).toBe(`failure.member_join_${code}`);
  expect(explained.reason.text).not.toMatch(/\.$|^Plugin/);
  const told = messageWith(explained.code, { member: "db3" }, { reason: explained.reason });
  for (const locale of ["en", "zh"] as const) expect(formatMessage(told, locale)).not.toMatch(/\{\w+\}|\.\./);
});

test("errors of other replication channels, and of other members' own replication, are not the join's", () => {
  const other = (channel: string): string =>
    `Replica I/O for channel '${channel}': Error connecting to source. Message: Access denied for user 'x'`;
  const line = (text: string): { code: string; text: string } => ({ code: "MY-010584", text });
  const told = (ownLog: string[], groupLog: string[] = []): string =>
    explainJoin(evidence({ ownLog: ownLog.map(line), groupLog: groupLog.map(line) })).code;
  expect(told([other("reports"), other("")])).toBe("failure.member_join_refused");
  expect(told([], [other("group_replication_recovery")])).toBe("failure.member_join_refused");
  expect(told([other("group_replication_recovery")])).toBe("failure.member_join_credentials");
});
