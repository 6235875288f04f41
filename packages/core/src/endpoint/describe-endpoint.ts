import {
  type EndpointHealth,
  type EndpointLook,
  type EndpointServer,
  type EndpointState,
  type EndpointWay,
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
  const told = state === "moving" || state === "wrong" ? tellWrong(endpoint, look, servers[0]) : null;
  return {
    state,
    tone: tones[state],
    servers: state === "off" ? [] : servers,
    loginMs: look?.sight.kind === "reached" ? look.sight.loginMs : null,
    ageMs,
    isStale,
    finding:
      state === "silent" && look?.sight.kind === "silent" ? look.sight.reason : (told?.finding ?? null),
    advice: state === "wrong" ? (told?.advice ?? null) : null,
  };
}

function stateOf({ isOff }: ListedEndpoint, look: EndpointLook | null): EndpointState {
  if (isOff) return "off";
  if (look === null) return "unknown";
  if (look.sight.kind === "silent") return "silent";
  if (look.wrongForMs === null) return "right";
  return look.wrongForMs >= settledAfterMs ? "wrong" : "moving";
}

interface Told {
  readonly finding: Message;
  readonly advice: Message;
}

function tellWrong(
  endpoint: ListedEndpoint,
  look: EndpointLook | null,
  server: EndpointServer | undefined,
): Told | null {
  const { name, address, port } = endpoint;
  const place = withPort(address, port);
  const params = { endpoint: place, address: place, member: name };
  if (look?.sight.kind === "stranger") {
    const { reason } = look.sight;
    return {
      finding: messageWith("endpoint.unverified", params, { reason }),
      advice: message("endpoint.advice.stranger", params),
    };
  }
  const wrong = server === undefined ? null : findWrong(endpoint, server);
  if (wrong === null || server === undefined) return null;
  return {
    finding: message(`endpoint.${wrong}`, { ...params, server: server.name }),
    advice: message(`endpoint.advice.${adviceOf(wrong, endpoint.way)}`, params),
  };
}

type Advice = "stranger" | "member" | "write_vip" | "haproxy" | "router" | "custom" | "read_only";

function adviceOf(wrong: WrongServer, way: EndpointWay): Advice {
  switch (wrong) {
    case "stranger":
      return "stranger";
    case "other_member":
      return "member";
    case "read_only":
      return "read_only";
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
