import { createHash } from "node:crypto";
import { type AgentDocument, type AgentHello, type AgentStatus, documentText } from "@primacy/contract/agent";
import { type Digest, type HeldDocument, unheard } from "@primacy/core/plan";

/** The hash of a document's text, as the agents make it. */
export const hashText: Digest = (text) => createHash("sha256").update(text).digest("hex");

/** What a status says of the document that its agent holds. */
export function toHolding(hostId: string, status: AgentStatus, isAnswering: boolean): HeldDocument {
  const joining = status.vips.filter((vip) => hasReason(vip, "reason.joining"));
  return {
    hostId,
    isAnswering,
    clusterId: status.clusterId,
    epoch: status.epoch,
    documentHash: status.documentHash,
    peers: status.peers.map((peer) => peer.hostId),
    isJoining: joining.length > 0 && joining.length === status.vips.length,
    hasJoiningVip: joining.length > 0,
    ...(lacksGrant(status) ? { lacksGrant: true } : {}),
    vips: status.vips.map((vip) => ({
      vipId: vip.vipId,
      address: vip.address,
      isPaused: vip.maintenance === "hold" || hasReason(vip, "reason.paused"),
      isBound: vip.isBound,
      nic: vip.nic,
    })),
  };
}

/** What an agent of another protocol says of its document: every version says who it is. */
export function toUnread(hostId: string, { clusterId, epoch }: AgentHello): HeldDocument {
  return { ...unheard(hostId), isUnread: true, clusterId, epoch };
}

/** A host on which no agent was ever installed holds no document, so it can take nothing. */
export function withoutAgent(hostId: string): HeldDocument {
  return { ...unheard(hostId), peers: [] };
}

/** A document that an agent took, by the hash that this console makes of it and by the one that the agent answered. */
export interface AcceptedHash {
  readonly own: string;
  readonly answered: string;
}

/** The two hashes of a document that an agent took. */
export function toAcceptedHash(document: AgentDocument, answered: string): AcceptedHash {
  return { own: hashText(documentText(document)), answered };
}

/**
 * The hashes that agents answered for what this console told them. An agent of another release may make the hash of
 * another text; what it answered for a document is that document's all the same. Only that one's: what was told before a
 * database was restored is other content afterwards.
 */
export class AcceptedHashes {
  readonly #own = new Map<string, string>();

  /** Keeps what an agent answered; of old ones, which nobody holds any more, none is needed. */
  note({ own, answered }: AcceptedHash): void {
    this.#own.delete(answered);
    this.#own.set(answered, own);
    for (const old of this.#own.keys()) {
      if (this.#own.size <= 100) return;
      this.#own.delete(old);
    }
  }

  /** What is held, by this console's own hash where its agent answered another one for the same document. */
  settle(held: HeldDocument): HeldDocument {
    const own = held.documentHash === null ? undefined : this.#own.get(held.documentHash);
    return own === undefined ? held : { ...held, documentHash: own };
  }
}

function lacksGrant({ epoch, permitEpoch }: AgentStatus): boolean {
  return epoch !== null && permitEpoch !== epoch;
}

function hasReason({ reasons }: AgentStatus["vips"][number], code: string): boolean {
  return reasons.some((reason) => reason.code === code);
}
