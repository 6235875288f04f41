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
