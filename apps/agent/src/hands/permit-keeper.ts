import { isIpv4 } from "@primacy/contract";
import {
  type KeptPermit,
  type Permit,
  type PermittedVip,
  permitVersion,
  SignedPermit,
} from "@primacy/contract/agent";
import { z } from "zod";
import type { Identity } from "../identity/identity";
import type { Log } from "../log/log";
import { deleteDurably, readPrivate, writeDurably } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import { HandsRefusalError } from "./hands-refusal-error";
import { judgePermit } from "./judge-permit";
import { planReleaseList } from "./release-list";

const Stored = z.strictObject({
  signed: SignedPermit.nullable(),
  /** The highest epoch of each cluster that this host was permitted anything of. */
  floors: z.array(z.strictObject({ clusterId: z.string(), epoch: z.number() })),
});

/** Of a document that an agent before the split kept, what a permit has. */
const LegacyDocument = z.object({
  clusterId: z.uuid(),
  epoch: z.number().int(),
  hostId: z.string(),
  vips: z.array(
    z.object({
      vipId: z.uuid(),
      address: z.string().refine(isIpv4),
      nic: z.string(),
      ports: z.array(z.number()).min(1),
      onRelease: z.enum(["cut", "leave"]).optional(),
    }),
  ),
});

const keptFloors = 32;
const longestLeaseSeconds = 5;
/** The document that fits a new permit comes right after it; until then the one before is in force, and what it holds. */
const documentLimitMs = 15_000;

/**
 * The permit of this host: kept in files that only root can write, verified anew at each start, and with it the list of what
 * the supervisor releases when nobody else does. Changes run one at a time, as its caller sees to.
 */
export class PermitKeeper {
  readonly #layout: Layout;
  readonly #identity: Identity;
  #permit: Permit | null = null;
  #isSigned = false;
  #floors: ReadonlyMap<string, number> = new Map();
  /** Of permits before the present one, until the document that fits it is in force. */
  #former: readonly PermittedVip[] = [];
  #formerUntilMs = Number.NEGATIVE_INFINITY;
  /** Lines of a list that nothing else is known of. */
  #formerLines = "";

  private constructor(layout: Layout, identity: Identity) {
    this.#layout = layout;
    this.#identity = identity;
  }

  /**
   * Reads what is kept. A host that had an agent before there were permits is permitted what root's own file of that agent
   * has, until the console signs one. Throws StoreError when a file cannot be read or is not root's alone.
   */
  static async open(layout: Layout, identity: Identity, log: Log): Promise<PermitKeeper> {
    const keeper = new PermitKeeper(layout, identity);
    await keeper.#read(log);
    return keeper;
  }

  get current(): KeptPermit | null {
    const permit = this.#permit;
    return permit === null
      ? null
      : {
          clusterId: permit.clusterId,
          epoch: permit.epoch,
          isSigned: this.#isSigned,
          vipIds: permit.vips.map((vip) => vip.vipId),
        };
  }

  get maxLeaseSeconds(): number {
    return this.#permit?.maxLeaseSeconds ?? 0;
  }

  /** What may be held now. */
  findPermitted(address: string): PermittedVip | null {
    return this.#permit?.vips.find((vip) => vip.address === address) ?? null;
  }

  /** What may be bound or renewed there at this instant of the monotonic clock. */
  findLeasable(address: string, nic: string, nowMs: number): PermittedVip | null {
    const permitted = this.findPermitted(address);
    if (permitted?.nic === nic || nowMs >= this.#formerUntilMs) {
      return permitted;
    }
    return this.#former.find((vip) => vip.address === address && vip.nic === nic) ?? permitted;
  }

