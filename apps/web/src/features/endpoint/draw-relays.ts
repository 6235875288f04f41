import type { EndpointWay, MeasuredEndpoint, Tone, Topology } from "@primacy/contract";
import type { TopologyEdge, TopologyEntry, TopologyModel } from "@primacy/ui/topology";
import { joinSentences } from "../../client/sentences";
import { cardId } from "../topology/topology-model";
import type { EndpointWords } from "./endpoint-words";

/** The kinds of proxies that are drawn, each in its colour. */
type RelayKind = "haproxy" | "router";

/** A proxy with its ports. */
export interface Relay {
  readonly proxyId: string;
  readonly kind: RelayKind;
  readonly ways: readonly MeasuredEndpoint[];
}

const kinds: Readonly<Partial<Record<EndpointWay, RelayKind>>> = {
  haproxy_write: "haproxy",
  haproxy_read: "haproxy",
  router_write: "router",
  router_read: "router",
  router_split: "router",
};

/** The proxies among the endpoints, in their order. */
export function listRelays(endpoints: readonly MeasuredEndpoint[]): readonly Relay[] {
  const found = new Map<string, Relay>();
  for (const endpoint of endpoints) {
    const { ref, way } = endpoint;
    const kind = kinds[way];
    if (ref.kind !== "proxy" || kind === undefined) continue;
    const known = found.get(ref.proxyId);
    found.set(ref.proxyId, { proxyId: ref.proxyId, kind, ways: [...(known?.ways ?? []), endpoint] });
  }
  return [...found.values()];
}

/** What names a proxy in the picture. */
export function relayId({ proxyId }: Pick<Relay, "proxyId">): string {
  return `proxy:${proxyId}`;
}

/**
 * Puts the proxies between the clients and the hosts, each with lines to the servers that it was last seen to lead to: writes in
 * full, reads light. What nobody knows has no line.
 */
export function drawRelays(
  model: TopologyModel,
  endpoints: readonly MeasuredEndpoint[],
  topology: Pick<Topology, "hosts">,
  words: EndpointWords,
): TopologyModel {
  const relays = listRelays(endpoints);
  if (relays.length === 0) return model;
  const [clients] = model.entries;
  const lines = relays.flatMap((relay) => toLines(relay, topology));
  return {
    ...model,
    entries: [
      ...model.entries.map((one) => (one.isSelectable === false ? toWayIn(one, relays, words) : one)),
      ...relays.map((relay) => toEntry(relay, words)),
    ],
    cards: model.cards.map((card) => ({
      ...card,
      description: joinSentences([
        card.description,
        ...relays.flatMap((relay) => tellCard(relay, lines, card.id, words)),
      ]),
    })),
    edges: [
      // Below the others, where they leave the clients together.
      ...relays.flatMap((relay) => (clients === undefined ? [] : [toClientLine(relay, clients.id)])),
      ...model.edges,
      ...lines,
    ],
  };
}

/** Clients come through proxies where there is no VIP: as well as the best port of them leads. */
function toWayIn(entry: TopologyEntry, relays: readonly Relay[], { t, texts }: EndpointWords): TopologyEntry {
  const subtitle = t("clientsRelay");
  const description = [entry.title, subtitle].join(texts.marks.clause);
  const tone = relays
    .flatMap(({ ways }) => ways.map(({ health }) => health.tone))
    .reduce((one, other) => (ranks[other] < ranks[one] ? other : one), "failed");
  return { ...entry, subtitle, tone, toneLabel: texts.tone(tone), description };
}

function toEntry(relay: Relay, words: EndpointWords): TopologyEntry {
  const { kind, ways } = relay;
  const { t, texts } = words;
  const tone = toneOfRelay(relay);
  return {
    id: relayId(relay),
    tier: "relay",
    title: t(`relay.${kind}`),
    subtitle: placeOfRelay(relay, words),
    tone,
    toneLabel: texts.tone(tone),
    description: joinSentences(ways.map((way) => tellWay(way, words))),
  };
}

/** Its address, and the host that led there last. */
export function placeOfRelay({ ways }: Relay, { t }: EndpointWords): string {
  const [first] = ways;
  const place = first?.address ?? "";
  const host = ways.flatMap(({ health }) => health.servers[0]?.through ?? [])[0];
  if (host !== undefined) return t("relayVia", { place, host });
  return first === undefined || first.name === place ? place : t("relayVia", { place, host: first.name });
}

const ranks: Readonly<Record<Tone, number>> = { failed: 4, warning: 3, busy: 2, unknown: 1, ok: 0 };

/** The worst of its ports. */
export function toneOfRelay({ ways }: Relay): Tone {
  return ways
    .map(({ health }) => health.tone)
    .reduce((one, other) => (ranks[other] > ranks[one] ? other : one), "ok");
}

function tellWay(endpoint: MeasuredEndpoint, { t, texts }: EndpointWords): string {
  const { ref, health } = endpoint;
  const { state, finding, servers } = health;
  const port = String(endpoint.port);
  const way = ref.kind === "proxy" ? ref.way : "write";
  if ((state === "wrong" || state === "unverified") && finding !== null) return texts.message(finding);
  if (state === "silent" && finding !== null)
    return joinSentences([t(`relayNowhere.${way}`, { port }), texts.message(finding)]);
  if (state === "unknown" || servers.length === 0) return t("relayUnknown", { port });
  const names = servers.map(({ name, role }) => (role === null ? name : `${name} ${role}`));
  return t(`relayWay.${way}`, { port, servers: names.join(texts.marks.name) });
}

function toClientLine(relay: Relay, sourceId: string): TopologyEdge {
  const tone = toneOfRelay(relay);
  return {
    id: `way-in:${relay.proxyId}`,
    sourceId,
    targetId: relayId(relay),
    kind: "access",
    tone: tone === "busy" ? "ok" : tone,
  };
}

/** One line to each card, however many ports lead there: in full where writes are among them. */
function toLines(relay: Relay, { hosts }: Pick<Topology, "hosts">): readonly TopologyEdge[] {
  const lines = new Map<string, TopologyEdge>();
  // Writes come last, and so win.
  const ways = relay.ways.toSorted((one, other) => weightOf(one) - weightOf(other));
  for (const way of ways) {
    for (const { memberId } of way.health.servers) {
      const host = hosts.find(({ members }) => members.some((one) => one.memberId === memberId));
      if (host === undefined) continue;
      const targetId = cardId(host);
      const { tone } = way.health;
      const isLight = weightOf(way) === 0;
      lines.set(targetId, {
        id: `relay:${relay.proxyId}:${targetId}`,
        sourceId: relayId(relay),
        targetId,
        kind: "access",
        tone,
        series: relay.kind,
        ...(isLight ? { isLight } : {}),
      });
    }
  }
  // What is loud lies above what is light.
  return [...lines.values()].toSorted(
    (one, other) => Number(other.isLight ?? false) - Number(one.isLight ?? false),
  );
}

function weightOf({ purpose }: MeasuredEndpoint): number {
  return purpose === "write" ? 1 : 0;
}

function tellCard(
  relay: Relay,
  lines: readonly TopologyEdge[],
  targetId: string,
  { t }: EndpointWords,
): readonly string[] {
  const line = lines.find((one) => one.sourceId === relayId(relay) && one.targetId === targetId);
  if (line === undefined) return [];
  return [t(`relayLeads.${line.isLight === true ? "read" : "write"}`, { relay: t(`relay.${relay.kind}`) })];
}
