import { listAddresses, type ProblemDetail, problemDetail } from "@primacy/contract";
import type { ReleaseSight } from "./version-rules";
import { isFrom } from "./version-rules";

/** Which server, by its UUID, has which addresses, as the plugin's variable `vip_tope` shows and takes it. */
export type VipMap = ReadonlyMap<string, readonly string[]>;

/** What the primary's plugin says that a new map has to fit. */
export interface VipMapSight {
  readonly map: VipMap;
  readonly writeVip: string;
  readonly readVips: readonly string[];
  /** The longest text that its release takes. */
  readonly limit: number;
}

/** A read VIP that is to be on another server. */
export interface VipMove {
  readonly address: string;
  readonly serverUuid: string;
}

/** The map of `uuid::address,address;uuid::`; null where the text is none. */
export function parseVipMap(text: string): VipMap | null {
  const parts = text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const read = parts.map((part) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*::(.*)$/i.exec(part));
  if (read.length === 0 || read.includes(null)) return null;
  return new Map(
    read.flatMap((found) => {
      const [, uuid = "", list = ""] = found ?? [];
      return [[uuid.toLowerCase(), listAddresses(list)] as const];
    }),
  );
}

/** The text that the plugin takes for it. */
export function formatVipMap(map: VipMap): string {
  return [...map].map(([uuid, addresses]) => `${uuid}::${addresses.join(",")}`).join(";");
}

/** What the variables of a server's plugin say of its map, by their names; null where it has none, as on a secondary that was never told. */
export function readVipMap(
  variables: Readonly<Record<string, string>>,
  release: ReleaseSight,
): VipMapSight | null {
  const map = parseVipMap(variables.greatdb_ha_vip_tope ?? "");
  if (map === null || release.kind === "none") return null;
  return {
    map,
    writeVip: variables.greatdb_ha_mgr_vip_ip ?? "",
    readVips: listAddresses(variables.greatdb_ha_mgr_read_vip_ips ?? ""),
    limit: (isFrom(release.release, "8.4.4-4") ? 2048 : 1024) - 1,
  };
}

/**
 * The map with these read VIPs moved, or every reason against it, each at its place in the order's `moves`. The plugin takes no map that
 * moves the write VIP, adds or leaves out a member, or has another address.
 */
export function moveReadVips(
  { map, writeVip, readVips, limit }: VipMapSight,
  moves: readonly VipMove[],
): { readonly text: string; readonly moved: readonly string[] } | readonly ProblemDetail[] {
  const problems = moves.flatMap(({ address, serverUuid }, at): ProblemDetail[] => [
    ...judgeAddress(address, at),
    ...(map.has(serverUuid.toLowerCase())
      ? []
      : [problemDetail(`/moves/${at}/memberId`, "read_vip_no_member")]),
  ]);
  function judgeAddress(address: string, at: number): ProblemDetail[] {
    const path = `/moves/${at}/address`;
    if (address === writeVip) return [problemDetail(path, "read_vip_is_write", { address })];
    if (!readVips.includes(address)) return [problemDetail(path, "read_vip_unknown", { address })];
    const isAgain = moves.slice(0, at).some((one) => one.address === address);
    return isAgain ? [problemDetail(path, "read_vip_twice", { address })] : [];
  }
  if (problems.length > 0) return problems;
  const targets = new Map(moves.map(({ address, serverUuid }) => [address, serverUuid.toLowerCase()]));
  const moved = [...targets].flatMap(([address, uuid]) =>
    map.get(uuid)?.includes(address) === true ? [] : [address],
  );
  if (moved.length === 0) return [problemDetail("/moves", "read_vips_nothing")];
  const next = new Map(
    [...map].map(([uuid, addresses]) => [
      uuid,
      [
        ...addresses.filter((address) => (targets.get(address) ?? uuid) === uuid),
        ...moved.filter((address) => targets.get(address) === uuid),
      ],
    ]),
  );
  const text = formatVipMap(next);
  return text.length > limit
    ? [problemDetail("/moves", "read_vips_long", { length: text.length, limit })]
    : { text, moved };
}
