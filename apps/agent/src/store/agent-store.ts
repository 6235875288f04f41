import { Id, message } from "@primacy/contract";
import { AgentCredential, AgentDocument, agentProtocol, RoleCheckOrder } from "@primacy/contract/agent";
import type { PersistedVip } from "@primacy/core/vip";
import { z } from "zod";
import { spokenProtocol } from "../run/version";
import { deleteDurably, readPrivate, StoreError, writeDurably } from "./durable-file";
import type { Layout } from "./layout";

const Spoken = z.object({ protocol: z.number() });
const Named = z.object({ clusterId: Id });

const StoredVips = z.object({
  bootId: z.string(),
  vips: z.array(
    z.object({
      vipId: z.string(),
      epoch: z.number(),
      maintenance: z.enum(["off", "no-acquire", "release"]),
      blocked: z.object({ code: z.literal("flapping") }).nullable(),
      tombstoneUntilMs: z.number().nullable(),
    }),
  ),
});

/** A document is kept under the protocol of the agent that kept it. */
const StoredDocument = AgentDocument.extend({ protocol: z.literal(spokenProtocol) });

/** What an agent finds of its configuration when it starts. */
export type KeptConfiguration =
  | { readonly kind: "none" }
  | {
      readonly kind: "known";
      readonly document: AgentDocument;
      readonly credential: AgentCredential | null;
    }
  | UnknownConfiguration;

/** Kept by an agent of another version, or damaged: there is something, and nothing of it may be acted on. */
export interface UnknownConfiguration {
  readonly kind: "unknown";
  readonly file: string;
  /** What the document says of itself; null where it does not even say that. */
  readonly protocol: number | null;
  readonly clusterId: string | null;
}

/** What the agent keeps over a restart. Evidence, proofs and generations are never among it. */
export class AgentStore {
  readonly #layout: Layout;
  readonly #bootId: string;
  #vips = new Map<string, PersistedVip>();
  #pending: Promise<void> = Promise.resolve();
  #isWriteQueued = false;

  constructor(layout: Layout, bootId: string) {
    this.#layout = layout;
    this.#bootId = bootId;
  }

  /**
   * The document that was accepted last, with the account. Without both in a known form the console has to tell both
   * anew. Throws StoreError when a file cannot be read, or when others may read it.
   */
  async readConfiguration(): Promise<KeptConfiguration> {
    const { documentFile, credentialFile } = this.#layout;
    const text = await readPrivate(documentFile);
    if (text === null) {
      return { kind: "none" };
    }
    const json = parseJson(text);
    const protocol = Spoken.safeParse(json).data?.protocol ?? null;
    const clusterId = Named.safeParse(json).data?.clusterId ?? null;
    const document = StoredDocument.safeParse(json);
    if (!document.success) {
      return { kind: "unknown", file: documentFile, protocol, clusterId };
    }
    const secret = await readPrivate(credentialFile);
    const credential = secret === null ? null : AgentCredential.safeParse(parseJson(secret));
    if (credential?.success === false) {
      return { kind: "unknown", file: credentialFile, protocol, clusterId };
    }
    return {
      kind: "known",
      document: { ...document.data, protocol: agentProtocol },
      credential: credential?.data ?? null,
    };
  }

  /** Replaces the document. Throws StoreError. */
  async writeDocument(document: AgentDocument): Promise<void> {
    await writeDurably(this.#layout.documentFile, JSON.stringify({ ...document, protocol: spokenProtocol }));
  }

  /** The account for the local server, or null. Throws StoreError when it is there but cannot be used. */
  readCredential(): Promise<AgentCredential | null> {
    return readJson(this.#layout.credentialFile, AgentCredential);
  }

  /** Replaces the account. Throws StoreError. */
  writeCredential(credential: AgentCredential): Promise<void> {
    return writeDurably(this.#layout.credentialFile, JSON.stringify(credential));
  }

  /** The port on which proxies are answered; null where that is off, or was kept in a form that is not known. Throws StoreError. */
  async readRoleCheck(): Promise<number | null> {
    const text = await readPrivate(this.#layout.roleCheckFile);
    return text === null ? null : (RoleCheckOrder.safeParse(parseJson(text)).data?.port ?? null);
  }

  /** Keeps it, or that it is off. Throws StoreError. */
  async writeRoleCheck(order: RoleCheckOrder): Promise<void> {
    const { roleCheckFile } = this.#layout;
    if (order.port === null) await deleteDurably(roleCheckFile);
    else await writeDurably(roleCheckFile, JSON.stringify(order));
  }

  /** Reads what was kept of each VIP. Instants of an earlier boot mean nothing and are dropped. Throws StoreError. */
  async readVips(): Promise<ReadonlyMap<string, PersistedVip>> {
    const stored = await readJson(this.#layout.vipsFile, StoredVips);
    const isSameBoot = stored?.bootId === this.#bootId;
    const vips = (stored?.vips ?? []).map((vip) => (isSameBoot ? vip : { ...vip, tombstoneUntilMs: null }));
    this.#vips = new Map(vips.map((vip) => [vip.vipId, vip]));
    return this.#vips;
  }

  /** What is kept of each VIP now, written or about to be. */
  get vips(): ReadonlyMap<string, PersistedVip> {
    return this.#vips;
  }

  /** Keeps one VIP's record; the newest wins. Rejects with StoreError when it cannot be written. */
  writeVip(vip: PersistedVip): Promise<void> {
    this.#vips.set(vip.vipId, vip);
    if (!this.#isWriteQueued) {
      this.#isWriteQueued = true;
      this.#pending = this.#pending.then(
        () => this.#writeVips(),
        () => this.#writeVips(),
      );
    }
    return this.#pending;
  }

  /** Resolves when every record that was told so far is on disk, or could not be written. */
  async settle(): Promise<void> {
    await this.#pending.catch(() => undefined);
  }

  /** Forgets VIPs that are no longer configured. Rejects like {@link writeVip}. */
  keepOnly(vipIds: readonly string[]): Promise<void> {
    const gone = [...this.#vips.keys()].filter((vipId) => !vipIds.includes(vipId));
    for (const vipId of gone) {
      this.#vips.delete(vipId);
    }
    return gone.length === 0 ? Promise.resolve() : this.#writeVips();
  }

  /** Deletes document, account and records, for a host that leaves its cluster. Throws StoreError. */
  async forget(): Promise<void> {
    this.#vips.clear();
    await this.#pending.catch(() => undefined);
    const { documentFile, credentialFile, vipsFile, roleCheckFile } = this.#layout;
    for (const file of [documentFile, credentialFile, vipsFile, roleCheckFile]) {
      await deleteDurably(file);
    }
  }

  async #writeVips(): Promise<void> {
    this.#isWriteQueued = false;
    // The release before, to which a failed upgrade goes back, reads a detail.
    const vips = [...this.#vips.values()].map(({ blocked, ...vip }) => ({
      ...vip,
      blocked: blocked === null ? null : { ...blocked, detail: "" },
    }));
    const stored = { bootId: this.#bootId, vips };
    await writeDurably(this.#layout.vipsFile, JSON.stringify(stored));
  }
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readPrivate(file);
  if (text === null) {
    return null;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new StoreError(message("file.unknown_form", { file }), "EINVAL", error);
  }
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
