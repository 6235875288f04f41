import {
  type AgentHello,
  type AgentPeer,
  AssignmentReply,
  type PeerReach,
  ReleaseReply,
} from "@primacy/contract/agent";
import type { VipAction, VipInput } from "@primacy/core/vip";
import type { Identity } from "../identity/identity";
import type { AssignmentRead } from "../mysql/consensus-probe";
import { monotonicMs } from "../vip/address/types";
import type { PeerMessenger } from "../vip/execute/executor";
import { PeerError, PeerLink, type PeerReports } from "./peer-link";

type AskRelease = Extract<VipAction, { kind: "ask-release" }>;

/** What every request to a peer carries. */
export interface OwnClaim {
  readonly clusterId: string;
  readonly hostId: string;
  readonly documentHash: string;
}

const hintTimeoutMs = 300;

/**
 * The connections to the other agents of the cluster. Each is kept warm by a ping, so that a release
 * request in the middle of a switchover needs no handshake. A peer must show the certificate of its host.
 */
export class PeerLinks implements PeerMessenger {
  readonly #links = new Map<string, PeerLink>();
  readonly #reports: PeerReports;
  #identity: Identity;
  #claim: OwnClaim | null = null;
  #pingEveryMs: number | null = null;

  constructor(identity: Identity, reports: PeerReports) {
    this.#identity = identity;
    this.#reports = reports;
  }

  /** Speaks to exactly these peers from now on. A peer that did not change keeps its connection. */
  configure(peers: readonly AgentPeer[], claim: OwnClaim | null): void {
    const isOfAnother = claim?.clusterId !== this.#claim?.clusterId;
    this.#claim = claim;
    for (const [hostId, link] of this.#links) {
      const wanted = peers.find((peer) => peer.hostId === hostId);
      const { address, port } = link.peer;
      if (isOfAnother || wanted === undefined || wanted.address !== address || wanted.port !== port) {
        link.close();
        this.#links.delete(hostId);
      }
    }
    if (claim === null) {
      return;
    }
    for (const peer of peers) {
      if (!this.#links.has(peer.hostId)) {
        const link = new PeerLink(peer, claim.clusterId, this.#identity, this.#reports);
        link.setPace(this.#pingEveryMs);
        this.#links.set(peer.hostId, link);
      }
    }
  }

  /** Shows another certificate from now on. */
  renewIdentity(identity: Identity): void {
    this.#identity = identity;
    const peers = [...this.#links.values()].map((link) => link.peer);
    this.close();
    this.configure(peers, this.#claim);
  }

  /** The host whose agent goes by this MySQL server, or null. */
  findHostOf(serverUuid: string): string | null {
    for (const [hostId, link] of this.#links) {
      if (link.serverUuid === serverUuid) return hostId;
    }
    return null;
  }

  /** Whether each peer's agent answered its last ping. */
  listReach(): PeerReach[] {
    return [...this.#links.values()].map((link) => link.reach);
  }

  /** Pings every peer as often as this from now on; null: as often as a warm connection needs. */
  setPace(pingEveryMs: number | null): void {
    this.#pingEveryMs = pingEveryMs;
    for (const link of this.#links.values()) {
      link.setPace(pingEveryMs);
    }
  }

  /** What the peer's agent last said of itself, and how long ago; null while it has not. */
  findHello(hostId: string): { readonly hello: AgentHello; readonly agoMs: number } | null {
    return this.#links.get(hostId)?.lastHello ?? null;
  }

  /**
   * Asks a peer who has a read VIP by the group's order. The read is dated on this host's clock, when it was asked for.
   * Null where the peer cannot be asked or could not prove it. Never throws.
   */
  async askAssignment(hostId: string, vipId: string, timeoutMs: number): Promise<AssignmentRead | null> {
    const link = this.#links.get(hostId);
    const claim = this.#claim;
    if (link === undefined || claim === null || timeoutMs <= 0) {
      return null;
    }
    const askedMs = monotonicMs();
    const body = { clusterId: claim.clusterId, vipId, fromHostId: claim.hostId };
    try {
      const { read } = AssignmentReply.parse(await link.call("askAssignment", body, timeoutMs));
      return read === null ? null : { ...read, startedAtMs: askedMs };
    } catch {
      return null;
    }
  }

  async askRelease(ask: AskRelease): Promise<VipInput> {
    const { peer, nonce } = ask;
    const link = this.#links.get(peer);
    const claim = this.#claim;
    if (link === undefined || claim === null) {
      return { kind: "peer-failed", peer, nonce, code: "unreachable" };
    }
    const body = {
      clusterId: claim.clusterId,
      vipId: ask.vipId,
      fromHostId: claim.hostId,
      epoch: ask.epoch,
      documentHash: claim.documentHash,
      nonce,
      viewId: ask.viewId,
      evidenceAgeMs: Math.max(0, ask.evidenceAgeMs),
      proofWaitMs: ask.proofWaitMs,
      asksSilences: true,
      address: ask.address,
    };
    try {
      const reply = ReleaseReply.parse(await link.call("requestRelease", body, ask.timeoutMs));
      return toInput(peer, nonce, reply);
    } catch (error) {
      const code = error instanceof PeerError ? error.code : "other";
      return { kind: "peer-failed", peer, nonce, code };
    }
  }

  hint(peerHostId: string, vipId: string): void {
    const claim = this.#claim;
    if (claim !== null) {
      const body = { clusterId: claim.clusterId, vipId, fromHostId: claim.hostId };
      this.#links
        .get(peerHostId)
        ?.call("hintPeer", body, hintTimeoutMs)
        .catch(() => undefined);
    }
  }

  /** Ends every connection. May be called twice. */
  close(): void {
    for (const link of this.#links.values()) {
      link.close();
    }
    this.#links.clear();
  }
}

function toInput(peer: string, nonce: string, reply: ReleaseReply): VipInput {
  const { epoch, proofWaitMs } = reply;
  if (reply.nonce !== nonce || epoch === null || proofWaitMs === null) {
    return {
      kind: "peer-failed",
      peer,
      nonce,
      code: reply.answer === "unknown_vip" ? "unknown-vip" : "other",
    };
  }
  if (reply.answer === "released") {
    return { kind: "peer-acked", peer, nonce, epoch, proofWaitMs, silences: reply.silences ?? {} };
  }
  if (reply.answer === "refused" && reply.reason !== null) {
    return { kind: "peer-refused", peer, nonce, reason: reply.reason, epoch, proofWaitMs };
  }
  return { kind: "peer-failed", peer, nonce, code: "unknown-vip" };
}
