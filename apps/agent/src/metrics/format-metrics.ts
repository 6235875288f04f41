import { VipAgentState } from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import type { VipLoop } from "../vip/vip-loop";

/** What an agent knows of one of its clusters; the first part tells of the agent itself too. */
export interface MeasuredPart {
  readonly status: AgentStatus;
  readonly loops: readonly VipLoop[];
}

/** The agent's figures as Prometheus text. */
export function formatMetrics(parts: readonly [MeasuredPart, ...MeasuredPart[]]): string {
  const [{ status }] = parts;
  const statuses = parts.map((part) => part.status);
  const vips = statuses.flatMap((one) => one.vips);
  const lines: string[] = [];
  const put = (name: string, help: string, kind: "gauge" | "counter", samples: readonly Sample[]): void => {
    if (samples.length > 0) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
      lines.push(...samples.map(([labels, value]) => `${name}${formatLabels(labels)} ${value}`));
    }
  };
  put("primacy_agent_info", "The running agent.", "gauge", [[{ version: status.agentVersion }, 1]]);
  put(
    "primacy_agent_epoch",
    "Epoch of the document in force.",
    "gauge",
    ofEach(statuses, (one) => one.epoch),
  );
  put("primacy_agent_resident_bytes", "Resident memory of the agent's process.", "gauge", [
    [{}, status.residentBytes],
  ]);
  put("primacy_agent_certificate_expiry_timestamp_seconds", "When the certificate expires.", "gauge", [
    [{}, Date.parse(status.certificateExpiresAt ?? "") / 1000],
  ]);
  put("primacy_agent_reset_gate", "1 while the reset gate works.", "gauge", [
    [{}, status.hasRstGate ? 1 : 0],
  ]);
  put(
    "primacy_mysql_up",
    "1 while the local server answers.",
    "gauge",
    ofEach(statuses, ({ mysql }) => (mysql.reach === "up" ? 1 : 0)),
  );
  put(
    "primacy_mysql_primary",
    "1 while the local server says that it is primary.",
    "gauge",
    ofEach(statuses, ({ mysql }) => (mysql.memberRole === "PRIMARY" ? 1 : 0)),
  );
  put(
    "primacy_mysql_apply_queue",
    "Transactions that wait to be applied.",
    "gauge",
    ofEach(statuses, ({ mysql }) => mysql.applyQueue),
  );
  put(
    "primacy_vip_bound",
    "1 while the address is in this host's kernel.",
    "gauge",
    vips.map((vip) => [{ address: vip.address }, vip.isBound ? 1 : 0]),
  );
  put(
    "primacy_vip_draining",
    "1 while this host refuses new connections to the address that it holds.",
    "gauge",
    vips.map((vip) => [{ address: vip.address }, vip.draining === undefined ? 0 : 1]),
  );
  put(
    "primacy_vip_state",
    "1 for the state that the address is in on this host.",
    "gauge",
    vips.flatMap((vip) =>
      VipAgentState.options.map(
        (state): Sample => [{ address: vip.address, state }, vip.state === state ? 1 : 0],
      ),
    ),
  );
  put(
    "primacy_vip_evidence_age_seconds",
    "Age of the newest proof that this member is primary.",
    "gauge",
    vips.flatMap((vip): Sample[] =>
      vip.evidenceAgeMs === null ? [] : [[{ address: vip.address }, vip.evidenceAgeMs / 1000]],
    ),
  );
  put(
    "primacy_vip_acquisitions_total",
    "How often this agent took the address since it started.",
    "counter",
    parts
      .flatMap(({ loops }) => loops)
      .map((loop) => [{ address: loop.state.config.target.address }, loop.acquisitions]),
  );
  put(
    "primacy_agent_vip_wire_owners",
    "Machines that have the address as this host sees it: itself, and whoever answers its questions.",
    "gauge",
    statuses.flatMap(countOwners),
  );
  put(
    "primacy_peer_agent_up",
    "1 while the peer's agent answers.",
    "gauge",
    listPeers(statuses).map((peer) => [{ peer: peer.hostId }, peer.isAgentAnswering === true ? 1 : 0]),
  );
  return `${lines.join("\n")}\n`;
}

/** An answer past this age says nothing of the present. */
const wireMaxAgeMs = 5000;

/** Addresses that this host did not ask for lately have no sample: what is unknown is not 0. */
function countOwners({ vips, wire, clock }: AgentStatus): Sample[] {
  const addresses = new Set([...vips.map((vip) => vip.address), ...wire.map((answer) => answer.address)]);
  return [...addresses].flatMap((address): Sample[] => {
    const own = vips.find((vip) => vip.address === address);
    const answer = wire.find((one) => one.address === address);
    const isFresh = answer !== undefined && clock.monotonicMs - answer.askedMonotonicMs <= wireMaxAgeMs;
    if (own?.state !== "HOLDING")
      return isFresh
        ? [[{ address }, answer.macs.length + (own !== undefined && hasAddress(own) ? 1 : 0)]]
        : [];
    const contest = own.contest?.endedMonotonicMs === null ? own.contest.macs.length : 0;
    return [[{ address }, 1 + contest]];
  });
}

/** Also where somebody else put it: it answers on the wire all the same, and no host hears itself. */
function hasAddress({ isBound, reasons }: AgentStatus["vips"][number]): boolean {
  return isBound || reasons.some(({ code }) => code === "reason.foreign_address");
}

type Sample = readonly [Readonly<Record<string, string>>, number];

/** One sample of each cluster that the host is in; of a host that is in none, one without a name. */
function ofEach(
  statuses: readonly AgentStatus[],
  read: (status: AgentStatus) => number | null,
): readonly Sample[] {
  return statuses.flatMap((status): Sample[] => {
    const value = read(status);
    const { clusterId } = status;
    return value === null ? [] : [[clusterId === null ? {} : { cluster: clusterId }, value]];
  });
}

/** A host may be a peer in several clusters; its agent is one. */
function listPeers(statuses: readonly AgentStatus[]): AgentStatus["peers"] {
  const peers = new Map<string, AgentStatus["peers"][number]>();
  for (const peer of statuses.flatMap((status) => status.peers)) {
    if (peers.get(peer.hostId)?.isAgentAnswering !== true) {
      peers.set(peer.hostId, peer);
    }
  }
  return [...peers.values()];
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", " ")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
