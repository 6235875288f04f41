import type { JudgedGroup } from "../cluster/judge-group";
import type { Finding } from "./build-check";
import type { VipCheckSnapshot } from "./snapshot";
import { longTransactions } from "./transaction-rules";
import { type CheckedVariable, distinctValues, type MemberValue, valuesOf } from "./variables";
import type { VipCheck, VipSubject } from "./vip-needs";

/** The settings that all members must, or had better, have alike. */
const alike: readonly CheckedVariable[] = [
  "lower_case_table_names",
  "max_connections",
  "innodb_buffer_pool_size",
  "sql_mode",
  "character_set_server",
  "collation_server",
  "time_zone",
];
/** Group Replication refuses a member that has another value. */
const mustBeAlike = "lower_case_table_names";

/** The checks of what the members' settings say together. A check of which nobody said anything is left out. */
export const settingsChecks: readonly VipCheck[] = [
  { code: "successor", scope: "cluster", needs: "nothing", judge: successor },
  { code: "consistency", scope: "cluster", needs: "nothing", judge: consistency },
  { code: "single_leader", scope: "cluster", needs: "nothing", judge: singleLeader },
  { code: "transaction_size", scope: "cluster", needs: "nothing", judge: transactionSize },
  { code: "versions", scope: "cluster", needs: "nothing", judge: versions },
  { code: "settings_alike", scope: "cluster", needs: "nothing", judge: settingsAlike },
  { code: "primary_keys", scope: "cluster", needs: "nothing", judge: primaryKeys },
  { code: "switchover_transactions", scope: "cluster", needs: "nothing", judge: openTransactions },
];

/** Who would follow: the lowest version first, then the greatest weight, then the lowest server UUID. */
function successor({ snapshot, group }: VipSubject): readonly Finding[] {
  if (group.primaryUuid === null) return [];
  const weights = valuesOf(snapshot, "group_replication_member_weight");
  const candidates = group.members
    .filter((one) => one.state === "ONLINE" && one.serverUuid !== group.primaryUuid)
    .flatMap((one) => {
      const member = snapshot.members.find(({ serverUuid }) => serverUuid === one.serverUuid);
      if (member === undefined) return [];
      const weight = Number(weights.find((value) => value.member === member)?.value ?? "50");
      return [{ member, weight, version: findVersion(snapshot, group, member.serverUuid) ?? "" }];
    })
    .sort(
      (a, b) =>
        compareVersions(a.version, b.version) ||
        b.weight - a.weight ||
        (a.member.serverUuid < b.member.serverUuid ? -1 : 1),
    );
  const [first] = candidates;
  if (first === undefined)
    return [{ result: "warn", evidence: "check.successor.warn", remedy: "check.successor.remedy" }];
  const params = {
    member: first.member.name,
    weight: first.weight,
    weights: candidates.map(({ member, weight }) => `${member.name} ${weight}`).join(", "),
  };
  return [{ result: "pass", evidence: "check.successor.pass", params }];
}

function consistency({ snapshot }: VipSubject): readonly Finding[] {
  const values = valuesOf(snapshot, "group_replication_consistency");
  const [value, ...others] = distinctValues(values);
  if (value === undefined) return [];
  const remedy = "check.consistency.remedy";
  if (others.length > 0)
    return [
      {
        result: "warn",
        evidence: "check.consistency.warn_differs",
        remedy,
        params: { values: listValues(values) },
      },
    ];
  const params = { value };
  if (value === "EVENTUAL")
    return [{ result: "warn", evidence: "check.consistency.warn_eventual", remedy, params }];
  if (value === "AFTER" || value === "BEFORE_AND_AFTER")
    return [{ result: "warn", evidence: "check.consistency.warn_after", remedy, params }];
  return [{ result: "pass", evidence: "check.consistency.pass", params }];
}

/** No reason to warn: it is a choice that only a group founded anew can change. */
function singleLeader({ snapshot }: VipSubject): readonly Finding[] {
  const values = valuesOf(snapshot, "group_replication_paxos_single_leader");
  if (values.length === 0) return [];
  const isOn = values.every(({ value }) => value === "ON");
  return [{ result: "pass", evidence: isOn ? "check.single_leader.pass" : "check.single_leader.pass_off" }];
}

const largestTransactionBytes = 500_000_000;

