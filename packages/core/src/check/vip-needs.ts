import type { VipRequest } from "@primacy/contract";
import type { AgentStatus, HostObservation, NicStatus } from "@primacy/contract/agent";
import type { JudgedGroup } from "../cluster/judge-group";
import type { Finding } from "./build-check";
import { chooseNic, type NicOwner } from "./network";
import {
  type Answer,
  type DeclaredCheck,
  given,
  missing,
  type Needs,
  nothing,
  type ScopedCheck,
} from "./run-checks";
import type { CheckedMember, HostSight, VipCheckSnapshot } from "./snapshot";

/** One VIP pre-check as data. What it needs is named in `ClusterGiven` or `MemberGiven`, by its scope. */
export type VipCheck = ScopedCheck<VipSubject, ClusterGiven, MemberSubject, MemberGiven> & Mark;

interface Mark {
  /** It is about the address alone, and is made for a VIP that will not be in force yet. */
  readonly isOfAddress?: true;
}

/** What every VIP pre-check is about. */
export interface VipSubject {
  readonly snapshot: VipCheckSnapshot;
  /** That of the snapshot. */
  readonly request: VipRequest;
  /** The group as the snapshot's views show it. */
  readonly group: JudgedGroup;
}

/** What a VIP pre-check of one member is about. */
export interface MemberSubject extends VipSubject {
  readonly member: CheckedMember;
}

/** What of a VIP its interface has to fit. */
export type NicRequest = Pick<VipRequest, "address" | "prefixLength" | "nics">;

/** What the checks of an interface are about, of a member or of a host that will have one. */
export interface NicSubject {
  readonly request: NicRequest;
  readonly member: NicOwner;
}

/** A check of an interface as data. It is one of a VIP's too. */
export type NicCheck = { readonly scope: "member" } & DeclaredCheck<NicSubject, NicGiven> & Mark;

/** What a check of the cluster may need: it judges whatever is known, and says itself where that is too little. */
export interface ClusterGiven {
  readonly nothing: object;
}

/** What a host's agent saw of it. */
export interface Observed {
  readonly observation: HostObservation;
}

/** What a host's agent saw of it and heard of its MySQL server. */
export interface ServerSeen extends Observed {
  /** As the server has them; never none. */
  readonly variables: HostObservation["variables"];
}

/** What a check of an interface may need. */
export interface NicGiven {
  readonly agent: Observed;
  readonly nic: Observed & { readonly nic: NicStatus };
}

/** What a check of a member may need, and what its judge gets by it. */
export interface MemberGiven extends NicGiven {
  readonly nothing: object;
  /** The host's agent has answered. */
  readonly agent: Observed & { readonly status: AgentStatus | null };
  /** The agent has said how it stands. */
  readonly status: { readonly status: AgentStatus };
  /** The host's MySQL server has answered its agent. */
  readonly server: ServerSeen;
  /** The host has the interface that would hold the address. Where it has none, the check `nic` says so. */
  readonly nic: NicGiven["nic"];
}

type SeenHost = Extract<HostSight, { kind: "observed" }>;

const noAgent: Finding = { result: "skipped", evidence: "check.skipped_no_agent" };

/** What a check says whose host's server gave no answer. */
export const noServer: Finding = { result: "skipped", evidence: "check.skipped_no_server" };

/** Answers what the checks of the cluster need. */
export const clusterNeeds: Needs<VipSubject, ClusterGiven> = { nothing };

/** Answers what the checks of a member need. */
export const memberNeeds: Needs<MemberSubject, MemberGiven> = {
  nothing,
  agent: ({ member }) => ofAgent(member, ({ observation, status }) => given({ observation, status })),
  status: ({ member }) =>
    ofAgent(member, ({ status }) => (status === null ? missing(noAgent) : given({ status }))),
  server: ({ member }) =>
    ofAgent(member, ({ observation }) =>
      hasServer(observation) ? given({ observation, variables: observation.variables }) : missing(noServer),
    ),
  nic: (subject) => ofAgent(subject.member, ({ observation }) => findNic(subject, observation)),
};

/** Answers what the checks of an interface need of a host that was observed. */
export function nicNeeds(observation: HostObservation): Needs<NicSubject, NicGiven> {
  return { agent: () => given({ observation }), nic: (subject) => findNic(subject, observation) };
}

/** Whether the host's MySQL server told its agent anything. */
export function hasServer({ variables }: HostObservation): boolean {
  return Object.keys(variables).length > 0;
}

function ofAgent<T>({ sight }: CheckedMember, answer: (seen: SeenHost) => Answer<T>): Answer<T> {
  return sight.kind === "observed" ? answer(sight) : missing(noAgent);
}

function findNic({ request, member }: NicSubject, observation: HostObservation): Answer<NicGiven["nic"]> {
  const { nic } = chooseNic(request.nics, member, observation);
  return nic === null ? missing(null) : given({ observation, nic });
}
