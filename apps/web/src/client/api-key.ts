import type { CallInput, EndpointName, endpoints } from "@primacy/contract/api";

type Table = typeof endpoints;

/** The key under which a query's answer is cached; the endpoint's name alone stands for all its inputs. */
export function apiKey<N extends EndpointName>(name: N, input?: CallInput<Table[N]>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

/** The key of all clusters together; what makes the list of clusters be asked anew does the same to it. */
export const allClustersKey = ["listClusters", "all"] as const;

/** The same of all hosts. */
export const allHostsKey = ["listHosts", "all"] as const;

/** The key of one operation, which the console's stream writes to as well. */
export function operationKey(id: string | null): readonly unknown[] {
  return ["operation", id];
}

/** The key of the whole log of one operation. */
export function operationLogKey(id: string): readonly unknown[] {
  return ["listOperationLog", "all", id];
}
