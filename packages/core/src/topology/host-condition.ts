import { type HostCondition, type Message, message, messageWith, quote } from "@primacy/contract";
import { freshSight } from "./fresh-sight";
import { tellServerError } from "./read-server-error";
import { findAsked, tellAsked } from "./server-reach";
import { type AgentSight, hearsayMaxAgeMs, type KnownHost, type TopologySnapshot } from "./snapshot";

/** How a host is, with the evidence that tells it from what it is not. */
export interface JudgedHost {
  readonly condition: HostCondition;
  readonly evidence: readonly Message[];
  /** Whether its SSH port answers the console; null where that was not asked, which it is only where its agent is silent. */
  readonly isSshReachable: boolean | null;
}

/** What the peers and the console say of a host whose agent is silent. */
interface Hearsay {
  readonly answeredTo: readonly string[];
  readonly silentTo: readonly string[];
  readonly agentAnswersTo: readonly string[];
  readonly isSshReachable: boolean | null;
}

/**
 * Tells dead hosts, agents and databases apart. Database dead: its own agent says so. Agent dead: the host answers
 * ARP or SSH, the agent does not. Host dead: no peer that asked got an ARP answer, and SSH fails. Without evidence
 * for either, it is unknown.
 */
export function judgeHost(snapshot: TopologySnapshot, host: KnownHost): JudgedHost {
  const heard = hearsayOf(snapshot, host.hostId);
  const { isSshReachable } = heard;
  if (host.agentState === "outdated") return { condition: "agent_outdated", evidence: [], isSshReachable };
  const sight = freshSight(snapshot, host.hostId);
  return {
    ...(sight === null ? judgeByHearsay(snapshot, host, heard) : judgeByAgent(snapshot, host, sight)),
    isSshReachable,
  };
}

type Condition = Pick<JudgedHost, "condition" | "evidence">;

function judgeByHearsay(snapshot: TopologySnapshot, host: KnownHost, heard: Hearsay): Condition {
  const isAlive = heard.answeredTo.length > 0 || heard.isSshReachable === true;
  const isDead = heard.isSshReachable === false && heard.answeredTo.length === 0 && heard.silentTo.length > 0;
  // Of a host that is gone it goes without saying that its servers do not answer.
  const evidence = [...evidenceOf(heard), ...(isDead ? [] : askedEvidence(snapshot, host))];
  if (host.agentState === "none" || host.agentState === "installing" || host.agentState === "removing")
    return { condition: isDead ? "host_dead" : "no_agent", evidence };
  if (heard.agentAnswersTo.length > 0) {
    const peers = heard.agentAnswersTo.join(", ");
    return { condition: "unknown", evidence: [message("topology.agent_cut_off", { peers }), ...evidence] };
  }
  if (isAlive) return { condition: "agent_dead", evidence };
  return { condition: isDead ? "host_dead" : "unknown", evidence };
}

/** A silent agent on a host whose server answers is another trouble than a host on which nothing does. */
function askedEvidence(snapshot: TopologySnapshot, host: KnownHost): readonly Message[] {
  return membersOf(snapshot, host).flatMap((member) => {
    const asked = findAsked(snapshot, member);
    return asked === null ? [] : [tellAsked(asked, member)];
  });
}

function membersOf({ members }: TopologySnapshot, { hostId }: KnownHost): TopologySnapshot["members"] {
  return members.filter((member) => member.hostId === hostId);
}

function judgeByAgent(snapshot: TopologySnapshot, host: KnownHost, { status }: AgentSight): Condition {
  switch (status.mysql.reach) {
    case "up": {
      const { error } = status.mysql;
      return {
        condition: "ok",
        evidence: error === null ? [] : [messageWith("topology.database_unreadable", {}, { error })],
      };
    }
    case "denied":
      return {
        condition: "ok",
        evidence: [messageWith("topology.database_denied", {}, { error: status.mysql.error ?? quote("-") })],
      };
    case "down":
      return {
        condition: "database_dead",
        evidence: [tellDown(snapshot, host, status.mysql.error ?? quote("-"))],
      };
    case "unconfigured":
      return judgeByServer(snapshot, host);
  }
}

function tellDown(snapshot: TopologySnapshot, host: KnownHost, error: Message): Message {
  const [server = { address: host.address, port: 3306 }] = membersOf(snapshot, host);
  return messageWith("topology.database_down", {}, { error: tellServerError(error, server) ?? error });
}

/** An agent without a document looks at no database, so the watcher's own question decides. */
function judgeByServer(snapshot: TopologySnapshot, host: KnownHost): Condition {
  const asked = membersOf(snapshot, host).flatMap((member) => {
    const one = findAsked(snapshot, member);
    return one === null ? [] : [{ one, member }];
  });
  const isDown = asked.length > 0 && asked.every(({ one }) => !one.isAnswering);
  return isDown
    ? { condition: "database_dead", evidence: asked.map(({ one, member }) => tellAsked(one, member)) }
    : { condition: "ok", evidence: [] };
}

function hearsayOf(snapshot: TopologySnapshot, hostId: string): Hearsay {
  const said = snapshot.agents.flatMap((sight) => {
    const fresh = sight.hostId === hostId ? null : freshSight(snapshot, sight.hostId);
    const peer = fresh?.status.peers.find((one) => one.hostId === hostId);
    if (fresh === null || peer === undefined) return [];
    const name = snapshot.hosts.find((host) => host.hostId === sight.hostId)?.name ?? sight.hostId;
    const ageOf = (askedMonotonicMs: number | null): number =>
      askedMonotonicMs === null
        ? Number.POSITIVE_INFINITY
        : snapshot.nowMs - fresh.receivedAtMs + fresh.status.clock.monotonicMs - askedMonotonicMs;
    const isHostFresh = ageOf(peer.hostAskedMonotonicMs) <= hearsayMaxAgeMs;
    const isAgentFresh = ageOf(peer.agentAskedMonotonicMs) <= hearsayMaxAgeMs;
    return [
      {
        name,
        isHostAnswering: isHostFresh ? peer.isHostAnswering : null,
        isAgentAnswering: isAgentFresh ? peer.isAgentAnswering : null,
      },
    ];
  });
  const ssh = snapshot.ssh.find((one) => one.hostId === hostId);
  return {
    answeredTo: said.filter((one) => one.isHostAnswering === true).map((one) => one.name),
    silentTo: said.filter((one) => one.isHostAnswering === false).map((one) => one.name),
    agentAnswersTo: said.filter((one) => one.isAgentAnswering === true).map((one) => one.name),
    isSshReachable:
      ssh !== undefined && snapshot.nowMs - ssh.askedAtMs <= 2 * hearsayMaxAgeMs ? ssh.isReachable : null,
  };
}

function evidenceOf(heard: Hearsay): readonly Message[] {
  const ssh =
    heard.isSshReachable === null
      ? []
      : [message(heard.isSshReachable ? "topology.ssh_answers" : "topology.ssh_silent")];
  return [
    ...(heard.answeredTo.length > 0
      ? [message("topology.arp_answers", { peers: heard.answeredTo.join(", ") })]
      : []),
    ...(heard.silentTo.length > 0
      ? [message("topology.arp_silent", { peers: heard.silentTo.join(", ") })]
      : []),
    ...ssh,
  ];
}
