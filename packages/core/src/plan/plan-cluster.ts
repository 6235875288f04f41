import { type Message, message, type Vip } from "@primacy/contract";
import {
  type AccountPurpose,
  accountPurposes,
  accountStatements,
  accountUsers,
  agentAccountHosts,
  dropAccountStatements,
  schemaStatements,
} from "../cluster/accounts";
import { pluginRemoveDrafts } from "../greatdb-ha/plan-plugin";
import type { PlannedOperation, PlannedStep, StepDraft } from "../operation/planned-step";
import { removeDrafts, type VipPlanSnapshot, whatClientsLose } from "./plan-vip";
import { schemaDrop, type VipDraft } from "./vip-drafts";
import type { VipStep } from "./vip-steps";

/** Where a server listens. */
export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

/** A member as it is to be registered. */
export interface WantedMemberDraft extends ServerAddress {
  readonly serverUuid: string;
  readonly hostId: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A host of a cluster in a step that speaks to its agent. */
export interface AgentStepInput {
  readonly clusterId: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly isRequired: boolean;
}

/** The steps of registration. They find the cluster by its group, for it has no id before it is stored. */
export type RegisterStep =
  | PlannedStep<
      "cluster.store",
      {
        readonly name: string;
        readonly groupName: string;
        readonly members: readonly WantedMemberDraft[];
        readonly administrator: string;
        readonly isAdministratorKept: boolean;
      }
    >
  | PlannedStep<
      "account.create",
      {
        readonly groupName: string;
        readonly purpose: AccountPurpose;
        readonly administrator: string;
        /** From where the agents sign in. */
        readonly agentHosts: readonly string[];
      }
    >
  | PlannedStep<"member.inspect", { readonly groupName: string }>
  | PlannedStep<"agents.configure", { readonly groupName: string }>;

/** What registration is planned from. */
export interface RegisterSnapshot {
  readonly name: string;
  readonly groupName: string;
  readonly members: readonly WantedMemberDraft[];
  readonly administrator: string;
  readonly isAdministratorKept: boolean;
  /** What agents of its hosts hold for a cluster that the console does not know; absent: nothing. */
  readonly letGo?: readonly Message[];
}

/** The steps that register a group: stored first, so that the new passwords survive whatever happens next. */
export function planRegister(snapshot: RegisterSnapshot): PlannedOperation<RegisterStep> {
  const { name, groupName, members, administrator, isAdministratorKept, letGo = [] } = snapshot;
  const agentHosts = hostsOfAgents(members);
  const drafts: readonly StepDraft<RegisterStep>[] = [
    {
      ...noHost("cluster.store", message("step.cluster.store", { count: members.length })),
      input: { name, groupName, members, administrator, isAdministratorKept },
    },
    ...accountPurposes.map(
      (purpose): StepDraft<RegisterStep> => ({
        ...noHost("account.create", message("step.account.create", { account: accountUsers[purpose] })),
        preview: accountStatements(purpose, "x", agentHosts).map(({ shown }) => ({
          kind: "sql",
          text: shown,
        })),
        input: { groupName, purpose, administrator, agentHosts },
      }),
    ),
    {
      ...noHost("member.inspect", message("step.member.inspect", { account: accountUsers.admin })),
      isReversible: false,
      input: { groupName },
    },
    { ...noHost("agents.configure", message("step.agents.configure")), input: { groupName } },
  ];
  return {
    steps: drafts.map((draft, ordinal): RegisterStep => ({ ...draft, ordinal })),
    consequences: [
      message("consequence.accounts"),
      message(isAdministratorKept ? "consequence.administrator_kept" : "consequence.administrator_forgotten"),
      ...letGo,
    ],
  };
}

/** The steps of a new discovery of a registered cluster. */
export type RefreshStep =
  | PlannedStep<"agent.forget", AgentStepInput>
  | PlannedStep<
      "cluster.members",
      {
        readonly clusterId: string;
        readonly members: readonly WantedMemberDraft[];
        readonly previous: readonly WantedMemberDraft[];
        /** The interfaces of each VIP with those of new hosts. */
        readonly vips: readonly {
          readonly vipId: string;
          readonly nics: Vip["nics"];
          readonly previous: Vip["nics"];
        }[];
      }
    >
  /** `mayOverrule`: agents that hold a newer configuration than a restored console are told the console's. */
  | PlannedStep<"agents.converge", { readonly clusterId: string; readonly mayOverrule: boolean }>;

/** What a refresh is planned from; `leaving` are the hosts with an agent that carry no member any more. */
export interface RefreshSnapshot {
  readonly clusterId: string;
  readonly members: readonly WantedMemberDraft[];
  readonly previous: readonly WantedMemberDraft[];
  readonly leaving: readonly { readonly hostId: string; readonly name: string }[];
  readonly vips: readonly Vip[];
  /** By VIP, the interfaces of hosts for which it has none yet. */
  readonly newNics: Readonly<Record<string, Vip["nics"]>>;
  /** What agents hold otherwise than this console, which was restored from an older database; absent: nothing. */
  readonly differences?: readonly Message[];
  /** The operator decided that what this console has comes into force in their place. */
  readonly mayOverrule?: boolean;
  /** What agents of its hosts hold for a cluster that the console does not know; absent: nothing. */
  readonly letGo?: readonly Message[];
}

/** Hosts that leave forget the cluster before the others forget them: else one could take the VIP unasked. */
export function planRefresh(snapshot: RefreshSnapshot): PlannedOperation<RefreshStep> {
  const { clusterId, members, previous, vips, newNics } = snapshot;
  const drafts: readonly StepDraft<RefreshStep>[] = [
    ...snapshot.leaving.map((host) => forgetDraft(clusterId, host, vips.length > 0)),
    {
      ...noHost("cluster.members", message("step.cluster.members")),
      input: {
        clusterId,
        members,
        previous,
        vips: vips.map(({ id, nics }) => ({ vipId: id, nics: { ...newNics[id], ...nics }, previous: nics })),
      },
    },
    {
      ...noHost("agents.converge", message("step.agents.converge")),
      preview: accountChanges(snapshot).map((text) => ({ kind: "sql", text })),
      isReversible: false,
      input: { clusterId, mayOverrule: snapshot.mayOverrule === true },
    },
  ];
  return {
    steps: drafts.map((draft, ordinal): RefreshStep => ({ ...draft, ordinal })),
    consequences: [
      ...pauseConsequences(snapshot),
      ...(snapshot.mayOverrule === true ? whatIsOverruled(snapshot) : whatIsKept(snapshot)),
      ...(snapshot.letGo ?? []),
    ],
  };
}

/** That the console's configuration comes into force over a newer one. */
function whatIsOverruled({ differences = [] }: RefreshSnapshot): readonly Message[] {
  return differences.length === 0 ? [] : [message("consequence.restored"), ...differences];
}

/** A discovery alone decides nothing about what agents hold otherwise than a restored console. */
function whatIsKept({ differences = [] }: RefreshSnapshot): readonly Message[] {
  return differences.length === 0 ? [] : [message("consequence.restored_kept"), ...differences];
}

/** A host that leaves lets go of its VIPs; one that is paused there is taken by no other. */
function pauseConsequences({ vips, leaving }: RefreshSnapshot): readonly Message[] {
  return vips.flatMap(({ enabled, address, paused }) => {
    const host = leaving.find((one) => one.hostId === paused?.hostId);
    if (host === undefined || !enabled) return [];
    return [message("consequence.pause_left", { address, host: host.name })];
  });
}

/** From where the agents of these members sign in; a new member's admin address is known when it was asked. */
function hostsOfAgents(members: readonly WantedMemberDraft[]): readonly string[] {
  return agentAccountHosts(
    members.map(({ address, facts }) => ({
      address,
      adminAddress: typeof facts.adminAddress === "string" ? facts.adminAddress : null,
    })),
  );
}

/**
 * The SQL that lets the agents of new members sign in, and those of members that left no more. Where there is a VIP, new ones
 * get into its schema too.
 */
function accountChanges({ previous, members, vips }: RefreshSnapshot): readonly string[] {
  const before = hostsOfAgents(previous);
  const after = hostsOfAgents(members);
  const added = after.filter((host) => !before.includes(host));
  const gone = before.filter((host) => !after.includes(host));
  return [
    ...accountStatements("agent", "x", added),
    ...(added.length > 0 && vips.length > 0 ? schemaStatements(added) : []),
    ...dropAccountStatements("agent", gone),
  ].map(({ shown }) => shown);
}

/** The steps that end the management of a cluster: its VIPs, what its agents know, its accounts, and the record of it. */
export type RemoveStep =
  | VipStep
  | PlannedStep<"agent.forget", AgentStepInput>
  | PlannedStep<"account.drop", { readonly clusterId: string }>
  | PlannedStep<"cluster.forget", { readonly clusterId: string }>;

/** What cannot be taken back comes last. */
export function planClusterRemove(snapshot: VipPlanSnapshot): PlannedOperation<RemoveStep> {
  const { wanted } = snapshot;
  const { clusterId, clusterName } = wanted;
  const agentHosts = agentAccountHosts(wanted.hosts.map((host) => host.member));
  const drafts: readonly StepDraft<RemoveStep>[] = [
    // One after the other: of those before it, nobody is told any more.
    ...wanted.vips.flatMap((vip, at) =>
      removeDraftsOf({ ...snapshot, wanted: { ...wanted, vips: wanted.vips.slice(at) } }, vip),
    ),
    ...wanted.hosts.map((host) => forgetDraft(clusterId, host, false)),
    // The removal of the last VIP drops the schema. Without one, an earlier end of management while every server was away
    // may have left it behind.
    ...(wanted.vips.length > 0 ? [] : [schemaDrop(clusterId)]),
    {
      ...noHost("account.drop", message("step.account.drop")),
      preview: accountPurposes
        .flatMap((purpose) => dropAccountStatements(purpose, agentHosts))
        .map(({ shown }) => ({ kind: "sql" as const, text: shown })),
      isReversible: false,
      input: { clusterId },
    },
    {
      ...noHost("cluster.forget", message("step.cluster.forget", { cluster: clusterName })),
      isReversible: false,
      input: { clusterId },
    },
  ];
  return {
    steps: drafts.map((draft, ordinal): RemoveStep => ({ ...draft, ordinal })),
    consequences: [
      ...wanted.vips.flatMap(whatClientsLose),
      ...(wanted.vips.length > 0 ? [message("consequence.schema_dropped")] : []),
      message("consequence.cluster_removed", { cluster: clusterName }),
      ...(snapshot.differences ?? []),
    ],
  };
}

function removeDraftsOf(snapshot: VipPlanSnapshot, vip: Vip): readonly VipDraft[] {
  return vip.provider === "greatdb_ha" ? pluginRemoveDrafts(snapshot, vip) : removeDrafts(snapshot, vip);
}

function forgetDraft(
  clusterId: string,
  host: { readonly hostId: string; readonly name: string },
  isRequired: boolean,
): StepDraft<PlannedStep<"agent.forget", AgentStepInput>> {
  return {
    ...noHost("agent.forget", message("step.agent.forget", { host: host.name })),
    hostId: host.hostId,
    hostName: host.name,
    input: { clusterId, hostId: host.hostId, hostName: host.name, isRequired },
  };
}

function noHost<C extends string>(
  code: C,
  title: PlannedStep["title"],
): Omit<PlannedStep<C>, "ordinal" | "input"> {
  return { code, hostId: null, hostName: null, title, preview: [], isReversible: true };
}
