import type { Vip } from "@primacy/contract";
import { expect, test } from "vitest";
import { knownVip } from "../operation/preview-plan.fixture";
import { planDiscovery } from "./refresh-plan";

test("a discovery shows the statements for whoever may have come or left, and no password", () => {
  const sql = listSql([]);
  const users = sql.filter((text) => /^(CREATE|ALTER|DROP) USER/.test(text));
  expect(users).toEqual([
    expect.stringMatching(/^CREATE USER IF NOT EXISTS .*@'<NEW MEMBER>' IDENTIFIED BY '\*+' REQUIRE SSL/),
    expect.stringMatching(/^ALTER USER .*@'<NEW MEMBER>' IDENTIFIED BY '\*+' REQUIRE SSL/),
    expect.stringMatching(/^DROP USER IF EXISTS .*@'<MEMBER THAT LEFT>'$/),
  ]);
  expect(sql.some((text) => /^GRANT .* TO .*@'<NEW MEMBER>'/.test(text))).toBe(true);
  expect(sql.some((text) => text.includes("`primacy`"))).toBe(false);
});

test("where there is a VIP, those that let the new agent into its schema too", () => {
  expect(listSql([knownVip])).toEqual(
    expect.arrayContaining([
      "CREATE DATABASE IF NOT EXISTS `primacy`",
      expect.stringMatching(/^GRANT SELECT ON `primacy`\.`probe` TO .*@'<NEW MEMBER>'$/),
    ]),
  );
});

function listSql(vips: readonly Vip[]): readonly string[] {
  const { steps } = planDiscovery({ id: "c" }, vips);
  return steps.flatMap(({ preview }) => preview.map(({ text }) => text));
}
