/** How the members' plugins tell each other who holds an address. */
export type PluginChannel = "none" | "port" | "udf";

/** One release of the plugin, as its source and manual have it. */
export interface PluginRelease {
  /** The server's version with GreatSQL's release, such as `8.0.32-25`. */
  readonly name: string;
  readonly channel: PluginChannel;
  readonly hasReadVips: boolean;
  readonly hasIpv6: boolean;
  /** It lets go of the address where its group has lost the majority. */
  readonly releasesWithoutMajority: boolean;
  /** It speaks with no other release: all members are upgraded together. */
  readonly speaksAlone: boolean;
}

/** Every release of the plugin, the oldest first. */
export const pluginReleases: readonly PluginRelease[] = [
  {
    ...{ name: "8.0.32-24", channel: "none", hasReadVips: false, hasIpv6: false },
    ...{ releasesWithoutMajority: true, speaksAlone: false },
  },
  {
    ...{ name: "8.0.32-25", channel: "port", hasReadVips: true, hasIpv6: false },
    ...{ releasesWithoutMajority: false, speaksAlone: false },
  },
  {
    ...{ name: "8.0.32-26", channel: "port", hasReadVips: true, hasIpv6: true },
    ...{ releasesWithoutMajority: false, speaksAlone: false },
  },
  {
    ...{ name: "8.0.32-27", channel: "port", hasReadVips: true, hasIpv6: true },
    ...{ releasesWithoutMajority: false, speaksAlone: false },
  },
  {
    ...{ name: "8.4.4-4", channel: "port", hasReadVips: true, hasIpv6: true },
    ...{ releasesWithoutMajority: false, speaksAlone: false },
  },
  {
    ...{ name: "8.4.4-5", channel: "udf", hasReadVips: true, hasIpv6: true },
    ...{ releasesWithoutMajority: false, speaksAlone: true },
  },
];

/**
 * What the plugin of a server goes by. `known`: a release of the table. `newer`: GreatSQL's or GreatDB's own, behind or between
 * those of the table. `foreign`: another server, of which only the library itself can say whether it loads. `none`: too old.
 */
export type ReleaseSight =
  | { readonly kind: "known" | "newer" | "foreign"; readonly release: PluginRelease }
  | { readonly kind: "none" };

/** The release whose rules hold for a server; of one that is not in the table those of the release before it. */
export function findPluginRelease(version: string, versionComment: string): ReleaseSight {
  const newest = pluginReleases.at(-1);
  if (newest === undefined) return { kind: "none" };
  if (!/GreatSQL|GreatDB/i.test(versionComment)) return { kind: "foreign", release: newest };
  const own = parseRelease(version);
  if (own === null) return { kind: "none" };
  const before = pluginReleases.findLast(({ name }) => compareReleases(parseRelease(name) ?? [], own) <= 0);
  if (before === undefined) return { kind: "none" };
  const isSame = compareReleases(parseRelease(before.name) ?? [], own) === 0;
  return { kind: isSame ? "known" : "newer", release: before };
}

/** Whether a release is this one of the table or a later one. Throws where the table does not have `since` (a bug). */
export function isFrom(release: PluginRelease, since: string): boolean {
  return indexOf(release.name) >= indexOf(since);
}

function indexOf(name: string): number {
  const index = pluginReleases.findIndex((one) => one.name === name);
  if (index < 0) throw new TypeError(`no release ${name} in the table`);
  return index;
}

/** `8.0.32-25` as its four numbers; null where GreatSQL's own is missing. */
function parseRelease(version: string): readonly number[] | null {
  const found = /^(\d+)\.(\d+)\.(\d+)-(\d+)/.exec(version);
  return found === null ? null : found.slice(1).map(Number);
}

function compareReleases(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0;
    if (one !== other) return one - other;
  }
  return 0;
}
