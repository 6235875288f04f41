import { type DiscoveredMember, familyOf, type Message, message, withPort } from "@primacy/contract";
import { isLoopback } from "../check/server-rules";
import type { GroupView } from "./group-view";
import { type JudgedMember, judgeGroup } from "./judge-group";

/** The oldest server that has all that is used here. */
export const oldestServerVersion = "8.0.30";

/** A host that the console knows, with every address that it was seen to have. */
export interface KnownHostAddresses {
  readonly hostId: string;
  readonly name: string;
  readonly addresses: readonly string[];
}

/** What the seed said, and what the console knows. */
export interface DiscoverySnapshot {
  readonly seed: { readonly address: string; readonly port: number; readonly user: string };
  readonly version: string;
  readonly groupName: string;
  readonly view: GroupView;
  /** What the members' names resolve to, by name. */
  readonly resolved: Readonly<Record<string, readonly string[]>>;
  readonly hosts: readonly KnownHostAddresses[];
  /** The cluster that has this group already. */
  readonly registeredAs: { readonly clusterId: string; readonly name: string } | null;
  readonly hasAccounts: boolean;
  /** Privileges that the account lacks; empty when it has all. */
  readonly missingPrivileges: readonly string[];
}

/** A discovered member with the address to keep. */
export interface MatchedMember extends DiscoveredMember {
  readonly address: string;
}

/** What was discovered. Registration is refused while there is any `blocking` reason. */
export interface JudgedDiscovery {
  readonly groupName: string;
  readonly isSinglePrimary: boolean;
  readonly hasMajority: boolean;
  readonly primaryUuid: string | null;
  readonly members: readonly MatchedMember[];
  readonly problems: readonly Message[];
  readonly blocking: readonly Message[];
}

/**
 * Judges a group as its seed describes it: matches each member to a known host by address (or by name where the
 * group knows it by name), and says what does not match and what stands against registering it.
 */
export function judgeDiscovery(snapshot: DiscoverySnapshot): JudgedDiscovery {
  const group = judgeGroup([snapshot.view]);
  const listed = group.members.filter((member) => member.state !== null);
  const matches = listed.map((member) => ({ member, hosts: matchingHosts(snapshot, member) }));
  const members = matches.map(({ member, hosts }) => {
    const [host] = hosts;
    const single = hosts.length === 1 ? host : undefined;
    const sharing = matches.find(
      (other) =>
        other.member.serverUuid !== member.serverUuid &&
        single !== undefined &&
        other.hosts.length === 1 &&
        other.hosts[0]?.hostId === single.hostId,
    );
    return {
      serverUuid: member.serverUuid,
      reportHost: member.host,
      port: member.port,
      state: member.state ?? "OFFLINE",
      role: member.role ?? "",
      version: member.version ?? "",
      hostId: single?.hostId ?? null,
      hostName: single?.name ?? null,
      address: addressOf(snapshot, member, single),
      problems: memberProblems(member, hosts, sharing?.member),
    };
  });
  const blocking = blockingReasons(snapshot, group.hasMajority === true, group, listed.length);
  return {
    groupName: snapshot.groupName,
    isSinglePrimary: group.isSinglePrimary === true,
    hasMajority: group.hasMajority === true,
    primaryUuid: group.primaryUuid,
    members,
    blocking,
    problems: [
      ...blocking,
      ...(group.isSinglePrimary === true ? [] : [message("discovery.multi_primary")]),
      ...(snapshot.hasAccounts && snapshot.registeredAs === null
        ? [message("discovery.accounts_exist")]
        : []),
    ],
  };
}

function blockingReasons(
  snapshot: DiscoverySnapshot,
  hasMajority: boolean,
  group: { readonly onlineCount: number; readonly primaryUuids: readonly string[] },
  total: number,
): readonly Message[] {
  const { seed, version, registeredAs, missingPrivileges } = snapshot;
  const address = withPort(seed.address, seed.port);
  return [
    ...(isOlder(version, oldestServerVersion)
      ? [message("discovery.too_old", { address, version, minimum: oldestServerVersion })]
      : []),
    ...(registeredAs === null ? [] : [message("discovery.registered", { cluster: registeredAs.name })]),
    ...(hasMajority ? [] : [message("discovery.no_majority", { online: group.onlineCount, total })]),
    ...(hasMajority && group.primaryUuids.length === 0 ? [message("discovery.no_primary")] : []),
    ...(missingPrivileges.length === 0
      ? []
      : [
          message("discovery.missing_privileges", { user: seed.user, missing: missingPrivileges.join(", ") }),
        ]),
  ];
}

function matchingHosts(snapshot: DiscoverySnapshot, member: JudgedMember): readonly KnownHostAddresses[] {
  const candidates = new Set([member.host, ...(snapshot.resolved[member.host] ?? [])]);
  const byAddress = snapshot.hosts.filter((host) => host.addresses.some((one) => candidates.has(one)));
  if (byAddress.length > 0 || familyOf(member.host) !== null) return byAddress;
  return snapshot.hosts.filter((host) => host.name.toLowerCase() === member.host.toLowerCase());
}

/** An address that both console and agent can use: the announced one where it is an address, else the matched host's. */
function addressOf(
  snapshot: DiscoverySnapshot,
  member: JudgedMember,
  host: KnownHostAddresses | undefined,
): string {
  if (familyOf(member.host) !== null) return member.host;
  const resolved = snapshot.resolved[member.host] ?? [];
  return (
    resolved.find((one) => host?.addresses.includes(one) === true) ??
    host?.addresses[0] ??
    resolved[0] ??
    member.host
  );
}

function memberProblems(
  member: JudgedMember,
  hosts: readonly KnownHostAddresses[],
  sharing: JudgedMember | undefined,
): Message[] {
  const address = member.host;
  return [
    ...(isLoopback(address) ? [message("discovery.member_loopback", { address })] : []),
    ...(hosts.length === 0 ? [message("discovery.member_unmatched", { address })] : []),
    ...(hosts.length > 1
      ? [message("discovery.member_ambiguous", { hosts: hosts.map((one) => one.name).join(", ") })]
      : []),
    ...(sharing === undefined
      ? []
      : [message("discovery.member_shares_host", { member: withPort(sharing.host, sharing.port) })]),
    ...(member.state === "ONLINE"
      ? []
      : [message("discovery.member_not_online", { state: member.state ?? "OFFLINE" })]),
  ];
}

/** Compares dotted versions, whatever follows them. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (/^[\d.]+/.exec(text)?.[0] ?? "0").split(".").map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
