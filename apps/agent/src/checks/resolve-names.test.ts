import { expect, test } from "vitest";
import { resolveNames } from "./resolve-names";

test("names are resolved as this host does, addresses are left out, and an unknown name has none", async () => {
  const found = await resolveNames(["localhost", "10.77.0.11", "no-such-name.invalid", ""]);
  expect(found.localhost).toContain("127.0.0.1");
  expect(found["10.77.0.11"]).toBeUndefined();
  // Without a resolver nothing is known of it at all.
  expect(found["no-such-name.invalid"] ?? []).toEqual([]);
});
