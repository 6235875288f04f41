import { withPort } from "@primacy/contract";
import { judgeGroup } from "@primacy/core/cluster";
import { replicationCapabilities } from "@primacy/core/replication";
import { checkSwitchover, planSwitchover } from "@primacy/core/switchover";
import type { QueryOptions, ServerConnection } from "../../mysql/connect-server";
import { StepFailure } from "../../operation/failure";
import type { Discovery, ReplicationAdapter } from "../replication-adapter";
import { findPrimary } from "./find-primary";
import { orderSwitchover } from "./order-switchover";
import { readGroup } from "./read-group";
import { readQueues } from "./read-queues";

/** MySQL Group Replication. */
export const groupReplication: ReplicationAdapter = {
  kind: "group_replication",
  capabilities: replicationCapabilities.group_replication,
  discover,
  observe: readGroup,
  readQueues,
  judge: judgeGroup,
  findPrimary,
  checkSwitchover,
  planSwitchover,
  orderSwitchover,
};

async function discover(server: ServerConnection, options: QueryOptions): Promise<Discovery> {
  const address = withPort(server.server.address, server.server.port);
  const reading = await readGroup(server, options);
  const { groupName } = reading;
  if (groupName === null) throw new StepFailure("discovery.no_plugin", { params: { address } });
  const own = reading.view.members.find((member) => member.serverUuid === reading.serverUuid);
  if (own === undefined || own.state === "OFFLINE" || own.state === "ERROR")
    throw new StepFailure("discovery.not_in_group", { params: { address, state: own?.state ?? "OFFLINE" } });
  return { ...reading, groupName };
}
