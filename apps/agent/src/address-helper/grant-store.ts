import { joinMessages, type Message, message } from "@primacy/contract";
import {
  type AddressGrant,
  type GrantedVip,
  type GuardedPluginAddress,
  type KeptAddressGrant,
  SignedAddressGrant,
} from "@primacy/contract/agent";
import { z } from "zod";
import type { Identity } from "../identity/identity";
import type { Log } from "../log/log";
import { deleteDurably, readPrivate, writeDurably } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import { AddressHelperRefusalError } from "./address-helper-refusal-error";
import { judgeGrant } from "./judge-grant";
import { planReleaseList } from "./release-list";

const Stored = z.strictObject({
  signed: SignedAddressGrant.nullable(),
  /** Of a host in several clusters, the permits of the others. */
  others: z.array(SignedAddressGrant).optional(),
  /** The highest epoch of each cluster that this host was permitted anything of. */
  floors: z.array(z.strictObject({ clusterId: z.string(), epoch: z.number() })),
});

const keptFloors = 32;
/** The document that fits a new permit comes right after it; until then the one before is in force, and what it holds. */
const documentLimitMs = 15_000;

/** A permit that is in force, and how it came. */
interface HeldGrant {
  readonly permit: AddressGrant;
  readonly signed: SignedAddressGrant;
}

/** What only an earlier permit of the cluster allowed. */
interface FormerVip {
  readonly clusterId: string;
  readonly vip: GrantedVip;
  /** Until then it may still be leased. */
  readonly untilMs: number;
}

/** What is permitted, and the longest lease that its permit has for it. */
export interface LeasableVip {
  readonly vip: GrantedVip;
  readonly maxLeaseSeconds: number;
}

/**
 * The permits of this host, one for each of its clusters: kept in files that only root can write, verified anew at each
 * start, and with them the list of what the supervisor releases when nobody else does. An address is in one of them alone.
 * Changes run one at a time, as its caller sees to.
 */
export class GrantStore {
  readonly #layout: Layout;
  readonly #identity: Identity;
  #held: ReadonlyMap<string, HeldGrant> = new Map();
  #floors: ReadonlyMap<string, number> = new Map();
  /** Of permits before the present ones, until the documents that fit these are in force. */
  #former: readonly FormerVip[] = [];
  /** Lines of a list that nothing else is known of. */
  #formerLines = "";
  /** The clusters whose documents have not come into force since the start. */
  readonly #unsettled = new Set<string>();

  private constructor(layout: Layout, identity: Identity) {
    this.#layout = layout;
    this.#identity = identity;
  }

  /** Reads what is kept. Throws StoreError when a file cannot be read or is not root's alone. */
  static async open(layout: Layout, identity: Identity, log: Log): Promise<GrantStore> {
    const keeper = new GrantStore(layout, identity);
    await keeper.#read(log);
    return keeper;
  }

