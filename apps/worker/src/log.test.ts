import pg from "pg";
import { expect, test } from "vitest";
import { describeError } from "./log";

test("a failure of the database is told without the client that met it", () => {
  const client = new pg.Client({ user: "primacy" });
  const error = Object.assign(new Error("the connection ended", { cause: new Error("57P01") }), { client });
  const told = JSON.parse(JSON.stringify(describeError(error)));
  expect(told).toMatchObject({ message: "the connection ended", cause: { message: "57P01" } });
  expect(told).not.toHaveProperty("client");
});

test("a statement that a server refused is not told, however deep it stands: a password may be in it", () => {
  const refused = Object.assign(new Error("Your password does not satisfy the current policy requirements"), {
    code: "ER_NOT_VALID_PASSWORD",
    sql: "CREATE USER 'a'@'%' IDENTIFIED BY 'drawn-and-secret'",
  });
  const error = new Error("outer", { cause: new Error("middle", { cause: refused }) });
  for (const one of [refused, error]) {
    const told = JSON.stringify(describeError(one));
    expect(told).toContain("current policy requirements");
    expect(told).not.toContain("drawn-and-secret");
  }
});
