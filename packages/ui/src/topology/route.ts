import { LANE, type Point, type Rect } from "./geometry";
import type { CardPlace, EntryPlace, TopologyLayout } from "./layout";
import type { TopologyEdge } from "./types";

/** A line with rounded corners, and where its label stands. */
export interface EdgeRoute {
  readonly path: string;
  /** The end, for an arrow that points up (replication) or down (access). */
  readonly end: Point;
  readonly endDirection: "up" | "down";
  readonly labelAt: Point;
}

/** Finds the way of one line around the cards; null where one of its ends is not in the picture. */
export function findRoute(layout: TopologyLayout, edge: TopologyEdge): EdgeRoute | null {
  if (edge.kind === "replication") {
    const source = layout.cards.get(edge.sourceId);
    const target = layout.cards.get(edge.targetId);
    return source === undefined || target === undefined ? null : routeReplication(source, target);
  }
  const source = layout.entries.get(edge.sourceId);
  const target = layout.cards.get(edge.targetId);
  if (source === undefined) return null;
  if (target !== undefined) return routeAccess(layout, source, target);
  const relay = layout.entries.get(edge.targetId);
  return relay === undefined ? null : routeToRelay(source, relay);
}

/** Out of the bottom, along the lane below the row, up into the bottom: never across a card. */
function routeReplication(source: CardPlace, target: CardPlace): EdgeRoute {
  const from = centre(source);
  const to = centre(target);
  const sourceLane = bottom(source) + LANE.below;
  const targetLane = bottom(target) + LANE.below;
  const trunk = target.x - LANE.trunk;
  const way: Point[] = [
    { x: from, y: bottom(source) },
    { x: from, y: sourceLane },
    ...(sourceLane === targetLane
      ? []
      : [
          { x: trunk, y: sourceLane },
          { x: trunk, y: targetLane },
        ]),
    { x: to, y: targetLane },
    { x: to, y: bottom(target) },
  ];
  return {
    path: roundedPath(way),
    end: { x: to, y: bottom(target) },
    endDirection: "up",
    labelAt: { x: to, y: bottom(target) + LANE.label },
  };
}

/** Down from the way in, beside the relays; to a lower row beside the card's right edge and in from above. */
function routeAccess(layout: TopologyLayout, source: EntryPlace, target: CardPlace): EdgeRoute {
  // Lines from neighbours run beside each other: the shift depends on where they come from, not on how many there are.
  const shift = (source.order - (source.entryCount - 1) / 2) * 12;
  const from = centre(source);
  const to = centre(target) + shift;
  const lane = layout.blocksTop - LANE.entry - (source.order - (source.entryCount - 1) / 2) * 8;
  const rowLane = target.y - LANE.above;
  const channel = findChannel(layout, source, from);
  const bypass = bottom(source) + LANE.bypass + source.order * 6;
  const trunk = target.x + target.width + LANE.trunk;
  const way: Point[] = [
    { x: from, y: bottom(source) },
    ...(channel === from
      ? []
      : [
          { x: from, y: bypass },
          { x: channel, y: bypass },
        ]),
    { x: channel, y: lane },
    ...(target.row === 0
      ? []
      : [
          { x: trunk, y: lane },
          { x: trunk, y: rowLane },
        ]),
    { x: to, y: target.row === 0 ? lane : rowLane },
    { x: to, y: target.y },
  ];
  return {
    path: roundedPath(way),
    end: { x: to, y: target.y },
    endDirection: "down",
    labelAt: { x: channel, y: lane - LANE.label },
  };
}

/** Where a line of clients passes the relays: straight down where none stands in its way, or else through the nearest gap. */
function findChannel(layout: TopologyLayout, source: EntryPlace, from: number): number {
  const relays = [...layout.entries.values()].filter(({ tier }) => tier === "relay");
  const isFree = (x: number): boolean =>
    relays.every((one) => x < one.x - LANE.beside || x > one.x + one.width + LANE.beside);
  if (source.tier === "relay" || isFree(from)) return from;
  const beside = relays.flatMap((one) => [one.x - LANE.trunk, one.x + one.width + LANE.trunk]);
  const open = beside.filter((x) => x > 0 && isFree(x));
  const nearest = open.toSorted((one, other) => Math.abs(one - from) - Math.abs(other - from))[0] ?? from;
  // Those of several clients run beside each other.
  return nearest + (source.order - (source.entryCount - relays.length - 1) / 2) * 6;
}

function routeToRelay(source: EntryPlace, relay: EntryPlace): EdgeRoute {
  const from = centre(source);
  const to = centre(relay);
  const lane = relay.y - LANE.entry;
  const way = [
    { x: from, y: bottom(source) },
    { x: from, y: lane },
    { x: to, y: lane },
    { x: to, y: relay.y },
  ];
  return {
    path: roundedPath(way),
    end: { x: to, y: relay.y },
    endDirection: "down",
    labelAt: { x: to, y: lane },
  };
}

function centre(rect: Rect): number {
  return rect.x + rect.width / 2;
}

function bottom(rect: Rect): number {
  return rect.y + rect.height;
}

/** An SVG path along right angles with rounded corners; repeated points and straight runs are fine. */
export function roundedPath(points: readonly Point[], radius = 8): string {
  const parts: string[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    const after = points[index + 1];
    if (before === undefined) parts.push(`M${point.x} ${point.y}`);
    else if (after === undefined) parts.push(`L${point.x} ${point.y}`);
    else {
      const turn = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2);
      const enter = towards(point, before, turn);
      const leave = towards(point, after, turn);
      parts.push(`L${enter.x} ${enter.y}`, `Q${point.x} ${point.y} ${leave.x} ${leave.y}`);
    }
  }
  return parts.join("");
}

function distance(one: Point, other: Point): number {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}

function towards(from: Point, to: Point, length: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * length, y: from.y + Math.sign(to.y - from.y) * length };
}
