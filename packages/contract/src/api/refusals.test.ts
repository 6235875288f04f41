import { describe, expect, it } from "vitest";
import type { Endpoint } from "./endpoint";
import { endpoints } from "./endpoints";
import { listRefusals } from "./refusals";

const all: readonly [string, Endpoint][] = Object.entries(endpoints);

describe("the refusals of a call", () => {
  it.each(all)("repeat nothing that follows from the rest of its declaration: %s", (_name, endpoint) => {
    const own = endpoint.refusals.filter((code) =>
      listRefusals({ ...endpoint, refusals: [] }).includes(code),
    );
    expect(own).toEqual([]);
    expect(new Set(endpoint.refusals).size).toBe(endpoint.refusals.length);
  });

  it("are those of starting an operation exactly where the answer is one that starts", () => {
    const started = all.filter(([, { starts }]) => starts.length > 0).map(([name]) => name);
    const accepted = all.filter(([, { status }]) => status === 202).map(([name]) => name);
    expect(started).toEqual(accepted.filter((name) => name !== "cancelOperation"));
  });
});