function transactionSize({ snapshot }: VipSubject): readonly Finding[] {
  const values = valuesOf(snapshot, "group_replication_transaction_size_limit");
  if (values.length === 0) return [];
  const limits = values.map(({ value }) => Number(value));
  const remedy = "check.transaction_size.remedy";
  const params = { megabytes: Math.round(Math.max(...limits) / 1e6), values: listValues(values) };
  if (limits.includes(0))
    return [{ result: "warn", evidence: "check.transaction_size.warn_none", remedy, params }];
  return Math.max(...limits) > largestTransactionBytes
    ? [{ result: "warn", evidence: "check.transaction_size.warn", remedy, params }]
    : [{ result: "pass", evidence: "check.transaction_size.pass", params }];
}

function versions({ snapshot, group }: VipSubject): readonly Finding[] {
  const known = snapshot.members.flatMap((member) => {
    const version = findVersion(snapshot, group, member.serverUuid);
    return version === null ? [] : [{ member, value: version }];
  });
  const [version, ...others] = distinctValues(known);
  if (version === undefined) return [];
  if (others.length === 0) return [{ result: "pass", evidence: "check.versions.pass", params: { version } }];
  const params = { values: listValues(known) };
  return [{ result: "warn", evidence: "check.versions.warn", remedy: "check.versions.remedy", params }];
}

function settingsAlike({ snapshot }: VipSubject): readonly Finding[] {
  const differing = alike.flatMap((name) => {
    const values = valuesOf(snapshot, name);
    return distinctValues(values).length > 1 ? [{ name, values }] : [];
  });
  const isKnown = alike.some((name) => valuesOf(snapshot, name).length > 0);
  if (!isKnown) return [];
  if (differing.length === 0)
    return [{ result: "pass", evidence: "check.settings_alike.pass", params: { names: alike.join(", ") } }];
  const params = {
    values: differing.map(({ name, values }) => `${name} (${listValues(values)})`).join("; "),
  };
  const remedy = "check.settings_alike.remedy";
  return differing.some(({ name }) => name === mustBeAlike)
    ? [{ result: "fail", evidence: "check.settings_alike.fail", remedy, params }]
    : [{ result: "warn", evidence: "check.settings_alike.warn", remedy, params }];
}

/** The group refuses every write to a table that has neither a primary key nor its like, or another engine. */
function primaryKeys({ snapshot }: VipSubject): Finding {
  const tables = snapshot.tables ?? null;
  const remedy = "check.primary_keys.remedy";
  if (tables !== null) {
    const { unfit, isMore } = tables;
    if (unfit.length === 0) return { result: "pass", evidence: "check.primary_keys.pass" };
    const params = { tables: isMore ? `${unfit.join(", ")}, …` : unfit.join(", ") };
    return { result: "warn", evidence: "check.primary_keys.warn", remedy, params };
  }
  const required = valuesOf(snapshot, "sql_require_primary_key");
  if (required.length === snapshot.members.length && required.every(({ value }) => value === "ON"))
    return { result: "pass", evidence: "check.primary_keys.pass_required" };
  return { result: "skipped", evidence: "check.primary_keys.skipped", remedy };
}

function openTransactions({ snapshot, group }: VipSubject): readonly Finding[] {
  const primary = snapshot.members.find((member) => member.serverUuid === group.primaryUuid);
  const open = snapshot.longTransactions ?? null;
  return primary === undefined || open === null ? [] : [longTransactions(open, primary.name)];
}

/** What the numbers before any suffix say: by the group's own list, else by the server. */
function findVersion(snapshot: VipCheckSnapshot, group: JudgedGroup, serverUuid: string): string | null {
  const listed = group.members.find((one) => one.serverUuid === serverUuid)?.version;
  const told = valuesOf(snapshot, "version").find(({ member }) => member.serverUuid === serverUuid)?.value;
  return /^\d+(?:\.\d+)*/.exec(listed ?? told ?? "")?.[0] ?? null;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  for (const [index, part] of (left ?? []).entries()) {
    const other = right?.[index] ?? 0;
    if (part !== other) return part - other;
  }
  return 0;
}

function listValues(values: readonly MemberValue[]): string {
  return values.map(({ member, value }) => `${member.name} ${value}`).join(", ");
}
