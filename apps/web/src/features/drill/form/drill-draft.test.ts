import type { ClusterEndpoint } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { endpoints, picture } from "../../benchmark/benchmark.fixture";
import { unmeasured } from "../../benchmark/unmeasured.fixture";
import {
  emptyDraft,
  findProblems,
  keyOfWay,
  listLostWays,
  listReadWays,
  listWays,
  toggleWay,
  toRequest,
  withProxy,
  withSecondary,
} from "./drill-draft";
import { faultGroups, proposedFaults } from "./fault-catalog";

const known: readonly ClusterEndpoint[] = endpoints.map(unmeasured);
const ways = listWays(known, picture.primaryMemberId);
const reads = listReadWays(known, picture.primaryMemberId);

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
    expect(listLostWays(draft.endpoints, ways)).toEqual([]);
    const after = listWays(known, "another member");
    expect(listLostWays(draft.endpoints, after)).toEqual([keyOfWay(direct)]);
    expect(findProblems(draft, after, reads).endpoints).toBe("none");
    expect(toRequest(draft, after, reads).endpoints).toEqual([]);
  });

  it("asks for the primary's own address last: writes do not come back there, and clients that only read look for those of the first", () => {
    const both = { ...emptyDraft(ways, 12_500), endpoints: ways.map(keyOfWay) };
    const asked = toRequest(both, ways, reads).endpoints.map(({ address }) => address);
    expect(asked).toEqual(["10.86.0.100", "10.86.0.11"]);
  });

  it("offers the secondaries for reads, chooses none, and asks for those that are chosen and still offered", () => {
    const isSecondary = reads.every(
      ({ ref }) => ref.kind === "member" && ref.memberId !== picture.primaryMemberId,
    );
    expect([reads.length, isSecondary]).toEqual([2, true]);
    const draft = emptyDraft(ways, 12_500);
    expect(draft.readEndpoints).toEqual([]);
    const chosen = { ...draft, readEndpoints: [...reads.map(keyOfWay), "10.9.9.9 3306"] };
    const [first, second] = reads.map(({ address, port }) => ({ address, port }));
    expect(toRequest(chosen, ways, reads).readEndpoints).toEqual([first, second]);
    expect(findProblems(chosen, ways, reads)).toMatchObject({ endpoints: null, readEndpoints: null });
  });

  it("counts those for reads among the four", () => {
    const many = [1, 2, 3].flatMap((n) =>
      ways.slice(0, 1).map((way) => ({ ...way, address: `10.9.9.${n}` })),
    );
    const draft = {
      ...emptyDraft(ways, 12_500),
      ...{ endpoints: many.map(keyOfWay), readEndpoints: reads.map(keyOfWay) },
    };
    expect(findProblems(draft, many, reads)).toMatchObject({ endpoints: null, readEndpoints: "many" });
    expect(findProblems({ ...draft, readEndpoints: [] }, many, reads).readEndpoints).toBeNull();
  });

  it("drops what is offered no more once something else is chosen", () => {
    const [first, second] = ways.map(keyOfWay);
    if (first === undefined || second === undefined) throw new Error("the fixture has fewer than two ways");
    expect(toggleWay([first, "10.9.9.9 3306"], ways, second, true)).toEqual([first, second]);
    expect(toggleWay([first, second], ways, first, false)).toEqual([second]);
    expect(toggleWay([first], ways, first, true)).toEqual([first]);
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
