import type { ClusterEndpoint } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { endpoints, picture } from "../../benchmark/benchmark.fixture";
import { unmeasured } from "../../benchmark/unmeasured.fixture";
import {
  emptyDraft,
  findProblems,
  keyOfWay,
  listLostWays,
  listWays,
  toRequest,
  withProxy,
  withSecondary,
} from "./drill-draft";
import { faultGroups, proposedFaults } from "./fault-catalog";

const known: readonly ClusterEndpoint[] = endpoints.map(unmeasured);
const ways = listWays(known, picture.primaryMemberId);

describe("a draft of a drill", () => {
  it("offers every fault once", () => {
    const listed = faultGroups.flatMap(({ kinds }) => [...kinds]);
    expect([...listed].sort()).toEqual(Object.keys(proposedFaults).sort());
  });

  it("proposes the VIP and the objective of the cluster", () => {
    const draft = emptyDraft(ways, 12_500);
    expect(draft.endpoints).toEqual(["10.86.0.100 3306"]);
    expect(draft.objective).toBe("12.5");
  });

  it("names the ways that lead to the primary no more, and neither counts nor asks for them", () => {
    const direct = ways.find(({ way }) => way === "direct");
    if (direct === undefined) throw new Error("the fixture has no direct way");
    const draft = { ...emptyDraft(ways, 12_500), endpoints: [keyOfWay(direct)] };
    expect(listLostWays(draft, ways)).toEqual([]);
    const after = listWays(known, "another member");
    expect(listLostWays(draft, after)).toEqual([keyOfWay(direct)]);
    expect(findProblems(draft, after).endpoints).toBe("none");
    expect(toRequest(draft, after).endpoints).toEqual([]);
  });

  it("leaves a secondary that is none any more to the console", () => {
    const named = { kind: "cut_secondary", memberId: "b" } as const;
    expect(withSecondary(named, new Set(["a", "b"]))).toEqual(named);
    expect(withSecondary(named, new Set(["a"]))).toEqual({ ...named, memberId: null });
    expect(withSecondary(proposedFaults.cut_host, new Set())).toEqual(proposedFaults.cut_host);
  });

  it("leaves a proxy that is gone to the console", () => {
    const [first] = known;
    if (first === undefined) throw new Error("the fixture has no endpoint");
    const ref = { kind: "proxy", proxyId: "one", way: "write" } as const;
    const proxies: readonly ClusterEndpoint[] = [{ ...first, way: "haproxy_write", ref }];
    const named = { ...proposedFaults.kill_proxy, proxyId: "one" };
    expect(withProxy(named, proxies)).toEqual(named);
    expect(withProxy(named, [])).toEqual({ ...named, proxyId: null });
    expect(withProxy(proposedFaults.cut_host, [])).toEqual(proposedFaults.cut_host);
  });
});
