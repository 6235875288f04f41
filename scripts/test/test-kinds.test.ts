import { expect, it } from "vitest";
import { concernsAll, kindOf } from "./test-kinds.mjs";

it.each([
  ["packages/core/src/vip/pause.test.ts", "unit"],
  ["packages/ui/src/charts/axis.test.tsx", "unit"],
  ["apps/worker/src/operation/engine.db.test.ts", "db"],
  ["apps/worker/src/drill/drill.long.lab.test.ts", "lab"],
  ["packages/lab/src/lab/remove.labs.test.ts", "labs"],
  ["packages/core/src/vip/simulator/faults.test.ts", "sim"],
  ["scripts/simulator/guards.test.ts", "sim"],
  ["packages/core/src/drill/findings/drill-properties.test.ts", "sim"],
  ["e2e/stories/one.test.ts", null],
  ["packages/core/src/vip/pause.ts", null],
  ["packages/core/src/vip/pause.fixture.ts", null],
])("the kind of %s is %s", (file, kind) => {
  expect(kindOf(file)).toBe(kind);
});

it.each([
  ["package-lock.json", ["unit", "sim", "db"]],
  ["apps/web/package.json", ["unit", "sim", "db"]],
  ["vitest.config.ts", ["unit", "sim", "db"]],
  ["tsconfig/base.json", ["unit", "sim", "db"]],
  ["scripts/test/fixed-seed.ts", ["unit", "sim", "db"]],
  ["packages/core/src/vip/pause.ts", ["sim"]],
  ["packages/db/prisma/schema/drill.prisma", ["db"]],
  ["packages/db/src/testing/global-setup.ts", ["db"]],
  ["packages/core/src/drill/write-gap.ts", []],
  ["docs/package.json.md", []],
])("a change of %s concerns all tests of %j", (file, expected) => {
  expect(["unit", "sim", "db"].filter((kind) => concernsAll(kind, file))).toEqual(expected);
});
