import { joinMessages, type Message, message, paramsWith, withPort } from "@primacy/contract";
import type { MemberView } from "@primacy/contract/agent";
import type { GroupView } from "../cluster/group-view";
import { isInGroup, type JudgedGroup } from "../cluster/judge-group";
import type { Finding } from "./build-check";
import type { VipCheckSnapshot } from "./snapshot";
import type { VipSubject } from "./vip-needs";

/**
 * Whether the members say the same of their group. What was judged of it is what most of them say; here nobody is
 * outvoted. A server outside the group speaks only for itself. Left out where nobody was heard.
 */
export function viewsAgree({ snapshot, group }: VipSubject): readonly Finding[] {
  const heard = snapshot.views.filter(isInGroup);
  if (heard.length === 0) return [];
  const nameOf = namesOf(snapshot, group);
  const observers = listNames(heard.map((view) => view.observer).map(nameOf));
  const claims = group.isSinglePrimary === false ? [] : heard.filter(claimsPrimary);
  const claimants = claims.length > 1 ? claims.map((view) => view.observer) : [];
  const subjects = [...new Set([...claimants, ...listDisputed(group)])];
  if (subjects.length > 0) {
    const says = joinMessages(subjects.flatMap((subject) => tell(snapshot.views, subject, nameOf)));
    const params = paramsWith({ claimants: listNames(claimants.map(nameOf)) }, { says });
    return claimants.length > 0
      ? [
          {
            result: "fail",
            evidence: "check.views_agree.fail",
            remedy: "check.views_agree.remedy_claims",
            params,
          },
        ]
      : [{ result: "warn", evidence: "check.views_agree.warn", remedy: "check.views_agree.remedy", params }];
  }
  if (heard.length === 1 && snapshot.members.length > 1)
    return [{ result: "skipped", evidence: "check.views_agree.skipped", params: { observers } }];
  const states = group.members
    .map(({ serverUuid, state, role }) => [nameOf(serverUuid), state, role].filter(Boolean).join(" "))
    .join(", ");
  return [{ result: "pass", evidence: "check.views_agree.pass", params: { observers, states } }];
}

function claimsPrimary({ observer, members }: GroupView): boolean {
  const own = members.find((row) => row.serverUuid === observer);
  return own?.state === "ONLINE" && own.role === "PRIMARY";
}

/** Of whom not all say the same. That the group does not list a server that says it is outside is no difference. */
function listDisputed(group: JudgedGroup): readonly string[] {
  const isOutside = (subject: string): boolean => {
    const state = group.members.find((one) => one.serverUuid === subject)?.state;
    return state === "OFFLINE" || state === "ERROR";
  };
  const disputes = group.disagreements.filter((one) => one.state !== null || !isOutside(one.subject));
  return [...new Set(disputes.map((one) => one.subject))];
}

/** What is said of a server, each with all who say it. */
function tell(
  views: readonly GroupView[],
  subject: string,
  nameOf: (serverUuid: string) => string,
): readonly Message[] {
  const said = new Map<string, { readonly row: MemberView | null; readonly observers: string[] }>();
  for (const view of views) {
    if (!isInGroup(view) && view.observer !== subject) continue;
    const row = view.members.find((one) => one.serverUuid === subject) ?? null;
    const key = row === null ? "" : `${row.state} ${row.role}`;
    const known = said.get(key) ?? { row, observers: [] };
    said.set(key, { ...known, observers: [...known.observers, nameOf(view.observer)] });
  }
  return [...said.values()].map(({ row, observers }) => {
    const params = { observers: listNames(observers), subject: nameOf(subject) };
    if (row === null) return message("check.views_agree.lacks", params);
    return message("check.views_agree.says", {
      ...params,
      state: row.state,
      role: row.role === "" ? "-" : row.role,
    });
  });
}

function namesOf(snapshot: VipCheckSnapshot, group: JudgedGroup): (serverUuid: string) => string {
  return (serverUuid) => {
    const member = snapshot.members.find((one) => one.serverUuid === serverUuid);
    if (member !== undefined) return member.name;
    const judged = group.members.find((one) => one.serverUuid === serverUuid);
    return judged === undefined || judged.host === "" ? serverUuid : withPort(judged.host, judged.port);
  };
}

function listNames(names: readonly string[]): string {
  return names.join(", ");
}
