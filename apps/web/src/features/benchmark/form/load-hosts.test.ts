import type { Host } from "@primacy/contract";
import { expect, test } from "vitest";
import { hostOf } from "../../host/host.fixture";
import { findProposed, listLoadHosts } from "./load-hosts";

const on: Host["operator"] = { state: "running", openActions: 0, failedUndos: [] };
const member = hostOf({ id: "m", name: "db1", clusterIds: ["here"], operator: on });
const other = hostOf({ id: "o", name: "db9", clusterIds: ["there"] });
const idle = hostOf({ id: "i", name: "app1" });
const ready = hostOf({ id: "r", name: "app2", operator: on });

test("hosts without a member come first, and of those the ones that can start the load", () => {
  const listed = listLoadHosts([member, other, idle, ready], "here");
  expect(listed.map(({ name, place, operator }) => [name, place, operator])).toEqual([
    ["app2", "free", "running"],
    ["app1", "free", "off"],
    ["db9", "elsewhere", "off"],
    ["db1", "here", "running"],
  ]);
});

test("the host that is proposed can start the load; a member only where no other can", () => {
  expect(findProposed(listLoadHosts([member, idle, ready], "here"))).toBe("r");
  expect(findProposed(listLoadHosts([member, idle], "here"))).toBe("m");
  expect(findProposed(listLoadHosts([idle], "here"))).toBeNull();
});

test("what a silent agent said of its operator is not known any more, and a host without an agent says so", () => {
  const of = (change: Parameters<typeof hostOf>[0]) =>
    listLoadHosts([hostOf({ operator: on, ...change })], "here")[0]?.operator;
  expect(of({ agentState: "silent" })).toBe("unknown");
  expect(of({ operator: null })).toBe("unknown");
  expect(of({ agentState: "none", operator: null })).toBe("agentless");
});