  /** The permits that are kept, of one cluster each. */
  get current(): readonly KeptAddressGrant[] {
    return [...this.#held.values()].map(describeKept);
  }

  /** What may be held now. */
  findGranted(address: string): GrantedVip | null {
    return this.#findHeld(address)?.vip ?? null;
  }

  /** An address of the plugin that may be deleted now. */
  findGuarded(address: string): GuardedPluginAddress | null {
    const guards = [...this.#held.values()].flatMap(({ permit }) => permit.guards ?? []);
    return guards.find((one) => one.address === address) ?? null;
  }

  /** What may be bound or renewed there at this instant of the monotonic clock. */
  findLeasable(address: string, nic: string, nowMs: number): LeasableVip | null {
    const held = this.#findHeld(address);
    if (held?.vip.nic === nic) {
      return held;
    }
    const former = this.#former.find(
      ({ vip, untilMs }) => vip.address === address && vip.nic === nic && nowMs < untilMs,
    );
    const permit = former === undefined ? undefined : this.#held.get(former.clusterId)?.permit;
    return former === undefined || permit === undefined
      ? held
      : { vip: former.vip, maxLeaseSeconds: permit.maxLeaseSeconds };
  }

  /** What is, or was until a moment ago, permitted under this address: what may be let go. */
  listKnown(address: string): readonly GrantedVip[] {
    return this.#listAll().filter((vip) => vip.address === address);
  }

  /** All that is, or was until a moment ago, permitted for a cluster. */
  listOf(clusterId: string): readonly GrantedVip[] {
    const former = this.#former.filter((one) => one.clusterId === clusterId).map(({ vip }) => vip);
    return [...(this.#held.get(clusterId)?.permit.vips ?? []), ...former];
  }

  /** Puts a permit in force and on disk. Throws AddressHelperRefusalError, and then the one before stays; StoreError. */
  async put(signed: SignedAddressGrant, wallMs: number): Promise<KeptAddressGrant> {
    const verdict = judgeGrant(signed, { ...this.#facts(), wallMs });
    if (verdict.kind === "refused") {
      throw refuse(verdict.reasons);
    }
    const { permit } = verdict;
    const { clusterId } = permit;
    const taken = this.#findTaken(permit);
    if (taken.length > 0) {
      throw refuse(taken);
    }
    const before = this.#held.get(clusterId);
    const floor = Math.max(before?.permit.epoch ?? 0, this.#floors.get(clusterId) ?? 0);
    if (permit.epoch < floor) {
      const told = message("grant.epoch_below", { epoch: permit.epoch, held: floor });
      throw new AddressHelperRefusalError("epoch_too_low", told, floor);
    }
    const untilMs = monotonicMs() + documentLimitMs;
    const former = [
      ...this.#former,
      ...(before?.permit.vips ?? []).map((vip) => ({ clusterId, vip, untilMs })),
    ]
      .filter((one) => one.clusterId !== clusterId || !permit.vips.some((next) => isSameVip(one.vip, next)))
      .map((one) => (one.clusterId === clusterId ? { ...one, untilMs } : one));
    const held = new Map([...this.#held, [clusterId, { permit, signed }]]);
    const floors = withFloor(this.#floors, clusterId, permit.epoch);
    // The list first: an address that may be bound must never be missing from it.
    await this.#writeList(held, former);
    await this.#write(held, floors);
    this.#held = held;
    this.#floors = floors;
    this.#former = former;
    return describeKept({ permit });
  }

  /** Forgets what only earlier permits of the cluster allowed, but for what `isStillHere` says of. Throws StoreError. */
  async settle(clusterId: string, isStillHere: (vip: GrantedVip) => boolean): Promise<void> {
    this.#former = this.#former.filter((one) => one.clusterId !== clusterId || isStillHere(one.vip));
    this.#forgetLines(clusterId);
    await this.#writeList(this.#held, this.#former);
  }

  /** Keeps no permit of the cluster any more, only which epoch was reached. For when nothing of it is held. Throws StoreError. */
  async forget(clusterId: string): Promise<void> {
    const held = new Map([...this.#held].filter(([id]) => id !== clusterId));
    const former = this.#former.filter((one) => one.clusterId !== clusterId);
    await this.#write(held, this.#floors);
    this.#held = held;
    this.#former = former;
    this.#forgetLines(clusterId);
    if (held.size > 0) {
      await this.#writeList(held, former);
    } else {
      await deleteDurably(this.#layout.releaseListFile);
    }
  }

  #findHeld(address: string): LeasableVip | null {
    for (const { permit } of this.#held.values()) {
      const vip = permit.vips.find((one) => one.address === address);
      if (vip !== undefined) {
        return { vip, maxLeaseSeconds: permit.maxLeaseSeconds };
      }
    }
    return null;
  }

  #listAll(): readonly GrantedVip[] {
    const held = [...this.#held.values()].flatMap(({ permit }) => permit.vips);
    return [...held, ...this.#former.map(({ vip }) => vip)];
  }

  /** Two clusters that hold one address here would each let go of the other's. */
  #findTaken({ clusterId, vips, guards = [] }: AddressGrant): Message[] {
    const others = [...this.#held].filter(([id]) => id !== clusterId);
    return [...vips, ...guards].flatMap(({ address }) =>
      others
        .filter(([id, { permit }]) =>
          [...this.listOf(id), ...(permit.guards ?? [])].some((one) => one.address === address),
        )
        .map(([id]) => message("grant.address_taken", { address, clusterId: id })),
    );
  }

  /** Of which cluster a line is that was there at the start is not known: it goes when the last of them has its document. */
  #forgetLines(clusterId: string): void {
    this.#unsettled.delete(clusterId);
    if (this.#unsettled.size === 0) {
      this.#formerLines = "";
    }
  }

  #facts(): { authorityPem: string; consoleId: string; hostId: string } {
    const { bootstrap, caPem } = this.#identity;
    return { authorityPem: caPem, consoleId: bootstrap.consoleId, hostId: bootstrap.hostId };
  }

  async #read(log: Log): Promise<void> {
    const text = await readPrivate(this.#layout.permitFile);
    const stored = text === null ? null : Stored.safeParse(parseJson(text));
    if (stored?.success === false) {
      log.error("the kept grant cannot be read; the console is waited for");
    }
    const {
      signed,
      others = [],
      floors,
    } = stored?.success === true ? stored.data : { signed: null, floors: [] };
    this.#floors = new Map(floors.map(({ clusterId, epoch }) => [clusterId, epoch]));
    const held = new Map<string, HeldGrant>();
    for (const one of [...(signed === null ? [] : [signed]), ...others]) {
      const verdict = judgeGrant(one, { ...this.#facts(), wallMs: null });
      if (verdict.kind === "valid") {
        held.set(verdict.permit.clusterId, { permit: verdict.permit, signed: one });
      } else {
        const reasons = verdict.reasons.map(({ text }) => text);
        log.error("a kept grant does not count; the console is waited for", { reasons });
      }
    }
    this.#held = held;
    for (const clusterId of held.keys()) {
      this.#unsettled.add(clusterId);
    }
    // What an earlier permit allowed may still be bound, until the document that fits this one is in force.
    const lines = ((await readPrivate(this.#layout.releaseListFile)) ?? "").split(/(?<=\n)/);
    const planned = planReleaseList(this.#listAll());
    this.#formerLines = lines.filter((line) => line !== "" && !planned.includes(line)).join("");
    if (held.size > 0) {
      await this.#writeList(held, []);
    }
  }

  async #write(held: ReadonlyMap<string, HeldGrant>, floors: ReadonlyMap<string, number>): Promise<void> {
    const [signed = null, ...others] = [...held.values()].map((one) => one.signed);
    const stored = {
      signed,
      ...(others.length === 0 ? {} : { others }),
      floors: [...floors].map(([clusterId, epoch]) => ({ clusterId, epoch })),
    };
    await writeDurably(this.#layout.permitFile, JSON.stringify(stored));
  }

  async #writeList(held: ReadonlyMap<string, HeldGrant>, former: readonly FormerVip[]): Promise<void> {
    const permitted = [...held.values()].flatMap(({ permit }) => permit.vips);
    const list = this.#formerLines + planReleaseList([...permitted, ...former.map(({ vip }) => vip)]);
    if ((await readPrivate(this.#layout.releaseListFile)) !== list) {
      await writeDurably(this.#layout.releaseListFile, list);
    }
  }
}

function describeKept({ permit }: Pick<HeldGrant, "permit">): KeptAddressGrant {
  return {
    clusterId: permit.clusterId,
    epoch: permit.epoch,
    vipIds: permit.vips.map((vip) => vip.vipId),
  };
}

function refuse(reasons: readonly Message[]): AddressHelperRefusalError {
  return new AddressHelperRefusalError("not_permitted", joinMessages(reasons));
}

function isSameVip(one: GrantedVip, other: GrantedVip): boolean {
  return (
    one.address === other.address &&
    one.nic === other.nic &&
    one.onRelease === other.onRelease &&
    one.ports.join() === other.ports.join()
  );
}

/** The newest last; of old clusters, which nobody permits anything of any more, not all are needed. */
function withFloor(
  floors: ReadonlyMap<string, number>,
  clusterId: string,
  epoch: number,
): ReadonlyMap<string, number> {
  const others = [...floors].filter(([id]) => id !== clusterId).slice(1 - keptFloors);
  return new Map([...others, [clusterId, epoch]]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
