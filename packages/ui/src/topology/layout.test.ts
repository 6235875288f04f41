import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rect } from "./geometry";
import { countColumns, layoutTopology, type TopologyLayout, type TopologyShape } from "./layout";

function shapeWith(cards: number, groups = 0, relays = 0): TopologyShape {
  const groupIds = Array.from({ length: groups }, (_, index) => ({
    id: `g${index}`,
    label: `site ${index}`,
  }));
  return {
    cards: Array.from({ length: cards }, (_, index) => {
      const group = groupIds[Math.floor((index * groups) / cards)];
      return {
        id: `host-${index}`,
        ...(group === undefined ? {} : { groupId: group.id }),
      };
    }),
    groups: groupIds,
    entries: [
      { id: "clients", tier: "clients" },
      ...Array.from({ length: relays }, (_, index) => ({
        id: `px${index}`,
        tier: "relay" as const,
      })),
    ],
    slotRows: 1,
    laneRows: [
      { id: "kernel", rows: 1 },
      { id: "wire", rows: 1 },
    ],
  };
}

function overlap(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function toPlain(layout: TopologyLayout): unknown {
  const sorted = (map: ReadonlyMap<string, unknown>): unknown[] =>
    [...map].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...layout,
    cards: sorted(layout.cards),
    groups: sorted(layout.groups),
    entries: sorted(layout.entries),
    laneTops: sorted(layout.laneTops),
  };
}

const anyShape = fc
  .record({
    cards: fc.integer({ min: 1, max: 16 }),
    groups: fc.integer({ min: 0, max: 3 }),
    relays: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ cards, groups, relays }) => shapeWith(cards, Math.min(groups, cards), relays));

describe("layoutTopology", () => {
  it("gives every card, group and entry a place of its own, inside the picture", () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        const layout = layoutTopology(shape);
        const places = [...layout.cards.values(), ...layout.entries.values()];
        expect(layout.cards.size).toBe(shape.cards.length);
        expect(layout.entries.size).toBe(shape.entries.length);
        for (const [index, place] of places.entries()) {
          expect(places.slice(index + 1).some((other) => overlap(place, other))).toBe(false);
          expect(place.x).toBeGreaterThanOrEqual(0);
          expect(place.y).toBeGreaterThanOrEqual(0);
          expect(place.x + place.width).toBeLessThanOrEqual(layout.width);
          expect(place.y + place.height).toBeLessThanOrEqual(layout.height);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("stands cards in the order in which they are given, whatever they are called, and says the same each time", () => {
    const shape = shapeWith(9);
    const order = ["host-8", "host-0", "host-5", "host-1", "host-2", "host-3", "host-4", "host-6", "host-7"];
    const cards = order.map((id) => ({ id }));
    const layout = layoutTopology({ ...shape, cards });
    expect([...layout.cards.keys()]).toEqual(order);
    const places = [...layout.cards.values()];
    const sorted = [...places].sort((one, other) => one.y - other.y || one.x - other.x);
    expect(places).toEqual(sorted);
    expect(toPlain(layoutTopology({ ...shape, cards }))).toEqual(toPlain(layout));
  });

  it("keeps the cards of a group inside its box, and boxes apart", () => {
    const shape = shapeWith(9, 2, 2);
    const layout = layoutTopology(shape);
    const boxes = [...layout.groups.values()];
    expect(boxes).toHaveLength(2);
    for (const card of shape.cards) {
      const box = layout.groups.get(card.groupId ?? "");
      const place = layout.cards.get(card.id);
      if (box === undefined || place === undefined) throw new Error("missing place");
      expect(place.x).toBeGreaterThan(box.x);
      expect(place.y).toBeGreaterThan(box.y);
      expect(place.x + place.width).toBeLessThan(box.x + box.width);
      expect(place.y + place.height).toBeLessThan(box.y + box.height);
    }
    expect(boxes.some((box, index) => boxes.slice(index + 1).some((other) => overlap(box, other)))).toBe(
      false,
    );
  });

  it("stands three members beside each other, and nine as three rows of three that fit a screen", () => {
    const rowsOf = (count: number): number[] =>
      [...layoutTopology(shapeWith(count)).cards.values()].map(({ row }) => row);
    expect(rowsOf(3)).toEqual([0, 0, 0]);
    expect(rowsOf(9)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect(layoutTopology(shapeWith(9)).width).toBeLessThan(1144);
  });

  it("puts clients above relays and relays above hosts", () => {
    const layout = layoutTopology(shapeWith(3, 0, 2));
    const top = (id: string): number => layout.entries.get(id)?.y ?? Number.NaN;
    expect(top("clients")).toBeLessThan(top("px0"));
    expect(top("px0")).toBe(top("px1"));
    expect(top("px1")).toBeLessThan(layout.cards.get("host-0")?.y ?? Number.NaN);
  });
});

describe("countColumns", () => {
  it.each([
    [3, 1, 3, 3],
    [4, 1, 4, 4],
    [5, 1, 5, 3],
    [9, 1, 9, 3],
    [12, 1, 12, 4],
    [2, 2, 3, 2],
    [5, 2, 9, 2],
    [3, 3, 9, 1],
  ])(
    "stands %d cards of one of %d blocks with %d in all in %d columns",
    (inBlock, blocks, inAll, columns) => {
      expect(countColumns(inBlock, blocks, inAll)).toBe(columns);
    },
  );
});
