import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AgentCluster, installAgentCluster } from "../testing/agent-cluster";
import { useAgentLab } from "../testing/agent-lab";
import { waitFor } from "../testing/wait-for";

const getLab = useAgentLab();

describe("holding the address in a group", () => {
  let cluster: AgentCluster;

  beforeAll(async () => {
    cluster = await installAgentCluster(getLab());
    await cluster.configure();
  }, 180_000);
  afterAll(async () => {
    await cluster.remove();
  }, 60_000);

  test("the primary's host takes the address, by proof of both peers, and says why", async () => {
    const holder = await cluster.getHolder(30_000);
    expect(holder.host.name).toBe((await getLab().getPrimary()).name);
    const [vip] = (await holder.getStatus()).vips;
    expect(vip).toMatchObject({ state: "HOLDING", isBound: true, isGateOpen: true });
    expect(vip?.lastProofs.map(({ proof }) => proof)).toEqual(["R1", "R1"]);
    const [why] = await holder.getWhy();
    expect(why).toMatchObject({ isHolding: true });
  });

  test("a planned switchover moves it", async () => {
    const before = await cluster.getHolder();
    const target = await getLab().getSecondary();
    const [row] = await getLab().sql(target, "SELECT @@server_uuid");
    await getLab().sql(before.host, `SELECT group_replication_set_as_primary('${row?.[0]}')`);
    await waitFor("the address moved", 10_000, async () => {
      const holders = await cluster.listHolders();
      return holders.length === 1 && holders[0]?.host.name === target.name;
    });
  });
});
