import { expect, test } from "vitest";
import { readWholeList } from "./whole-list";

test("a list of several pages is read to its end, each page once and in order", async () => {
  const asked: unknown[] = [];
  const list = await readWholeList(async (page) => {
    asked.push(page);
    if (page.cursor === undefined) return { items: ["a", "b"], nextCursor: "after b" };
    return page.cursor === "after b"
      ? { items: ["c"], nextCursor: "after c" }
      : { items: ["d"], nextCursor: null };
  });
  expect(list.items).toEqual(["a", "b", "c", "d"]);
  expect(asked).toEqual([
    { limit: 200 },
    { limit: 200, cursor: "after b" },
    { limit: 200, cursor: "after c" },
  ]);
});

test("a list whose second page does not come is not given as the first page alone", async () => {
  const list = readWholeList(async ({ cursor }) => {
    if (cursor !== undefined) throw new Error("gone");
    return { items: ["a"], nextCursor: "after a" };
  });
  await expect(list).rejects.toThrow("gone");
});
