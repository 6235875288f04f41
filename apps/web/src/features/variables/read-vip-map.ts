import type { Cluster, Plan, VariablesReading } from "@primacy/contract";
import {
  findPluginRelease,
  moveReadVips,
  planReadVips,
  readVipMap,
  type VipMapSight,
} from "@primacy/core/greatdb-ha";
import { toPlan } from "@primacy/core/operation";

/** The plugin's map of addresses as a reading has it. */
export interface ShownMap {
  /** The primary, which alone has a map that counts. */
  readonly memberId: string;
  readonly name: string;
  readonly sight: VipMapSight;
}

/** What a member of the map has, for a table. */
export interface MapRow {
  readonly uuid: string;
  /** Null: it is no member that the console knows. */
  readonly memberId: string | null;
  readonly name: string;
  readonly hasWriteVip: boolean;
  readonly readVips: readonly string[];
}

/** A read VIP with the member that is to have it. */
export interface ReadVipMove {
  readonly address: string;
  readonly memberId: string;
}

type KnownMembers = Pick<Cluster, "id" | "members">;

/** The map of the primary; null where none was read, or its plugin has none. */
export function findShownMap({ members, groups }: VariablesReading): ShownMap | null {
  const place = members.findIndex(({ role }) => role === "PRIMARY");
  const primary = members[place];
  if (primary === undefined) return null;
  const rows = groups.flatMap((one) => one.rows);
  const values = Object.fromEntries(rows.map(({ name, cells }) => [name, cells[place]?.value ?? ""]));
  const release = findPluginRelease(values.version ?? "", values.version_comment ?? "");
  const sight = readVipMap(values, release);
  return sight === null ? null : { memberId: primary.memberId, name: primary.name, sight };
}

/** The members of a map in its order, by the names that people know. */
export function listMapRows({ sight }: ShownMap, { members }: KnownMembers): readonly MapRow[] {
  return [...sight.map].map(([uuid, addresses]) => {
    const member = members.find(({ serverUuid }) => serverUuid.toLowerCase() === uuid);
    return {
      uuid,
      memberId: member?.id ?? null,
      name: member?.hostName ?? member?.address ?? uuid,
      hasWriteVip: addresses.includes(sight.writeVip),
      readVips: addresses.filter((address) => address !== sight.writeVip),
    };
  });
}

/** The plan that the worker will make of a move, if nothing has changed until then; without steps where nothing would move. */
export function planMove(shown: ShownMap, cluster: KnownMembers, { address, memberId }: ReadVipMove): Plan {
  const member = cluster.members.find(({ id }) => id === memberId);
  const primary = cluster.members.find(({ id }) => id === shown.memberId);
  const next = moveReadVips(shown.sight, [{ address, serverUuid: member?.serverUuid ?? "" }]);
  if (!("text" in next)) return { steps: [], consequences: [] };
  const hostName = member?.hostName ?? member?.address ?? "-";
  return toPlan(
    planReadVips({
      clusterId: cluster.id,
      primary: { memberId: shown.memberId, hostId: primary?.hostId ?? null, hostName: shown.name },
      text: next.text,
      targets: [{ address, hostId: member?.hostId ?? null, hostName }],
    }),
  );
}
