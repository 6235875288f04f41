import type { ClusterEndpoint, DrillEndpoint, DrillRequest } from "@primacy/contract";
import { mostDrillEndpoints } from "@primacy/contract";

/** What somebody has chosen of a drill. */
export interface DrillDraft {
  readonly restarts: boolean;
  /** `address port`, in the order of the list. */
  readonly endpoints: readonly string[];
  readonly observerHostId: string | null;
  /** As it was typed, in seconds. */
  readonly objective: string;
}

/** Ways that lead to the primary by what they are for: reads elsewhere tell nothing of it. */
const writeWays: ReadonlySet<string> = new Set([
  "direct",
  "write_vip",
  "router_write",
  "haproxy_write",
  "custom",
]);

/** By which a way is told apart. */
export function keyOfWay({ address, port }: DrillEndpoint): string {
  return `${address} ${port}`;
}

/** The ways that a drill can watch: members other than the primary only refuse writes. */
export function listWays(
  endpoints: readonly ClusterEndpoint[],
  primaryMemberId: string | null,
): readonly ClusterEndpoint[] {
  return endpoints.filter(
    ({ ref, way }) => writeWays.has(way) && (ref.kind !== "member" || ref.memberId === primaryMemberId),
  );
}

/** What is proposed: the VIPs, which are there to outlast the primary; where there is none, the first way. */
export function emptyDraft(ways: readonly ClusterEndpoint[]): DrillDraft {
  const vips = ways.filter(({ way }) => way === "write_vip");
  const chosen = vips.length > 0 ? vips : ways.slice(0, 1);
  return {
    restarts: false,
    endpoints: chosen.slice(0, mostDrillEndpoints).map(keyOfWay),
    observerHostId: null,
    objective: "30",
  };
}

/** What is wrong with a draft, by its field. */
export interface DraftProblems {
  readonly endpoints: "none" | "many" | null;
  readonly objective: "number" | null;
}

const objectiveLimits = { least: 0.1, most: 300 };

/** All that is wrong with a draft. */
export function findProblems({ endpoints, objective }: DrillDraft): DraftProblems {
  const seconds = Number(objective.replace(",", "."));
  const isNumber =
    objective.trim() !== "" && seconds >= objectiveLimits.least && seconds <= objectiveLimits.most;
  return {
    endpoints: endpoints.length === 0 ? "none" : endpoints.length > mostDrillEndpoints ? "many" : null,
    objective: isNumber ? null : "number",
  };
}

/** The draft as the API takes it. */
export function toRequest(draft: DrillDraft, ways: readonly ClusterEndpoint[]): DrillRequest {
  return {
    fault: { kind: "kill_mysqld", restarts: draft.restarts },
    endpoints: ways
      .filter((way) => draft.endpoints.includes(keyOfWay(way)))
      .map(({ address, port }) => ({ address, port })),
    observerHostId: draft.observerHostId,
    objectiveMs: Math.round(Number(draft.objective.replace(",", ".")) * 1_000),
  };
}
