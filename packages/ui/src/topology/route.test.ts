import { describe, expect, it } from "vitest";
import type { Point, Rect } from "./geometry";
import { layoutTopology } from "./layout";
import { findRoute, roundedPath } from "./route";
import type { TopologyEdge } from "./types";

const NUMBERS = /-?[\d.]+/g;

/** The corners of a path; a rounded corner counts by its control point. */
function cornersOf(path: string): Point[] {
  return [...path.matchAll(/([MLQ])([^MLQ]*)/g)].map(([, , figures]) => {
    const [x = Number.NaN, y = Number.NaN] = (figures?.match(NUMBERS) ?? []).map(Number);
    return { x, y };
  });
}

function crosses(from: Point, to: Point, card: Rect): boolean {
  const left = Math.min(from.x, to.x);
  const right = Math.max(from.x, to.x);
  const top = Math.min(from.y, to.y);
  const bottom = Math.max(from.y, to.y);
  return left < card.x + card.width && right > card.x && top < card.y + card.height && bottom > card.y;
}

function layoutOf(cards: number, groups: number): ReturnType<typeof layoutTopology> {
  const ids = Array.from({ length: groups }, (_, index) => ({ id: `g${index}`, label: `site ${index}` }));
  return layoutTopology({
    cards: Array.from({ length: cards }, (_, index) => {
      const group = ids[Math.floor((index * groups) / cards)];
      return { id: `h${index}`, ...(group === undefined ? {} : { groupId: group.id }) };
    }),
    groups: ids,
    entries: [
      { id: "clients", tier: "clients" },
      { id: "px1", tier: "relay" },
      { id: "px2", tier: "relay" },
    ],
    slotRows: 1,
    laneRows: [{ id: "kernel", rows: 1 }],
  });
}

describe("findRoute", () => {
  it.each([
    [3, 0],
    [9, 0],
    [9, 2],
    [7, 3],
  ])("leads no line across any of %d cards in %d groups, whoever is primary", (cards, groups) => {
    const layout = layoutOf(cards, groups);
    const ids = [...layout.cards.keys()];
    for (const targetId of ids) {
      const sources = [...ids.filter((id) => id !== targetId), "px1", "px2"];
      for (const sourceId of sources) {
        const kind = layout.cards.has(sourceId) ? "replication" : "access";
        const route = findRoute(layout, { id: "e", sourceId, targetId, kind, tone: "ok" });
        const corners = cornersOf(route?.path ?? "");
        expect(corners.length).toBeGreaterThan(1);
        for (const [index, corner] of corners.entries()) {
          const next = corners[index + 1];
          if (next === undefined) continue;
          expect([...layout.cards.values()].filter((card) => crosses(corner, next, card))).toEqual([]);
        }
      }
    }
  });

  it.each([
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 3],
  ])("leads no line of %d kinds of clients across any of %d relays", (clients, relays) => {
    const named = (tier: "clients" | "relay", count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `${tier}${index}`, tier }));
    const layout = layoutTopology({
      cards: ["h0", "h1", "h2"].map((id) => ({ id })),
      groups: [],
      entries: [...named("clients", clients), ...named("relay", relays)],
      slotRows: 1,
      laneRows: [{ id: "kernel", rows: 1 }],
    });
    const boxes = [...layout.entries.values()].filter(({ tier }) => tier === "relay");
    for (const { id: sourceId } of named("clients", clients))
      for (const targetId of ["h0", "h1", "h2"]) {
        const route = findRoute(layout, { id: "e", sourceId, targetId, kind: "access", tone: "ok" });
        const corners = cornersOf(route?.path ?? "");
        expect(corners.length).toBeGreaterThan(3);
        for (const [index, corner] of corners.entries())
          expect(boxes.filter((box) => crosses(corner, corners[index + 1] ?? corner, box))).toEqual([]);
      }
  });

  it("gives lines from different entries to one card different ends, that do not move when others come or go", () => {
    const layout = layoutOf(3, 0);
    const end = (sourceId: string): number | undefined =>
      findRoute(layout, { id: sourceId, sourceId, targetId: "h1", kind: "access", tone: "ok" })?.end.x;
    expect(new Set(["clients", "px1", "px2"].map(end)).size).toBe(3);
  });

  it("finds no way from or to what is not in the picture", () => {
    const layout = layoutOf(3, 0);
    const edge: TopologyEdge = { id: "e", sourceId: "h0", targetId: "gone", kind: "replication", tone: "ok" };
    expect(findRoute(layout, edge)).toBeNull();
    expect(findRoute(layout, { ...edge, sourceId: "gone", targetId: "h0", kind: "access" })).toBeNull();
  });
});

describe("roundedPath", () => {
  it("rounds a corner no further than half its shorter side", () => {
    expect(
      roundedPath([
        { x: 0, y: 0 },
        { x: 0, y: 4 },
        { x: 50, y: 4 },
      ]),
    ).toBe("M0 0L0 2Q0 4 2 4L50 4");
  });
});
