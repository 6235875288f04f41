import type { EndpointLook, MemberRole, Message } from "@primacy/contract";
import { isRightServer } from "./judge-server";
import { keyOfEndpoint, type ListedEndpoint } from "./list-endpoints";

/** Whoever answers at an endpoint, as it says itself. */
export interface SeenServer {
  readonly serverUuid: string;
  readonly hostName: string;
  readonly isReadOnly: boolean;
  /** From where it saw the console come. */
  readonly from: string | null;
}

/** One look through an endpoint. */
export type EndpointView =
  | { readonly kind: "reached"; readonly server: SeenServer; readonly loginMs: number }
  | { readonly kind: "unverified"; readonly reason: Message; readonly isAuthorityKnown: boolean }
  | { readonly kind: "silent"; readonly reason: Message };

/** A member as its group has it now. */
export interface SeatedMember {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly role: MemberRole | null;
  readonly isAway: boolean;
}

/** How long a server counts as one that a port leads to after it answered there last. */
const keepServerMs = 60_000;

/**
 * What is kept after another look. `before` is what was kept, `elapsedMs` ago. The servers of earlier looks stay for a minute, as
 * a port for reads takes turns; they go at once where this look finds what is wrong, or nobody.
 */
export function keepLook(
  endpoint: ListedEndpoint,
  view: EndpointView,
  members: readonly SeatedMember[],
  before: EndpointLook | null,
  elapsedMs: number,
): EndpointLook {
  const key = keyOfEndpoint(endpoint.ref);
  const wasWrongForMs = before?.wrongForMs ?? null;
  const wrongForMs = wasWrongForMs === null ? 0 : wasWrongForMs + elapsedMs;
  if (view.kind !== "reached") return { key, sight: view, ageMs: 0, servers: [], wrongForMs: null };
  const server = seat(endpoint, view.server, members);
  const isRight = isRightServer(endpoint, server);
  const earlier = isRight && takesTurns(endpoint) ? (before?.servers ?? []) : [];
  const others = earlier
    .map((one) => ({ ...one, ageMs: one.ageMs + elapsedMs }))
    .filter((one) => one.serverUuid !== server.serverUuid && one.ageMs <= keepServerMs)
    // Nobody has seen one there since its role changed.
    .filter((one) => members.some(({ memberId, role }) => memberId === one.memberId && role === one.role));
  return {
    key,
    sight: { kind: "reached", loginMs: view.loginMs },
    ageMs: 0,
    servers: [server, ...others],
    wrongForMs: isRight ? null : wrongForMs,
  };
}

/** True where each connection may lead to another server. */
export function takesTurns({ ref, purpose }: ListedEndpoint): boolean {
  return purpose !== "write" && (ref.kind === "proxy" || ref.kind === "custom");
}

function seat(
  { proxyHosts }: ListedEndpoint,
  { serverUuid, hostName, isReadOnly, from }: SeenServer,
  members: readonly SeatedMember[],
): EndpointLook["servers"][number] {
  const uuid = serverUuid.toLowerCase();
  const member = members.find((one) => one.serverUuid.toLowerCase() === uuid);
  return {
    memberId: member?.memberId ?? null,
    name: member?.name ?? hostName,
    serverUuid: uuid,
    hostName,
    role: member?.role ?? null,
    isReadOnly,
    isAway: member?.isAway ?? false,
    through: proxyHosts.length === 0 ? null : (proxyHosts.find((one) => isAt(one, from))?.name ?? from),
    ageMs: 0,
  };
}

/** A server that resolves names says the name of the host instead of its address. */
function isAt(
  { name, address }: { readonly name: string; readonly address: string },
  from: string | null,
): boolean {
  return from === address || from === name;
}
