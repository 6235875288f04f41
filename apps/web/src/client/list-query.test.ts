import { HostSort, type OperationSort } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { directionOf, nextSorting, sortingOf } from "./list-query";

describe("the sorting of a list", () => {
  it("is what the address says, and nothing where it says what there is not", () => {
    expect(sortingOf({ sort: "address", order: "desc" }, HostSort)).toEqual({
      sort: "address",
      order: "desc",
    });
    expect(sortingOf({ sort: "colour", order: "up" }, HostSort)).toEqual({});
    expect(sortingOf({}, HostSort)).toEqual({});
  });

  it("is shown at the list's own field where nothing is asked for", () => {
    expect(directionOf({ own: "name" }, "name")).toBe("asc");
    expect(directionOf({ own: "createdAt" }, "createdAt")).toBe("desc");
    expect(directionOf<HostSort>({ own: "name" }, "address")).toBeUndefined();
    expect(directionOf<HostSort>({ own: "name", sort: "address", order: "desc" }, "name")).toBeUndefined();
  });

  it("begins at the first page, the usual way, and turns round when asked for again", () => {
    const own: OperationSort = "createdAt";
    expect(nextSorting<OperationSort>({ own }, "state")).toEqual({
      sort: "state",
      order: "asc",
      cursor: null,
    });
    expect(nextSorting<OperationSort>({ own, sort: "state" }, "state")).toMatchObject({ order: "desc" });
    expect(nextSorting<OperationSort>({ own, sort: "state", order: "desc" }, "state")).toMatchObject({
      order: "asc",
    });
    expect(nextSorting<OperationSort>({ own }, "createdAt")).toMatchObject({ order: "asc" });
    expect(nextSorting<OperationSort>({ own, sort: "state" }, "createdAt")).toMatchObject({ order: "desc" });
  });
});
