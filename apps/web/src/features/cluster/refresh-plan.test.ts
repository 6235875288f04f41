import { expect, test } from "vitest";
import { planDiscovery } from "./refresh-plan";

test("a discovery shows the statements for whoever may have come or left, and no password", () => {
  const { steps } = planDiscovery({ id: "c" });
  const sql = steps.flatMap(({ preview }) => preview.map(({ text }) => text));
  const users = sql.filter((text) => /^(CREATE|ALTER|DROP) USER/.test(text));
  expect(users).toEqual([
    expect.stringMatching(/^CREATE USER IF NOT EXISTS .*@'<NEW MEMBER>' IDENTIFIED BY '\*+' REQUIRE SSL/),
    expect.stringMatching(/^ALTER USER .*@'<NEW MEMBER>' IDENTIFIED BY '\*+' REQUIRE SSL/),
    expect.stringMatching(/^DROP USER IF EXISTS .*@'<MEMBER THAT LEFT>'$/),
  ]);
  expect(sql.some((text) => /^GRANT .* TO .*@'<NEW MEMBER>'/.test(text))).toBe(true);
});
