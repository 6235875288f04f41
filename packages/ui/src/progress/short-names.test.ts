import { expect, it } from "vitest";
import { shortNames } from "./short-names";

it.each([
  { names: ["fleet-eu-central-1-db01", "fleet-eu-central-1-db02"], short: ["db01", "db02"] },
  {
    names: ["Group", "fleet-eu-central-1-db01", "fleet-eu-central-1-db02"],
    short: ["Group", "db01", "db02"],
  },
  { names: ["db-1", "db-2"], short: ["db-1", "db-2"] },
  { names: ["fleet-eu-central-1-db01", "other-eu-central-1-db02"], short: null },
  { names: ["db01", "fleet-eu-central-1-db01", "fleet-eu-central-1-db02"], short: null },
  { names: [], short: [] },
])("leaves out what long names share, and only where each stays its own: $names", ({ names, short }) => {
  expect(shortNames(names)).toEqual(short ?? names);
});
