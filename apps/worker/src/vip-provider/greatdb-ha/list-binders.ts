import { variablePrefix } from "@primacy/core/greatdb-ha";
import type { WantedHost } from "@primacy/core/plan";
import type { AccountContext } from "../../cluster-record/administrator";
import { loadCluster } from "../../cluster-record/load-cluster";
import { onPluginServer, readPluginVariables } from "./plugin-server";

/** The hosts whose server's plugin is set to an address, also switched off, or whose server does not say. Throws only where it is cancelled. */
export async function listBinders(
  context: AccountContext,
  { clusterId, address }: { readonly clusterId: string; readonly address: string },
  signal: AbortSignal,
): Promise<readonly WantedHost[]> {
  const { wanted } = await loadCluster(context.worker.db, clusterId);
  const set = await Promise.all(
    wanted.hosts.map(async ({ name: hostName, member }) => {
      const place = { clusterId, memberId: member.memberId, hostName };
      try {
        const variables = await onPluginServer(context, place, signal, (connection) =>
          readPluginVariables(connection, { signal }),
        );
        return variables[`${variablePrefix}mgr_vip_ip`] ?? "";
      } catch {
        signal.throwIfAborted();
        return null;
      }
    }),
  );
  return wanted.hosts.filter((_, index) => set[index] === null || set[index] === address);
}
