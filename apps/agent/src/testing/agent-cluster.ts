import { randomUUID } from "node:crypto";
import { defaultVipTimings, type VipTimings } from "@primacy/contract";
import { type AgentDocument, type AgentVip, agentProtocol } from "@primacy/contract/agent";
import { buildGrant } from "@primacy/core/plan";
import { type AgentLab, adminPort, agentAccount } from "./agent-lab";
import { InstalledAgent } from "./installed-agent";
import { createTestAuthority, type KeyPair, signGrant, type TestAuthority } from "./test-authority";
import { waitFor } from "./wait-for";

/** What a test changes of the documents that the cluster's agents get. */
export interface DocumentChange {
  readonly vips?: readonly Omit<AgentVip, "nic">[];
  readonly mayAcquire?: boolean;
  readonly timings?: Partial<VipTimings>;
}

/** Three agents on the database hosts of a lab, and the console that configures them. */
export interface AgentCluster {
  readonly agents: readonly InstalledAgent[];
  readonly authority: TestAuthority;
  readonly console: KeyPair;
  readonly clusterId: string;
  readonly vip: Omit<AgentVip, "nic">;
  /** The document of one agent in the next epoch, or in the given one. */
  planDocument(agent: InstalledAgent, epoch: number, change?: DocumentChange): Promise<AgentDocument>;
  /** Gives every agent the next document, and its account. Throws unless all accept. */
  configure(change?: DocumentChange): Promise<void>;
  /** The agent whose host's kernel has the address; waits for exactly one. */
  getHolder(limitMs?: number): Promise<InstalledAgent>;
  /** An epoch that no document has had. */
  takeEpoch(): number;
  /** Hosts whose kernels have the address now. */
  listHolders(): Promise<InstalledAgent[]>;
  remove(): Promise<void>;
}

/** Installs the built agent on the three database hosts; nothing is configured yet. */
export async function installAgentCluster(agentLab: AgentLab): Promise<AgentCluster> {
  const authority = await createTestAuthority();
  const console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  const agents = agentLab.databases.map((host) => new InstalledAgent(host, randomUUID(), authority, console));
  await Promise.all(agents.map((agent) => agent.install()));
  const clusterId = randomUUID();
  let epoch = 0;
  const vip: Omit<AgentVip, "nic"> = {
    vipId: randomUUID(),
    kind: "write",
    address: agentLab.vip,
    prefixLength: 24,
    ports: [3306],
    maintenance: "none",
  };
  const planDocument = async (
    agent: InstalledAgent,
    wantedEpoch: number,
    change: DocumentChange = {},
  ): Promise<AgentDocument> => {
    const [row] = await agentLab.sql(agent.host, "SELECT @@server_uuid");
    return {
      protocol: agentProtocol,
      clusterId,
      clusterName: "lab",
      epoch: wantedEpoch,
      hostId: agent.hostId,
      hostName: agent.host.name,
      mayAcquire: change.mayAcquire ?? true,
      mysql: {
        serverUuid: row?.[0] ?? "",
        address: agent.host.address,
        port: 3306,
        adminAddress: agent.host.address,
        adminPort,
        user: agentAccount.user,
      },
      peers: agents
        .filter((peer) => peer !== agent)
        .map((peer) => ({
          hostId: peer.hostId,
          name: peer.host.name,
          address: peer.host.address,
          port: 7433,
          macs: [peer.host.mac],
        })),
      vips: (change.vips ?? [vip]).map((wanted) => ({ ...wanted, nic: "eth0", ports: [...wanted.ports] })),
      timings: { ...defaultVipTimings, ...change.timings },
    };
  };
  const listHolders = async (): Promise<InstalledAgent[]> => {
    const held = await Promise.all(
      agents.map(async (agent) => ((await agent.host.isOn()) ? agent.holds(vip.address) : false)),
    );
    return agents.filter((_, position) => held[position] === true);
  };
  return {
    agents,
    authority,
    console,
    clusterId,
    vip,
    planDocument,
    takeEpoch: () => {
      epoch += 1;
      return epoch;
    },
    configure: async (change) => {
      epoch += 1;
      for (const agent of agents) {
        const credential = await agent.call("PUT", "/v2/credential", agentAccount);
        const planned = await planDocument(agent, epoch, change);
        const permit = await agent.call("PUT", "/v2/permit", signGrant(buildGrant(planned), console));
        const document = await agent.call("PUT", "/v2/document", planned);
        if ([credential, permit, document].some(({ status }) => status !== 200)) {
          throw new Error(`${agent.host.name} refused: ${JSON.stringify([credential, permit, document])}`);
        }
      }
    },
    listHolders,
    getHolder: (limitMs = 60_000) =>
      waitFor("exactly one holder", limitMs, async () => {
        const holders = await listHolders();
        return holders.length === 1 ? holders[0] : null;
      }),
    remove: async () => {
      await Promise.all(agents.map((agent) => agent.remove()));
    },
  };
}
