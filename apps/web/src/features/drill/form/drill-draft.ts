import {
  type ClusterEndpoint,
  type DrillEndpoint,
  type DrillFault,
  type DrillRequest,
  mostDrillEndpoints,
  withPort,
} from "@primacy/contract";
import { namedSecondary, proposedFaults } from "./fault-catalog";
import { listProxies } from "./list-proxies";

/** What somebody has chosen of a drill. */
export interface DrillDraft {
  readonly fault: DrillFault;
  /** `address port`, in the order of the list. */
  readonly endpoints: readonly string[];
  /** The same of those that are only read through. */
  readonly readEndpoints: readonly string[];
  readonly observerHostId: string | null;
  /** As it was typed, in seconds. */
  readonly objective: string;
}

/** Ways that lead to the primary by what they are for: only there are writes taken. */
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

/** Such a way as it is shown. */
export function placeOfKey(key: string): string {
  const [address = "", port = ""] = key.split(" ");
  return withPort(address, Number(port));
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

const readWays: ReadonlySet<string> = new Set(["direct", "read_vip", "router_read", "haproxy_read"]);

/** The ways that are there for reads, and the secondaries themselves. */
export function listReadWays(
  endpoints: readonly ClusterEndpoint[],
  primaryMemberId: string | null,
): readonly ClusterEndpoint[] {
  return endpoints.filter(
    ({ ref, way }) => readWays.has(way) && (ref.kind !== "member" || ref.memberId !== primaryMemberId),
  );
}

/** What is proposed, without reads elsewhere: the VIPs, which are there to outlast the primary; where there is none, the first way; and the objective of the cluster. */
export function emptyDraft(ways: readonly ClusterEndpoint[], objectiveMs: number): DrillDraft {
  const vips = ways.filter(({ way }) => way === "write_vip");
  const chosen = vips.length > 0 ? vips : ways.slice(0, 1);
  return {
    fault: proposedFaults.kill_mysqld,
    endpoints: chosen.slice(0, mostDrillEndpoints).map(keyOfWay),
    readEndpoints: [],
    observerHostId: null,
    objective: String(objectiveMs / 1_000),
  };
}

/** What is wrong with a draft, by its field. */
export interface DraftProblems {
  readonly endpoints: "none" | "many" | null;
  /** With them there are too many. */
  readonly readEndpoints: "many" | null;
  readonly objective: "number" | null;
}

const objectiveLimits = { least: 0.1, most: 300 };

/** All that is wrong with a draft. */
export function findProblems(
  draft: DrillDraft,
  ways: readonly ClusterEndpoint[],
  reads: readonly ClusterEndpoint[],
): DraftProblems {
  const { objective } = draft;
  const seconds = Number(objective.replace(",", "."));
  const isNumber =
    objective.trim() !== "" && seconds >= objectiveLimits.least && seconds <= objectiveLimits.most;
  return { ...findWayProblems(draft, ways, reads), objective: isNumber ? null : "number" };
}

/** What is wrong with the chosen ways, of those that are offered still: what is not shown is not counted. */
export function findWayProblems(
  draft: Pick<DrillDraft, "endpoints" | "readEndpoints">,
  ways: readonly ClusterEndpoint[],
  reads: readonly ClusterEndpoint[],
): Pick<DraftProblems, "endpoints" | "readEndpoints"> {
  const count = chosenWays(draft.endpoints, ways).length;
  const readCount = chosenWays(draft.readEndpoints, reads).length;
  return {
    endpoints: count === 0 ? "none" : count > mostDrillEndpoints ? "many" : null,
    readEndpoints: readCount > 0 && count + readCount > mostDrillEndpoints ? "many" : null,
  };
}

/** The ways that are chosen and still offered. */
export function chosenWays(
  endpoints: readonly string[],
  ways: readonly ClusterEndpoint[],
): readonly ClusterEndpoint[] {
  return ways.filter((way) => endpoints.includes(keyOfWay(way)));
}

/** Chosen ways that have left the list, as when another member has become the primary: what was chosen is not what would be watched. */
export function listLostWays(
  endpoints: readonly string[],
  ways: readonly ClusterEndpoint[],
): readonly string[] {
  return endpoints.filter((key) => !ways.some((way) => keyOfWay(way) === key));
}

/** What is chosen after one has been, or has been no more; what is offered no more leaves the choice with it. */
export function toggleWay(
  chosen: readonly string[],
  ways: readonly ClusterEndpoint[],
  key: string,
  isChosen: boolean,
): readonly string[] {
  const lost = listLostWays(chosen, ways);
  return [...chosen.filter((one) => one !== key && !lost.includes(one)), ...(isChosen ? [key] : [])];
}

/** The fault with a secondary that is one still; else the console chooses. */
export function withSecondary(fault: DrillFault, secondaries: ReadonlySet<string>): DrillFault {
  const named = namedSecondary(fault);
  if (named === null || secondaries.has(named) || !("memberId" in fault)) return fault;
  return { ...fault, memberId: null };
}

/** The fault with a proxy that is there still; else the console chooses. */
export function withProxy(fault: DrillFault, endpoints: readonly ClusterEndpoint[]): DrillFault {
  if (fault.kind !== "kill_proxy" || fault.proxyId === null) return fault;
  const isThere = listProxies(endpoints, fault.program).some(({ proxyId }) => proxyId === fault.proxyId);
  return isThere ? fault : { ...fault, proxyId: null };
}

/** The draft as the API takes it. */
export function toRequest(
  draft: DrillDraft,
  ways: readonly ClusterEndpoint[],
  reads: readonly ClusterEndpoint[],
): DrillRequest {
  return {
    fault: draft.fault,
    // Clients that only read look for the writes of the first: those at the primary's own address end with the primary.
    endpoints: chosenWays(draft.endpoints, ways)
      .toSorted((a, b) => Number(a.way === "direct") - Number(b.way === "direct"))
      .map(toPlace),
    readEndpoints: chosenWays(draft.readEndpoints, reads).map(toPlace),
    observerHostId: draft.observerHostId,
    objectiveMs: Math.round(Number(draft.objective.replace(",", ".")) * 1_000),
  };
}

/** A way as the API takes it. */
export function toPlace({ address, port }: ClusterEndpoint): DrillEndpoint {
  return { address, port };
}
