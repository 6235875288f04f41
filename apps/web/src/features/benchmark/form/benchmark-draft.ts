import type {
  BenchmarkPreset,
  BenchmarkRequest,
  ClusterEndpoint,
  EndpointRef,
  SysbenchScript,
} from "@primacy/contract";
import type { z } from "zod";
import { parseOptions } from "./option-lines";

/** One way to the database as the form has it. */
export interface ArmDraft {
  /** Its identity while it is edited. */
  readonly key: string;
  readonly isChosen: boolean;
  readonly name: string;
  readonly target:
    | { readonly kind: "known"; readonly endpoint: ClusterEndpoint }
    | { readonly kind: "typed"; readonly address: string; readonly port: string };
}

/** The form of a benchmark, as typed. */
export interface BenchmarkDraft {
  /** The published benchmark that it began with; null: none. */
  readonly preset: BenchmarkPreset | null;
  /** Null: as long as nobody has typed one, it follows from what is measured. */
  readonly name: string | null;
  readonly loadHostId: string | null;
  readonly script: SysbenchScript;
  readonly tables: string;
  readonly tableSize: string;
  /** One `name=value` per line. */
  readonly options: string;
  /** The first chosen one is the baseline. */
  readonly arms: readonly ArmDraft[];
  readonly threads: string;
  readonly blocks: string;
  readonly runSeconds: string;
  readonly warmupSeconds: string;
}

/** The form as it opens, with these arms. */
export function emptyDraft(arms: readonly ArmDraft[], loadHostId: string | null): BenchmarkDraft {
  return {
    preset: null,
    name: null,
    loadHostId,
    script: "oltp_read_write",
    tables: "4",
    tableSize: "10000",
    options: "",
    arms,
    threads: "16",
    blocks: "6",
    runSeconds: "30",
    warmupSeconds: "5",
  };
}

/** How arms are called at first. */
export interface ArmWords {
  readonly direct: string;
  readonly directTo: (name: string) => string;
  readonly vip: string;
  readonly readVip: string;
  readonly haproxy: string;
  readonly haproxyRead: string;
  readonly router: string;
  readonly routerRead: string;
  readonly routerSplit: string;
}

/** The name of an endpoint's arm: that of its way, and beside it what tells it from others of the same way. */
function nameOf(endpoint: ClusterEndpoint, isPrimary: boolean, words: ArmWords): string {
  switch (endpoint.way) {
    case "direct":
      return isPrimary ? words.direct : words.directTo(endpoint.name);
    case "write_vip":
      return words.vip;
    case "read_vip":
      return words.readVip;
    case "haproxy_write":
      return words.haproxy;
    case "haproxy_read":
      return words.haproxyRead;
    case "router_write":
      return words.router;
    case "router_read":
      return words.routerRead;
    case "router_split":
      return words.routerSplit;
    case "custom":
      return endpoint.name;
  }
}

/** Whether an endpoint is the primary's own address. */
export function isPrimaryOf({ ref }: ClusterEndpoint, primaryMemberId: string | null): boolean {
  return ref.kind === "member" && ref.memberId === primaryMemberId;
}

const wayOrder: Readonly<Record<ClusterEndpoint["way"], number>> = {
  write_vip: 1,
  haproxy_write: 2,
  router_write: 3,
  router_split: 4,
  read_vip: 5,
  haproxy_read: 6,
  router_read: 7,
  direct: 8,
  custom: 9,
};

/**
 * Every endpoint as an arm, each with a name of its own: the primary's own address first, as the baseline, then VIPs and
 * proxies, then the other members. The primary and the write VIP are chosen: what the VIP costs is the question that people have.
 */
export function armsOf(
  endpoints: readonly ClusterEndpoint[],
  primaryMemberId: string | null,
  words: ArmWords,
): readonly ArmDraft[] {
  const rank = (one: ClusterEndpoint): number => (isPrimaryOf(one, primaryMemberId) ? 0 : wayOrder[one.way]);
  const taken = new Set<string>();
  return [...endpoints]
    .sort((a, b) => rank(a) - rank(b))
    .map((endpoint) => {
      const isPrimary = isPrimaryOf(endpoint, primaryMemberId);
      const short = nameOf(endpoint, isPrimary, words);
      const name = (taken.has(short) ? `${short} ${endpoint.address}` : short).slice(0, nameLength);
      taken.add(name);
      return {
        key: keyOf(endpoint.ref),
        isChosen: isPrimary || endpoint.way === "write_vip",
        name,
        target: { kind: "known", endpoint },
      };
    });
}

