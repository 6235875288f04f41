import {
  type EndpointHealth,
  type EndpointLook,
  type EndpointServer,
  type EndpointState,
  type EndpointWay,
  findWithin,
  type MeasuredEndpoint,
  type Message,
  message,
  messageWith,
  type Tone,
  withPort,
} from "@primacy/contract";
import { findWrong, type WrongServer } from "./judge-server";
import { keyOfEndpoint, type ListedEndpoint } from "./list-endpoints";

/** Past this age a look says nothing of now. */
export const staleLookMs = 60_000;
/** An endpoint that is seen to lead wrong for so long is not on its way any more. */
export const settledAfterMs = 1_500;

const tones: Readonly<Record<EndpointState, Tone>> = {
  right: "ok",
  moving: "busy",
  wrong: "failed",
  unverified: "warning",
  silent: "failed",
  off: "unknown",
  unknown: "unknown",
};

/** The looks as they were stored, and how long ago that was. */
export interface StoredLooks {
  readonly looks: readonly EndpointLook[];
  readonly elapsedMs: number;
}

/** The endpoints with how each is now. `stored` null: nobody has looked yet. */
export function measureEndpoints(
  endpoints: readonly ListedEndpoint[],
  stored: StoredLooks | null,
): readonly MeasuredEndpoint[] {
  return endpoints.map((endpoint) => {
    const { ref, way, name, address, port, purpose, customId } = endpoint;
    const look = stored?.looks.find(({ key }) => key === keyOfEndpoint(ref)) ?? null;
    const health = describeEndpoint(endpoint, look, stored?.elapsedMs ?? 0);
    return { ref, way, name, address, port, purpose, customId, health };
  });
}

/** How an endpoint is, by what was kept of it `elapsedMs` ago. */
export function describeEndpoint(
  endpoint: ListedEndpoint,
  look: EndpointLook | null,
  elapsedMs: number,
): EndpointHealth {
  const ageMs = look === null ? null : look.ageMs + elapsedMs;
  const isStale = ageMs !== null && ageMs > staleLookMs;
  const state = stateOf(endpoint, isStale ? null : look);
  const servers = (look?.servers ?? []).map((one) => ({ ...one, ageMs: one.ageMs + elapsedMs }));
  const told = tell(endpoint, state, look, servers[0]);
  return {
    state,
    tone: state === "wrong" && isOld(endpoint, servers[0]) ? "warning" : tones[state],
    servers: state === "off" ? [] : servers,
    loginMs: look?.sight.kind === "reached" ? look.sight.loginMs : null,
    ageMs,
    isStale,
    finding: told?.finding ?? null,
    advice: told?.advice ?? null,
    metadata: isStale || state === "off" ? null : (look?.metadata ?? null),
  };
}

function stateOf({ isOff, stoppedBy }: ListedEndpoint, look: EndpointLook | null): EndpointState {
  if (isOff) return "off";
  if (look === null) return "unknown";
  // One that answers all the same, as after a restart of its host, is as it answers.
  if (stoppedBy !== undefined && look.sight.kind === "silent") return "off";
  if (look.sight.kind !== "reached") return look.sight.kind;
  if (look.wrongForMs === null) return "right";
  return look.wrongForMs >= settledAfterMs ? "wrong" : "moving";
}

/** Reads are served there, of what may be old. */
function isOld(endpoint: ListedEndpoint, server: EndpointServer | undefined): boolean {
  return server !== undefined && findWrong(endpoint, server) === "away";
}

interface Told {
  readonly finding: Message;
  readonly advice: Message | null;
}

function tell(
  endpoint: ListedEndpoint,
  state: EndpointState,
  look: EndpointLook | null,
  server: EndpointServer | undefined,
): Told | null {
  const sight = look?.sight;
  if (state === "off" && endpoint.stoppedBy !== undefined) {
    const finding = message("endpoint.stopped", { who: endpoint.stoppedBy });
    return { finding, advice: message("endpoint.advice.stopped") };
  }
  if (state === "silent" && sight?.kind === "silent") return { finding: sight.reason, advice: null };
  if (state === "unverified" && sight?.kind === "unverified") return tellUnverified(endpoint, sight);
  if (server === undefined || (state !== "moving" && state !== "wrong")) return null;
  const told = tellWrong(endpoint, server);
  // What may be on its way needs nobody.
  return told === null || state === "wrong" ? told : { ...told, advice: null };
}

function tellUnverified(
  { ref, address, port }: ListedEndpoint,
  { reason, isAuthorityKnown }: Extract<EndpointLook["sight"], { kind: "unverified" }>,
): Told {
  // What was said of the certificate; the text around it is of a member's own address.
  const said = findWithin(reason.params, "reason") ?? reason;
  const place = withPort(address, port);
  const unknown = ref.kind === "custom" ? "own_certificate" : "certificate";
  return {
    finding: messageWith("endpoint.unverified", { endpoint: place }, { reason: said }),
    advice: message(`endpoint.advice.${isAuthorityKnown ? unknown : "no_authority"}`, { address: place }),
  };
}

function tellWrong(endpoint: ListedEndpoint, server: EndpointServer): Told | null {
  const wrong = findWrong(endpoint, server);
  if (wrong === null) return null;
  const { name, address, port } = endpoint;
  const place = withPort(address, port);
  const params = { endpoint: place, address: place, member: name, server: server.name };
  return {
    finding: message(`endpoint.${wrong}`, params),
    advice: message(`endpoint.advice.${adviceOf(wrong, endpoint.way)}`, params),
  };
}

type Advice = "stranger" | "member" | "write_vip" | "haproxy" | "router" | "custom" | "read_only" | "away";

function adviceOf(wrong: WrongServer, way: EndpointWay): Advice {
  switch (wrong) {
    case "stranger":
      return "stranger";
    case "other_member":
      return "member";
    case "read_only":
    case "away":
      return wrong;
    case "secondary":
      return advices[way];
  }
}

/** What to do where writes end at a secondary. */
const advices: Readonly<Record<EndpointWay, Advice>> = {
  direct: "member",
  write_vip: "write_vip",
  read_vip: "write_vip",
  haproxy_write: "haproxy",
  haproxy_read: "haproxy",
  router_write: "router",
  router_read: "router",
  router_split: "router",
  custom: "custom",
};
