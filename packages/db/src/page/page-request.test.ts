import { isRefusal } from "@primacy/contract";
import { describe, expect, test } from "vitest";
import { parsePageRequest, toPage, wayOf } from "./page-request";

const id = "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e";
const keyOf = (row: number): readonly [string, string] => [String(row), id];

describe("a page", () => {
  test("names the next one only when there is one, and that name leads to it", () => {
    const first = toPage([1, 2, 3], 2, (row) => row * 10, keyOf);
    expect(first.items).toEqual([10, 20]);
    expect(parsePageRequest({ cursor: first.nextCursor ?? "", limit: 2 })).toEqual({
      after: { key: "2", id },
      limit: 2,
    });
    expect(toPage([3], 2, (row) => row, keyOf).nextCursor).toBeNull();
    expect(toPage([1, 2], 2, (row) => row, keyOf).nextCursor).toBeNull();
    expect(toPage([], 2, (row) => row, keyOf)).toEqual({ items: [], nextCursor: null });
  });

  test("leads nowhere in a list that is sorted otherwise", () => {
    const page = toPage([1, 2, 3], 2, (row) => row, keyOf, wayOf({ sort: "name" }));
    const cursor = page.nextCursor ?? "";
    expect(parsePageRequest({ cursor, limit: 2, sort: "name", order: "asc" })).toMatchObject({
      after: { key: "2", id },
      sort: "name",
    });
    expect(isRefusal(parsePageRequest({ cursor, limit: 2, sort: "name", order: "desc" }))).toBe(true);
    expect(isRefusal(parsePageRequest({ cursor, limit: 2, sort: "address" }))).toBe(true);
  });

  test.each([
    "nonsense",
    "",
    Buffer.from('["a"]').toString("base64url"),
    Buffer.from('["a","not-an-id"]').toString("base64url"),
    Buffer.from("{}").toString("base64url"),
    Buffer.from(JSON.stringify(["a\u0000", id])).toString("base64url"),
  ])("is refused for the cursor %j, which no answer contained", (cursor) => {
    const parsed = parsePageRequest({ cursor, limit: 50 });
    expect(isRefusal(parsed) && parsed.errors[0]?.path).toBe("/cursor");
  });
});
