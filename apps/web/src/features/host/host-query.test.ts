import { expect, test } from "vitest";
import { hostQuery } from "./host-query";

test("the hosts' page shows the page and the order that its address names", () => {
  expect(hostQuery({ cursor: "after", sort: "address", order: "desc" })).toEqual({
    limit: 50,
    cursor: "after",
    sort: "address",
    order: "desc",
  });
});
