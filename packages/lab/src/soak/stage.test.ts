import { describe, expect, it } from "vitest";
import { judgeSecondAgent } from "./inject-agent";
import { readHealing } from "./stage";

describe("readHealing", () => {
  const roles = { primary: "db1" } as const;

  it("lists what the fault had stopped for good", () => {
    expect(readHealing("starting mysql on db1", ["mysql"], roles)).toBe("asked");
  });

  it("is a violation for any other service that had to be started", () => {
    expect(readHealing("starting mysql on db2", ["mysql"], roles)).toBe("violations");
    expect(readHealing("starting mysql on db1", [], roles)).toBe("violations");
    expect(readHealing("starting ssh on db1", ["mysql"], roles)).toBe("violations");
  });

  it("only tells of what belongs to the ways that are compared", () => {
    expect(readHealing("starting mysqlrouter on px1", [], roles)).toBe("asked");
    expect(readHealing("starting lab-role on db2", [], roles)).toBe("asked");
  });

  it("says nothing of other lines", () => {
    expect(readHealing("db1 is up at 10.93.0.11", [], roles)).toBe("nothing");
  });
});

describe("judgeSecondAgent", () => {
  it("allows only that it leaves to the first", () => {
    expect(judgeSecondAgent("db1", 3).violation).toBeNull();
    expect(judgeSecondAgent("db1", 124).violation).toMatch(/ran on db1 beside the first/);
    expect(judgeSecondAgent("db1", 1).violation).toMatch(/ended with 1 instead/);
  });
});