/** As long as the contract lets a name be. */
const nameLength = 63;

/** An endpoint's identity as a text. */
export function keyOf(ref: EndpointRef): string {
  switch (ref.kind) {
    case "member":
      return `member:${ref.memberId}`;
    case "vip":
      return `vip:${ref.vipId}`;
    case "proxy":
      return `proxy:${ref.proxyId}:${ref.way}`;
    case "custom":
      return `custom:${ref.address}:${ref.port}`;
  }
}

/** The form with one more arm, whose address is to be typed; its name is none that another arm has. */
export function withTypedArm(draft: BenchmarkDraft, word: string): BenchmarkDraft {
  const names = draft.arms.map(({ name }) => name);
  const typed = draft.arms.flatMap(({ key, target }) => (target.kind === "typed" ? [Number(key)] : []));
  let name = word;
  for (let count = 2; names.includes(name); count += 1) name = `${word} ${count}`;
  const arm: ArmDraft = {
    key: String(Math.max(0, ...typed) + 1),
    isChosen: true,
    name,
    target: { kind: "typed", address: "", port: "3306" },
  };
  return { ...draft, arms: [...draft.arms, arm] };
}

/** The form with one arm changed; null takes it away. */
export function withArm(
  draft: BenchmarkDraft,
  key: string,
  change: Partial<ArmDraft> | null,
): BenchmarkDraft {
  return {
    ...draft,
    arms: draft.arms.flatMap((arm) =>
      arm.key !== key ? [arm] : change === null ? [] : [{ ...arm, ...change }],
    ),
  };
}

/** The form with this arm before all others: what they are compared with. */
export function withBaseline(draft: BenchmarkDraft, key: string): BenchmarkDraft {
  const isMeant = (arm: ArmDraft): boolean => arm.key === key;
  return {
    ...draft,
    arms: [...draft.arms.filter(isMeant), ...draft.arms.filter((arm) => !isMeant(arm))],
  };
}

/** The arms that are measured, in the order of the request: the place of one is that in a problem's pointer. */
export function chosenArms(draft: Pick<BenchmarkDraft, "arms">): readonly ArmDraft[] {
  return draft.arms.filter(({ isChosen }) => isChosen);
}

/** What a benchmark is called where nobody names it: its arms and its workload. */
export function defaultName(draft: BenchmarkDraft): string {
  const name = [...chosenArms(draft).map((arm) => arm.name.trim()), draft.script].join(" · ");
  return name.length <= nameLength ? name : draft.script;
}

/** The body of check and order; what is not a number stays one that the API refuses in words. */
export function toBenchmarkRequest(draft: BenchmarkDraft): z.input<typeof BenchmarkRequest> {
  return {
    name: draft.name ?? defaultName(draft),
    loadHostId: draft.loadHostId ?? "",
    workload: {
      tool: "sysbench",
      script: draft.script,
      tables: toNumber(draft.tables),
      tableSize: toNumber(draft.tableSize),
      options: Object.fromEntries(parseOptions(draft.options).options),
    },
    arms: chosenArms(draft).map(({ name, target }) => ({ name: name.trim(), endpoints: [toRef(target)] })),
    threads: listThreads(draft.threads),
    blocks: toNumber(draft.blocks),
    runSeconds: toNumber(draft.runSeconds),
    warmupSeconds: toNumber(draft.warmupSeconds),
    ...(draft.preset === null ? {} : { preset: draft.preset }),
  };
}

function toRef(target: ArmDraft["target"]): EndpointRef {
  if (target.kind === "known") return target.endpoint.ref;
  return { kind: "custom", address: target.address.trim(), port: toNumber(target.port) };
}

/** The thread counts as typed, apart by commas or spaces of either script. */
export function listThreads(text: string): number[] {
  return text
    .split(/[\s,;，、；]+/)
    .filter((part) => part !== "")
    .map(toNumber);
}

/** A whole number as typed; -1 where it is none. */
export function toNumber(text: string): number {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : -1;
}
