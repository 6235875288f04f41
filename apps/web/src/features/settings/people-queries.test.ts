import { expect, test } from "vitest";
import { sessionQuery, tokenQuery, userQuery } from "./people-queries";

test.each([
  ["users", userQuery, "role"],
  ["tokens", tokenQuery, "name"],
  ["sessions", sessionQuery, "address"],
] as const)("the page of %s shows the page and the order that its address names", (_name, query, sort) => {
  expect(query({ cursor: "after", sort })).toEqual({ limit: 50, cursor: "after", sort });
});