  /** What is, or was until a moment ago, permitted under this address: what may be let go. */
  listKnown(address: string): readonly PermittedVip[] {
    return [...(this.#permit?.vips ?? []), ...this.#former].filter((vip) => vip.address === address);
  }

  /** Puts a permit in force and on disk. Throws HandsRefusalError, and then the one before stays; StoreError. */
  async put(signed: SignedPermit, wallMs: number): Promise<KeptPermit> {
    const verdict = judgePermit(signed, { ...this.#facts(), wallMs });
    if (verdict.kind === "refused") {
      throw new HandsRefusalError("not_permitted", `the permit is refused: ${verdict.reasons.join("; ")}`);
    }
    const { permit } = verdict;
    const held = this.#permit;
    const isSameCluster = held?.clusterId === permit.clusterId;
    const floor = Math.max(isSameCluster ? held.epoch : 0, this.#floors.get(permit.clusterId) ?? 0);
    if (permit.epoch < floor) {
      const text = `epoch ${permit.epoch} is below ${floor}, which is kept`;
      throw new HandsRefusalError("epoch_too_low", text, floor);
    }
    const former = [...this.#former, ...(held?.vips ?? [])].filter(
      (vip) => !permit.vips.some((next) => isSameVip(vip, next)),
    );
    const floors = withFloor(this.#floors, permit.clusterId, permit.epoch);
    // The list first: an address that may be bound must never be missing from it.
    await this.#writeList([...permit.vips, ...former]);
    await this.#write(signed, floors);
    // The release before would start with what is no longer true.
    if (!isSameCluster || permit.epoch > held.epoch) {
      const { legacyDocumentFile, legacyCredentialFile, legacyVipsFile } = this.#layout;
      for (const file of [legacyDocumentFile, legacyCredentialFile, legacyVipsFile]) {
        await deleteDurably(file);
      }
    }
    this.#permit = permit;
    this.#isSigned = true;
    this.#floors = floors;
    this.#former = former;
    this.#formerUntilMs = monotonicMs() + documentLimitMs;
    return this.#requireCurrent();
  }

  /** Forgets what only earlier permits allowed, but for what `isStillHere` says of. Throws StoreError. */
  async settle(isStillHere: (vip: PermittedVip) => boolean): Promise<void> {
    this.#former = this.#former.filter(isStillHere);
    this.#formerLines = "";
    await this.#writeList([...(this.#permit?.vips ?? []), ...this.#former]);
  }

  /** Keeps no permit any more, only which epochs were reached. For when nothing is held. Throws StoreError. */
  async forget(): Promise<void> {
    await this.#write(null, this.#floors);
    this.#permit = null;
    this.#isSigned = false;
    this.#former = [];
    this.#formerLines = "";
    const { legacyDocumentFile, legacyCredentialFile, legacyVipsFile, releaseListFile } = this.#layout;
    for (const file of [legacyDocumentFile, legacyCredentialFile, legacyVipsFile, releaseListFile]) {
      await deleteDurably(file);
    }
  }

  #requireCurrent(): KeptPermit {
    const { current } = this;
    if (current === null) {
      throw new Error("a permit was put and is not there");
    }
    return current;
  }

  #facts(): { authorityPem: string; consoleId: string; hostId: string } {
    const { bootstrap, caPem } = this.#identity;
    return { authorityPem: caPem, consoleId: bootstrap.consoleId, hostId: bootstrap.hostId };
  }

  async #read(log: Log): Promise<void> {
    const text = await readPrivate(this.#layout.permitFile);
    const stored = text === null ? null : Stored.safeParse(parseJson(text));
    if (stored?.success === false) {
      log.error("the kept permit cannot be understood; the console is waited for");
    }
    const { signed, floors } = stored?.success === true ? stored.data : { signed: null, floors: [] };
    this.#floors = new Map(floors.map(({ clusterId, epoch }) => [clusterId, epoch]));
    const verdict = signed === null ? null : judgePermit(signed, { ...this.#facts(), wallMs: null });
    const legacy = await this.#readLegacy();
    if (verdict?.kind === "valid" && !isNewer(legacy, verdict.permit)) {
      this.#permit = verdict.permit;
      this.#isSigned = true;
    } else {
      if (verdict?.kind === "refused") {
        log.error("the kept permit does not count; the console is waited for", { reasons: verdict.reasons });
      }
      this.#permit = legacy;
    }
    // What an earlier permit allowed may still be bound, until the document that fits this one is in force.
    const lines = ((await readPrivate(this.#layout.releaseListFile)) ?? "").split(/(?<=\n)/);
    const planned = planReleaseList(this.#permit?.vips ?? []);
    this.#formerLines = lines.filter((line) => line !== "" && !planned.includes(line)).join("");
    if (this.#permit !== null) {
      await this.#writeList(this.#permit.vips);
    }
  }

  /** Written by an agent that ran as root, into a folder of root's: as good as root's own word. */
  async #readLegacy(): Promise<Permit | null> {
    const text = await readPrivate(this.#layout.legacyDocumentFile);
    const legacy = text === null ? null : LegacyDocument.safeParse(parseJson(text));
    if (!legacy?.success || legacy.data.hostId !== this.#identity.bootstrap.hostId) {
      return null;
    }
    const { clusterId, epoch, hostId, vips } = legacy.data;
    if (epoch < (this.#floors.get(clusterId) ?? 0)) {
      return null;
    }
    return {
      version: permitVersion,
      hostId,
      clusterId,
      epoch,
      maxLeaseSeconds: longestLeaseSeconds,
      vips: vips.map(({ onRelease = "cut", ...vip }) => ({ ...vip, prefixLength: 32, onRelease })),
    };
  }

  async #write(signed: SignedPermit | null, floors: ReadonlyMap<string, number>): Promise<void> {
    const stored = {
      signed,
      floors: [...floors].map(([clusterId, epoch]) => ({ clusterId, epoch })),
    };
    await writeDurably(this.#layout.permitFile, JSON.stringify(stored));
  }

  async #writeList(vips: readonly PermittedVip[]): Promise<void> {
    const list = this.#formerLines + planReleaseList(vips);
    if ((await readPrivate(this.#layout.releaseListFile)) !== list) {
      await writeDurably(this.#layout.releaseListFile, list);
    }
  }
}

/** A release that ran as root was told of it since, while the signed permit lay still. */
function isNewer(legacy: Permit | null, signed: Permit): boolean {
  return legacy !== null && (legacy.clusterId !== signed.clusterId || legacy.epoch > signed.epoch);
}

function isSameVip(one: PermittedVip, other: PermittedVip): boolean {
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
