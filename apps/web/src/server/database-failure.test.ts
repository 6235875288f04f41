import { DatabaseError } from "@primacy/db";
import { expect, it } from "vitest";
import { findDatabaseFailure } from "./database-failure";

it("knows a failure of the database also when another bundle's copy of the class made it", () => {
  class AnotherCopy extends Error {
    override readonly name = "DatabaseError";
    readonly code = "database_unavailable";
    readonly retryable = true;
  }
  expect(findDatabaseFailure(new AnotherCopy("gone"))).toMatchObject({
    code: "database_unavailable",
    retryable: true,
  });
  expect(findDatabaseFailure(new DatabaseError("not_found", "no row"))).toMatchObject({ retryable: false });
});

it("takes nothing else for one", () => {
  expect(findDatabaseFailure(new Error("a bug"))).toBeNull();
  expect(findDatabaseFailure({ name: "DatabaseError", code: "x", retryable: true })).toBeNull();
  expect(findDatabaseFailure(null)).toBeNull();
});
