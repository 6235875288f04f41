import { type DrillSystem, DrillTiming, DrillVariable } from "@primacy/contract";

/** What is told of the system that a drill was made with: versions first, then what MySQL and the VIP loop call their settings. */
export type DrillSettingName =
  | { readonly of: "primacy" | "agent" | "server" }
  | { readonly of: "variable"; readonly name: DrillVariable }
  | { readonly of: "timing"; readonly name: DrillTiming };

/** One of these, with a reading for each value that it has. */
export interface DrillSetting {
  readonly setting: DrillSettingName;
  /** The servers that have the value in common, none where it is no server's; null: they could not be asked. */
  readonly readings: readonly { readonly names: readonly string[]; readonly value: string | null }[];
}

type Server = DrillSystem["servers"][number];

/** Versions and settings one by one. Servers with the same value stand together; what none of them has is left out. */
export function listDrillSettings({
  primacyVersion,
  servers,
  timings,
}: DrillSystem): readonly DrillSetting[] {
  const all: readonly DrillSetting[] = [
    { setting: { of: "primacy" }, readings: [{ names: [], value: primacyVersion }] },
    { setting: { of: "agent" }, readings: group(servers, ({ agentVersion }) => agentVersion) },
    { setting: { of: "server" }, readings: group(servers, ({ version }) => version) },
    ...DrillVariable.options.map((name) => ({
      setting: { of: "variable", name } as const,
      // Of a server that was silent, its version alone says so.
      readings: group(servers, ({ variables }) => variables[name]),
    })),
    ...DrillTiming.options.map((name) => {
      const value = timings[name];
      const readings = value === undefined ? [] : [{ names: [], value: String(value) }];
      return { setting: { of: "timing", name } as const, readings };
    }),
  ];
  return all.filter(({ readings }) => readings.length > 0);
}

/** Undefined: the server has none. */
function group(
  servers: readonly Server[],
  read: (server: Server) => string | null | undefined,
): DrillSetting["readings"] {
  const groups = new Map<string | null, string[]>();
  for (const server of servers) {
    const value = read(server);
    if (value !== undefined) groups.set(value, [...(groups.get(value) ?? []), server.name]);
  }
  return [...groups].map(([value, names]) => ({ names, value }));
}
