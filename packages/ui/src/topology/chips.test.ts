import { describe, expect, it } from "vitest";
import { findChipPlace, isBlind, shapeOf, toneOfShelf } from "./chips";
import { layoutTopology } from "./layout";
import type { TopologyCard, TopologyChip, TopologyModel } from "./types";

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

const model: TopologyModel = {
  cards: [card("db1"), card("db2"), card("db3")],
  groups: [],
  entries: [
    { id: "clients", tier: "clients", title: "Clients", tone: "ok", toneLabel: "OK", description: "Clients" },
  ],
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
