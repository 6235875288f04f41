import { expect, test } from "vitest";
import { readBusy } from "./processors";

const stat = `cpu  900 0 300 1000 100 0 0 0 0 0
cpu0 100 10 50 700 40 5 15 20 7 0
cpu1 300 0 100 500 100 0 0 0 0 0
cpu2 500 0 150 300 50 0 0 0 0 0
intr 1 2 3
`;

test("processors are busy with all but waiting, each list with its own", () => {
  expect(readBusy(stat, "0")).toEqual({ busy: 200, all: 940 });
  expect(readBusy(stat, "1")).toEqual({ busy: 400, all: 1_000 });
  expect(readBusy(stat, "1-2")).toEqual({ busy: 1_050, all: 2_000 });
});
