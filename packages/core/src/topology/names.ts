import { withPort } from "@primacy/contract";
import type { KnownMember, TopologySnapshot } from "./snapshot";

/** The name by which people know a member: its host's, else its address. */
export function memberName(snapshot: Pick<TopologySnapshot, "hosts">, member: KnownMember): string {
  const host = snapshot.hosts.find((one) => one.hostId === member.hostId);
  return host?.name ?? withPort(member.address, member.port);
}

/** Orders names as people count: db2 before db10. */
export function compareNames(a: string, b: string): number {
  const pad = (text: string): string => text.toLowerCase().replaceAll(/\d+/g, (run) => run.padStart(12, "0"));
  const [first, second] = [pad(a), pad(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
