import { describe, vi } from "vitest";
import { testSchedules } from "./schedules.fixture";

// As in properties.test.ts; a file of its own, so that two processors share them.
vi.setConfig({ testTimeout: 600_000 });

describe("the other half of the schedules of random faults (I1 to I7, I9 to I11, I14)", () => {
  testSchedules(3, 10_001, 7000);
  testSchedules(5, 900_000, 3000);
});
