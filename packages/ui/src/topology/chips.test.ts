import { describe, expect, it } from "vitest";
import { findChipPlace, isBlind, shapeOf, toneOfShelf } from "./chips";
import { CHIP } from "./geometry";
import { layoutTopology } from "./layout";
import type { TopologyCard, TopologyChip, TopologyEntry, TopologyModel } from "./types";

function card(id: string, change: Partial<TopologyCard> = {}): TopologyCard {
  return {
    id,
    title: id,
    treatment: "normal",
    tone: "ok",
    toneLabel: "OK",
    slots: [{ id, label: "Database", title: "SECONDARY", tone: "ok", toneLabel: "ONLINE" }],
    description: id,
    ...change,
  };
}

function chip(cardId: string | null, laneId = "kernel", row = 0): TopologyChip {
  return {
    id: `${laneId}-${row}`,
    laneId,
    cardId,
    row,
    label: "10.77.0.100",
    kind: "address",
    tone: "ok",
    description: "held",
  };
}

function entry(id: string): TopologyEntry {
  return { id, tier: "clients", title: id, tone: "ok", toneLabel: "OK", description: id };
}

const model: TopologyModel = {
  cards: [card("db1"), card("db2"), card("db3")],
  groups: [],
  entries: [entry("clients")],
  lanes: [
    { id: "kernel", label: "Kernel" },
    { id: "wire", label: "Wire" },
  ],
  chips: [chip("db1"), chip("db1", "wire")],
  edges: [],
  shelfLabel: "Nobody",
};

describe("shapeOf", () => {
  it("stays the same when roles, states, ages and holders change, so that nothing jumps", () => {
    const changed: TopologyModel = {
      ...model,
      cards: [
        card("db1", { treatment: "host-dead", tone: "failed" }),
        card("db2", { emphasis: true, age: { label: "12 ms ago", stale: false } }),
        card("db3", { treatment: "stale" }),
      ],
      chips: [chip("db2"), chip(null, "wire")],
      edges: [{ id: "e", sourceId: "clients", targetId: "db2", kind: "access", tone: "ok" }],
    };
    const before = layoutTopology(shapeOf(model));
    const after = layoutTopology(shapeOf(changed));
    expect([...after.cards]).toEqual([...before.cards]);
    expect([...after.entries]).toEqual([...before.entries]);
  });
});

describe("the rows of a lane", () => {
  it("stay the same when the chips of one are gone, so that no card grows or shrinks", () => {
    const lanes = model.lanes.map((lane) => ({ ...lane, rows: 3 }));
    const all = [0, 1, 2].map((row) => chip("db1", "wire", row));
    const heights = [all, all.slice(0, 1), []].map((chips) => {
      const layout = layoutTopology(shapeOf({ ...model, lanes, chips }));
      return layout.cards.get("db1")?.height;
    });
    expect(new Set(heights).size).toBe(1);
  });
});

describe("findChipPlace", () => {
  const layout = layoutTopology(shapeOf(model));

  it("keeps a chip at the same spot of every card, so that a move is a straight line", () => {
    const [first, second] = ["db1", "db3"].map((id) => findChipPlace(layout, chip(id), []));
    const shift = (layout.cards.get("db3")?.x ?? 0) - (layout.cards.get("db1")?.x ?? 0);
    expect(second).toEqual({ x: (first?.x ?? 0) + shift, y: first?.y });
  });

  it("keeps chips of different lanes and rows apart", () => {
    const kernel = findChipPlace(layout, chip("db1"), []);
    const wire = findChipPlace(layout, chip("db1", "wire"), []);
    const second = findChipPlace(layout, chip("db1", "kernel", 1), []);
    expect((wire?.y ?? 0) - (kernel?.y ?? 0)).toBeGreaterThanOrEqual(32);
    expect((second?.y ?? 0) - (kernel?.y ?? 0)).toBeGreaterThanOrEqual(32);
  });

  it("has room on the shelf for an address of each row, apart from each other and above every card", () => {
    for (const rows of [1, 2, 5, 8]) {
      const lanes = model.lanes.map((lane) => ({ ...lane, rows }));
      const lost = Array.from({ length: rows }, (_, row) => chip(null, "kernel", row));
      const { entries } = model;
      for (const clients of [entries, [...entries, entry("readers")]]) {
        const wide = layoutTopology(shapeOf({ ...model, lanes, entries: clients, chips: lost }));
        const places = lost.map((one) => findChipPlace(wide, one, lost));
        expect(new Set(places.map((place) => `${place?.x} ${place?.y}`)).size).toBe(rows);
        for (const place of places) {
          expect((place?.y ?? Number.NaN) + CHIP.height).toBeLessThan(wide.blocksTop);
          expect((place?.x ?? Number.NaN) + CHIP.width).toBeLessThan(wide.width);
          expect(place?.x).toBeGreaterThanOrEqual(0);
        }
        const held = lost.map((one) => ({ ...one, cardId: "db1" }));
        const before = layoutTopology(shapeOf({ ...model, lanes, entries: clients, chips: held }));
        expect([...before.cards]).toEqual([...wide.cards]);
      }
    }
  });

  it("puts what nobody holds on the shelf, outside every card", () => {
    const lost = [chip(null), chip(null, "wire")];
    const places = lost.map((one) => findChipPlace(layout, one, lost));
    expect(new Set(places.map((place) => place?.y)).size).toBe(2);
    for (const place of places) {
      expect(place?.y ?? Number.NaN).toBeLessThan(layout.blocksTop);
    }
  });

  it("has no place for a chip of an unknown card", () => {
    expect(findChipPlace(layout, chip("gone"), [])).toBeNull();
  });
});

describe("what cannot be told", () => {
  it("is no failure of the shelf, as long as nothing else stands there", () => {
    const unknown = { ...chip(null), tone: "unknown" as const };
    expect(toneOfShelf([unknown])).toBe("unknown");
    expect(toneOfShelf([unknown, { ...chip(null, "wire"), tone: "failed" }])).toBe("failed");
    expect(toneOfShelf([chip(null)])).toBe("failed");
  });

  it("leaves the lanes of a card empty without saying that nothing is there", () => {
    const blind = (["normal", "stale", "host-dead", "agent-dead", "database-dead"] as const).filter(
      (treatment) => isBlind(card("db1", { treatment })),
    );
    expect(blind).toEqual(["stale", "host-dead", "agent-dead"]);
  });
});
