import { HostCondition } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { toneOf, treatmentOf, wordOf } from "./host-treatment";

describe("how a host's card is drawn", () => {
  const rows: readonly (readonly [HostCondition, string, string])[] = [
    ["ok", "normal", "stale"],
    ["agent_dead", "agent-dead", "agent-dead"],
    ["host_dead", "host-dead", "host-dead"],
    ["database_dead", "database-dead", "database-dead"],
    ["no_agent", "agent-dead", "agent-dead"],
    ["agent_outdated", "agent-dead", "agent-dead"],
    ["unknown", "stale", "stale"],
  ];

  it.each(rows)("%s is %s, and %s when what is known is old", (condition, fresh, old) => {
    expect(treatmentOf({ condition, isStale: false })).toBe(fresh);
    expect(treatmentOf({ condition, isStale: true })).toBe(old);
  });

  it("says so of every condition that there is", () => {
    expect(rows.map(([condition]) => condition).sort()).toEqual([...HostCondition.options].sort());
  });

  it("never draws as well what is old, and never hides that something had failed", () => {
    expect(toneOf({ tone: "ok", isStale: false })).toBe("ok");
    expect(toneOf({ tone: "ok", isStale: true })).toBe("unknown");
    expect(toneOf({ tone: "failed", isStale: true })).toBe("failed");
  });
});

describe("the word for a host's state", () => {
  it.each([
    ["ok", "ok", false, "ok"],
    ["ok", "failed", false, "database_trouble"],
    ["ok", "warning", false, "warning"],
    // Where what is known is old, only that it is old is drawn.
    ["ok", "ok", true, "ok"],
    ["agent_dead", "failed", false, "agent_dead"],
    ["database_dead", "failed", false, "database_dead"],
  ] as const)("%s in the tone %s, old: %s, is %s", (condition, tone, isStale, word) => {
    expect(wordOf({ condition, tone, isStale })).toBe(word);
  });
});
