import type { HostObservation, NextStartSettings, ObserveRequest } from "@primacy/contract/agent";
import { observeHost } from "../checks/observe-host";
import { readNextStart } from "../checks/read-next-start";
import type { ServiceParts } from "./agent-service";

type LookParts = Pick<ServiceParts, "runtime" | "hands" | "office" | "identity">;

/** Looks at this host for the checks, with the server and the addresses of one cluster. */
export async function observeOwnHost(
  { runtime, hands, office, identity }: LookParts,
  request: ObserveRequest,
): Promise<HostObservation> {
  await runtime.host.read();
  return observeHost(request, {
    look: await office.look(),
    network: runtime.host.latest,
    arp: hands.arp,
    mysql: runtime.mysqlSettings,
    memberHosts: runtime.mysql.members.map((member) => member.host),
    ownAddress: runtime.document?.mysql.address ?? identity().bootstrap.listenAddress,
  });
}

/** What the next start of one cluster's server sets, as its option files and its command line say. */
export async function readOwnNextStart(
  { runtime, office }: Pick<LookParts, "runtime" | "office">,
  variables: readonly string[],
): Promise<NextStartSettings> {
  const { configured } = await office.look();
  return readNextStart(runtime.mysqlSettings, configured, variables);
}
