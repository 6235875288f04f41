import type { Host } from "@primacy/contract";

/** A host that the load may come from. */
export interface LoadHost {
  readonly id: string;
  readonly name: string;
  /** Whose server it runs: nobody's, one of another cluster, one of this. */
  readonly place: "free" | "elsewhere" | "here";
  readonly operator: "running" | "off" | "silent" | "unknown" | "agentless";
}

const placeOrder: Readonly<Record<LoadHost["place"], number>> = { free: 0, elsewhere: 1, here: 2 };

/** The hosts, first those without a member: load and server would share a member's processors. */
export function listLoadHosts(
  hosts: readonly Pick<Host, "id" | "name" | "clusterIds" | "operator" | "agentState">[],
  clusterId: string,
): readonly LoadHost[] {
  const isRunning = ({ operator }: LoadHost): number => (operator === "running" ? 0 : 1);
  return hosts
    .map((host): LoadHost => {
      const { id, name, clusterIds } = host;
      const place = clusterIds.length === 0 ? "free" : clusterIds.includes(clusterId) ? "here" : "elsewhere";
      return { id, name, place, operator: operatorOf(host) };
    })
    .sort(
      (a, b) =>
        placeOrder[a.place] - placeOrder[b.place] ||
        isRunning(a) - isRunning(b) ||
        a.name.localeCompare(b.name),
    );
}

/** What an agent said of its operator that is silent now is old, whatever it was. */
function operatorOf({ agentState, operator }: Pick<Host, "agentState" | "operator">): LoadHost["operator"] {
  if (agentState === "none") return "agentless";
  return agentState === "answering" ? (operator?.state ?? "unknown") : "unknown";
}

/** The host that is proposed: the first that can start the load as it is; null where there is none. */
export function findProposed(hosts: readonly LoadHost[]): string | null {
  return hosts.find(({ operator }) => operator === "running")?.id ?? null;
}
