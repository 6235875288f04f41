import { randomUUID } from "node:crypto";
import { message } from "@primacy/contract";
import type {
  AgentDocument,
  AssignmentReply,
  AssignmentRequest,
  PeerHint,
  ReleaseReply,
  ReleaseRequest,
} from "@primacy/contract/agent";
import type { VipAction } from "@primacy/core/vip";
import { RateLimit } from "../http/rate-limit";
import { RefusalError } from "../http/refusal";
import type { Log } from "../log/log";
import { monotonicMs } from "../vip/address/types";
import type { VipLoop } from "../vip/vip-loop";
import type { ClusterRuntime } from "./cluster-runtime";

type Reply = Extract<VipAction, { kind: "reply-release" }>;

const answerLimitMs = 5000;
/** For each VIP of a peer: many may move at once. */
const requestsPerSecond = 20;
const assignmentLimitMs = 800;

/** What peers ask: only configured ones, of the same cluster, and not too often. */
export class PeerRequests {
  readonly #runtime: ClusterRuntime;
  readonly #log: Log;
  readonly #limit = new RateLimit(requestsPerSecond);
  /** Of their own: hints must not use up what a release request needs. */
  readonly #hintLimit = new RateLimit(requestsPerSecond);
  readonly #questionLimit = new RateLimit(requestsPerSecond);
  /** The decision answers a peer's newest request only; whoever waits for an older one is told at once. */
  readonly #waiting = new Map<string, () => void>();

  constructor(runtime: ClusterRuntime, log: Log) {
    this.#runtime = runtime;
    this.#log = log;
  }

  /** Asks the decision to let go and waits for its answer. Throws RefusalError. */
  async requestRelease(peer: string, request: ReleaseRequest, signal: AbortSignal): Promise<ReleaseReply> {
    this.#refuseRival(peer, request);
    const document = this.#getDocumentFor(peer, request);
    if (!this.#limit.isAllowed(this.#keyOf(peer, request), monotonicMs())) {
      throw new RefusalError("rate_limited", [message("refusal.too_often")]);
    }
    if (this.#runtime.peerDocuments.note(document, peer, request)) {
      this.#log.error("a peer has another document under the same epoch", { peer, epoch: request.epoch });
    }
    const base = { nonce: request.nonce };
    const loop = this.#runtime.findLoop(request.vipId);
    if (loop === undefined) {
      return { ...base, answer: "unknown_vip", reason: null, epoch: null, proofWaitMs: null };
    }
    const { answer, epoch, proofWaitMs } = await this.#ask(loop, peer, request, signal);
    if (answer.kind === "refuse") {
      return { ...base, answer: "refused", reason: answer.reason, epoch, proofWaitMs };
    }
    const silences = request.asksSilences === true ? { silences: { ...answer.silences } } : {};
    return { ...base, answer: "released", reason: null, epoch, proofWaitMs, ...silences };
  }

  /** Tells the decision that the peer looks primary. Throws RefusalError. */
  hint(peer: string, hint: PeerHint): void {
    this.#getDocumentFor(peer, hint);
    if (!this.#hintLimit.isAllowed(this.#keyOf(peer, hint), monotonicMs())) {
      throw new RefusalError("rate_limited", [message("refusal.too_often")]);
    }
    this.#runtime.findLoop(hint.vipId)?.feed({ kind: "peer-hinted", peer });
  }

  /** Reads in the group's order, on the local server, who has a read VIP. Throws RefusalError. */
  async askAssignment(peer: string, request: AssignmentRequest): Promise<AssignmentReply> {
    this.#getDocumentFor(peer, request);
    if (!this.#questionLimit.isAllowed(this.#keyOf(peer, request), monotonicMs())) {
      throw new RefusalError("rate_limited", [message("refusal.too_often")]);
    }
    const read = await this.#runtime.readVips.readAssignment(
      request.vipId,
      monotonicMs() + assignmentLimitMs,
    );
    return { read: read === null ? null : { hostId: read.hostId, viewId: read.viewId } };
  }

  #ask(loop: VipLoop, peer: string, request: ReleaseRequest, signal: AbortSignal): Promise<Reply> {
    const requestId = randomUUID();
    const waiting = `${loop.vipId} ${peer}`;
    this.#waiting.get(waiting)?.();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        stopWaiting();
        clearTimeout(timer);
        reject(new RefusalError("rate_limited", [message("refusal.not_in_time")]));
      };
      this.#waiting.set(waiting, giveUp);
      const timer = setTimeout(giveUp, answerLimitMs);
      signal.addEventListener("abort", giveUp, { once: true });
      const stopWaiting = this.#runtime.executor.awaitAnswer(requestId, (reply) => {
        stopWaiting();
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(reply);
      });
      const { nonce, epoch, viewId, evidenceAgeMs, proofWaitMs } = request;
      const claim = { nonce, epoch, viewId, evidenceAgeMs, proofWaitMs };
      loop.feed({ kind: "peer-requests-release", peer, requestId, ...claim });
    });
  }

  /** The same address in a cluster that the peer is not of: it asks nobody here, and nobody here asks it. */
  #refuseRival(peer: string, { clusterId, address }: ReleaseRequest): void {
    const { document } = this.#runtime;
    if (document === null || document.clusterId === clusterId) return;
    if (document.vips.some((vip) => vip.address === address)) {
      throw new RefusalError("not_a_peer", [message("refusal.not_a_peer", { hostId: peer })]);
    }
  }

  /** What this host has no loop for shares one limit. */
  #keyOf(peer: string, { vipId }: { readonly vipId: string }): string {
    return this.#runtime.findLoop(vipId) === undefined ? peer : `${peer} ${vipId}`;
  }

  #getDocumentFor(peer: string, claim: { clusterId: string; fromHostId: string }): AgentDocument {
    const { document } = this.#runtime;
    if (document === null) {
      throw new RefusalError("unconfigured", [message("refusal.unconfigured")]);
    }
    if (document.clusterId !== claim.clusterId) {
      throw new RefusalError("wrong_cluster", [
        message("refusal.own_cluster", { clusterId: document.clusterId }),
      ]);
    }
    if (claim.fromHostId !== peer || !document.peers.some((known) => known.hostId === peer)) {
      throw new RefusalError("not_a_peer", [message("refusal.not_a_peer", { hostId: peer })]);
    }
    return document;
  }
}
