import {
  type Message,
  message,
  type VariableCell,
  VariableGroup,
  type VariableRow,
  type VariablesMember,
  type VariablesReading,
} from "@primacy/contract";
import { compareNames } from "../topology/names";
import { compareShown, findShownVariable, type ShownVariable } from "./catalogue";
import { findOdd } from "./find-odd";
import { isRead, type MemberReading, type ServerVariables } from "./member-reading";
import { findNextValue, isDrift } from "./next-value";
import { normalValue } from "./same-value";

/**
 * Puts the members' variables beside each other, and marks what differs and what the next start would change. Variables
 * that a console does not show are left out. The members come in the order of their names.
 */
export function buildVariablesReading(asked: readonly MemberReading[], readAt: string): VariablesReading {
  const members = [...asked].sort((one, other) => compareNames(one.name, other.name));
  const names = new Set(members.flatMap((one) => (isRead(one) ? [...one.server.running.keys()] : [])));
  const shown = [...names].sort(compareShown).flatMap((name) => findShownVariable(name) ?? []);
  const groups = VariableGroup.options.map((group) => ({
    group,
    rows: shown.filter((one) => one.group === group).map((one) => buildRow(one, members)),
  }));
  return {
    readAt,
    members: members.map(toMember),
    groups: groups.filter(({ rows }) => rows.length > 0),
  };
}

function toMember(member: MemberReading): VariablesMember {
  const { memberId, name, address, port } = member;
  const about = { memberId, name, address, port };
  if (!isRead(member)) return { ...about, role: null, problem: toProblem(member.server), nextProblem: null };
  const { role, host } = member.server;
  return { ...about, role, problem: null, nextProblem: explainUnknown(host) };
}

function toProblem(server: MemberReading["server"]): Message | null {
  return "running" in server ? null : server;
}

function explainUnknown({ problem, unread }: ServerVariables["host"]): Message | null {
  if (problem !== null || unread.length === 0) return problem;
  return message("next_start.unread", { files: unread.join(", ") });
}

function buildRow(variable: ShownVariable, members: readonly MemberReading[]): VariableRow {
  const { name, nature } = variable;
  const reached = members.flatMap((member, place) =>
    isRead(member) ? [{ place, server: member.server }] : [],
  );
  const compared = reached.map(({ server }) => {
    const value = server.running.get(name)?.value;
    return { role: server.role, value: value === undefined ? null : normalValue(value, variable) };
  });
  const odd = new Set([...findOdd(compared, nature)].map((one) => reached[one]?.place));
  const cells = members.map((member, place): VariableCell | null => {
    const running = isRead(member) ? member.server.running.get(name) : undefined;
    if (!isRead(member) || running === undefined) return null;
    const { range: _, ...shown } = running;
    const next = findNextValue(variable, member.server, findBuiltIn(variable, member.server, members));
    return { ...shown, next, isDrift: isDrift(variable, running, next), isOdd: odd.has(place) };
  });
  return { name, nature, differs: odd.size > 0, cells };
}

/** The built-in value, where a server of the same version runs with it. What each has of its own says nothing of others. */
function findBuiltIn(
  { name, nature }: ShownVariable,
  server: ServerVariables,
  members: readonly MemberReading[],
): string | null {
  const version = server.running.get("version")?.value;
  const others = members.flatMap((one) =>
    isRead(one) && nature !== "own" && one.server.running.get("version")?.value === version
      ? [one.server]
      : [],
  );
  const found = [server, ...others].find(({ running }) => running.get(name)?.source === "compiled");
  return found?.running.get(name)?.value ?? null;
}
