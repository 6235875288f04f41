import { type MeasuredServer, type MeasuredSystem, ServerVariable } from "@primacy/contract";
import type { HostMachine } from "@primacy/contract/agent";

/** What is told of servers and hosts, besides the variables, in the order in which it is shown. */
export const machineFacts = ["kernel", "processors", "memory"] as const;

/** What is told: of every member its version, its variables and its host, and of the load host what it is made of. */
export type SystemFactName =
  | { readonly of: "server"; readonly name: "version" | ServerVariable }
  | { readonly of: "host" | "load"; readonly name: (typeof machineFacts)[number] };

/** What some members have in common; null: they could not be asked. */
export interface FactReading {
  /** The names of their hosts; empty where it is the load host's. */
  readonly names: readonly string[];
  /** Bytes are numbers. */
  readonly value: string | number | null;
}

/** One fact, with a reading for each value that it has. */
export interface SystemFact {
  readonly fact: SystemFactName;
  readonly readings: readonly FactReading[];
}

const byteVariables: readonly string[] = [
  "innodb_buffer_pool_size",
  "innodb_redo_log_capacity",
  "innodb_log_buffer_size",
] satisfies ServerVariable[];

/**
 * The servers and hosts of a benchmark, fact by fact. Members with the same value stand together, the primary's first; a variable
 * that no server has is left out.
 */
export function listSystemFacts({ servers, loadMachine }: MeasuredSystem): readonly SystemFact[] {
  const inOrder = [...servers].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  const names = ["version", ...ServerVariable.options] as const;
  const ofServers = names.map(
    (name): SystemFact => ({
      fact: { of: "server", name },
      readings: group(inOrder, (one) => readSetting(one, name)),
    }),
  );
  const ofHosts = machineFacts.map(
    (name): SystemFact => ({
      fact: { of: "host", name },
      readings: group(inOrder, ({ machine }) => readMachine(machine, name)),
    }),
  );
  const ofLoad = machineFacts.map(
    (name): SystemFact => ({
      fact: { of: "load", name },
      readings: [{ names: [], value: readMachine(loadMachine, name) }],
    }),
  );
  return [...ofServers, ...ofHosts, ...ofLoad].filter(({ readings }) => readings.length > 0);
}

/** Undefined: the server has no such variable. Of one that was silent, the version alone says so: 26 times would hide the rest. */
function readSetting(
  { server }: MeasuredServer,
  name: "version" | ServerVariable,
): FactReading["value"] | undefined {
  if (name === "version") return server?.version ?? null;
  const text = server?.variables[name];
  return text !== undefined && byteVariables.includes(name) && /^\d+$/.test(text) ? Number(text) : text;
}

function readMachine(machine: HostMachine | null, name: (typeof machineFacts)[number]): FactReading["value"] {
  if (machine === null) return null;
  switch (name) {
    case "kernel":
      return machine.kernel;
    case "processors":
      return machine.cpuModel === null ? String(machine.cpus) : `${machine.cpus} × ${machine.cpuModel}`;
    case "memory":
      return machine.memoryBytes;
    default:
      return name satisfies never;
  }
}

function group(
  servers: readonly MeasuredServer[],
  read: (server: MeasuredServer) => FactReading["value"] | undefined,
): readonly FactReading[] {
  const groups = new Map<FactReading["value"], string[]>();
  for (const server of servers) {
    const value = read(server);
    if (value === undefined) continue;
    groups.set(value, [...(groups.get(value) ?? []), server.name]);
  }
  return [...groups].map(([value, names]) => ({ names, value }));
}
