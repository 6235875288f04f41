import { operationKinds } from "@primacy/contract";
import { newId } from "@primacy/db";
import { expect, test } from "vitest";
import { DrillStepInput } from "./step-input";

const member = {
  ...{ memberId: newId(), serverUuid: newId(), name: "db1" },
  ...{ address: "10.0.0.11", port: 3306, hostId: newId() },
};
const endpoint = { address: "10.0.0.100", port: 3306 };
const read = { address: "10.0.0.101", port: 3306 };
const stored = {
  ...{ drillId: newId(), clusterId: newId(), fault: { kind: "stop_mysqld" }, primary: member },
  ...{ target: { ...member, service: null }, other: null, consoleAddress: null },
  observer: { hostId: newId(), name: "app1" },
  ways: [{ endpoint, label: "VIP", isVip: true, run: newId() }],
  ...{ objectiveMs: 30_000, waitMs: 60_000 },
};

test("a drill that an older console has begun has neither a proxy nor endpoints for reads, and is carried to its end", () => {
  expect(DrillStepInput.parse(stored)).toEqual({ ...stored, proxy: null, readWays: [] });
  const readWays = [{ endpoint: read, label: "db2", isVip: false }];
  expect(DrillStepInput.parse({ ...stored, readWays }).readWays).toEqual(readWays);
});

test("one that an older console has ordered has no endpoints for reads either", () => {
  const order = {
    ...{ fault: { kind: "stop_mysqld" }, endpoints: [endpoint], observerHostId: null, objectiveMs: 30_000 },
  };
  expect(operationKinds.drill.input.parse(order)).toEqual({ ...order, readEndpoints: [] });
  const reading = { ...order, readEndpoints: [read] };
  expect(operationKinds.drill.input.parse(reading)).toEqual(reading);
});
