import type {
  BenchmarkHygiene,
  BenchmarkPreset,
  BenchmarkRequest,
  ClusterEndpoint,
  EndpointRef,
} from "@primacy/contract";
import type { z } from "zod";
import {
  draftTellsSeconds,
  emptyWorkload,
  nameDraft,
  toWorkload,
  type WorkloadDraft,
} from "./workload-draft";

/** An address: one of the cluster's ways, or one that is typed. */
export type AddressDraft =
  | { readonly kind: "known"; readonly endpoint: ClusterEndpoint }
  | { readonly kind: "typed"; readonly address: string; readonly port: string };

/** A further address of an arm, with its identity while it is edited. */
export interface FurtherAddress {
  readonly key: string;
  readonly target: AddressDraft;
}

/** One way to the database as the form has it. */
export interface ArmDraft {
  /** Its identity while it is edited. */
  readonly key: string;
  readonly isChosen: boolean;
  readonly name: string;
  readonly target: AddressDraft;
  /** Addresses that share the load with the first. */
  readonly more: readonly FurtherAddress[];
}

/** The form of a benchmark, as typed. */
export interface BenchmarkDraft extends WorkloadDraft {
  /** The published benchmark that it began with; null: none. */
  readonly preset: BenchmarkPreset | null;
  /** Null: as long as nobody has typed one, it follows from what is measured. */
  readonly name: string | null;
  readonly loadHostId: string | null;
  /** The first chosen one is the baseline. */
  readonly arms: readonly ArmDraft[];
  readonly threads: string;
  readonly blocks: string;
  readonly runSeconds: string;
  readonly warmupSeconds: string;
  readonly hygiene: BenchmarkHygiene;
}

/** The form as it opens, with these arms. */
export function emptyDraft(arms: readonly ArmDraft[], loadHostId: string | null): BenchmarkDraft {
  return {
    ...emptyWorkload,
    preset: null,
    name: null,
    loadHostId,
    arms,
    threads: "16",
    blocks: "6",
    runSeconds: "30",
    warmupSeconds: "5",
    hygiene: "keep_tables",
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
        more: [],
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
    target: emptyAddress,
    more: [],
  };
  return { ...draft, arms: [...draft.arms, arm] };
}

/** An address that is still to be typed. */
export const emptyAddress: AddressDraft = { kind: "typed", address: "", port: "3306" };

/** As many addresses as the contract lets an arm have. */
export const mostAddresses = 8;

/** The arm with one more address. */
export function withFurther(arm: ArmDraft, target: AddressDraft): ArmDraft {
  const used = arm.more.map(({ key }) => Number(key.slice(key.lastIndexOf("#") + 1)));
  return { ...arm, more: [...arm.more, { key: `${arm.key}#${Math.max(0, ...used) + 1}`, target }] };
}

/** The arm with one of its further addresses changed; null takes it away. */
export function changeFurther(arm: ArmDraft, key: string, target: AddressDraft | null): ArmDraft {
  const more = arm.more.flatMap((one) => {
    if (one.key !== key) return [one];
    return target === null ? [] : [{ key, target }];
  });
  return { ...arm, more };
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
  const load = nameDraft(draft);
  const name = [...chosenArms(draft).map((arm) => arm.name.trim()), load].join(" · ");
  return name.length <= nameLength ? name : load.slice(0, nameLength);
}

/** The body of check and order; what is not a number stays one that the API refuses in words. */
export function toBenchmarkRequest(draft: BenchmarkDraft): z.input<typeof BenchmarkRequest> {
  return {
    name: draft.name ?? defaultName(draft),
    loadHostId: draft.loadHostId ?? "",
    workload: toWorkload(draft, toNumber),
    arms: chosenArms(draft).map(({ name, target, more }) => ({
      name: name.trim(),
      endpoints: [target, ...more.map((one) => one.target)].map(toRef),
    })),
    threads: listThreads(draft.threads),
    blocks: toNumber(draft.blocks),
    runSeconds: toNumber(draft.runSeconds),
    warmupSeconds: draftTellsSeconds(draft) ? toNumber(draft.warmupSeconds) : 0,
    hygiene: draft.hygiene,
    ...(draft.preset === null ? {} : { preset: draft.preset }),
  };
}

function toRef(target: AddressDraft): EndpointRef {
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
