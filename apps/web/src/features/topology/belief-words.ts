import type { Tone, TopologyMember } from "@primacy/contract";
import { isContested, isLost } from "@primacy/core/topology";
import { toneOf } from "./host-treatment";
import type { TopologyTexts } from "./topology-texts";

/** What a member's state is called, and how it is drawn. */
export interface StateWord {
  readonly label: string;
  readonly tone: Tone;
}

/**
 * A member's state as its group believes it. Where there is evidence against it, it says whose word it is, naming `most` of them at
 * most, and is never drawn as well; one that its group does not list is not merely unknown.
 */
export function describeState(
  member: TopologyMember,
  texts: TopologyTexts,
  most = Number.POSITIVE_INFINITY,
): StateWord {
  const { state, saidBy } = member;
  const tone = toneOf(member);
  if (state === null) return { label: isUnlisted(member) ? texts.t("notInGroup") : texts.unknown, tone };
  if (!isContested(member) || saidBy.length === 0) return { label: state, tone };
  const named = saidBy.slice(0, most);
  const names = named.join(texts.marks.name);
  return { label: texts.t("asSaid", { state, names, count: named.length }), tone };
}

/** A member's role; one that is in no group has none, which is more than that nobody knows it. */
export function describeRole(member: TopologyMember, texts: TopologyTexts): string {
  return member.role ?? (isUnlisted(member) ? "–" : texts.unknown);
}

function isUnlisted({ state, saidBy, isStale }: TopologyMember): boolean {
  return state === null && saidBy.length > 0 && !isStale;
}

/** What is proved of a member's server, where that is more than its state says; null otherwise. */
export function describeServer(member: TopologyMember, texts: TopologyTexts): StateWord | null {
  const { server } = member;
  if (!isLost(server) || (server === "outside" && !isContested(member))) return null;
  return { label: texts.t(`server.${server}`), tone: "failed" };
}

/** {@link describeState} and {@link describeServer} in one text. */
export function tellState(member: TopologyMember, texts: TopologyTexts): string {
  const words = [describeState(member, texts), describeServer(member, texts)];
  return words.flatMap((word) => word?.label ?? []).join(texts.marks.clause);
}

/** True for the member that writes go to: a primary whose server is lost is one no more. */
export function isWorkingPrimary({ role, server }: TopologyMember): boolean {
  return role === "PRIMARY" && !isLost(server);
}
