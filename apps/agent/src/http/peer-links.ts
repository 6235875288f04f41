import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import {
  AgentHello,
  type AgentPeer,
  agentEndpoints,
  certificateUri,
  type PeerReach,
  ReleaseReply,
} from "@primacy/contract/agent";
import type { PeerErrorCode, VipAction, VipInput } from "@primacy/core/vip";
import { type Identity, listIdentities } from "../identity/identity";
import { monotonicMs } from "../vip/address/types";
import type { PeerMessenger } from "../vip/execute/executor";
import { secureContext } from "./server";

type AskRelease = Extract<VipAction, { kind: "ask-release" }>;

/** What every request to a peer carries. */
export interface OwnClaim {
  readonly clusterId: string;
  readonly hostId: string;
  readonly documentHash: string;
}

const pingEveryMs = 3000;
const pingTimeoutMs = 1000;
const hintTimeoutMs = 300;
const maxAnswerBytes = 64 * 1024;

/** A request to a peer that got no usable answer. */
class PeerError extends Error {
  readonly code: PeerErrorCode;
  readonly retryable = true;

  constructor(code: PeerErrorCode, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = "PeerError";
    this.code = code;
  }
}

/**
 * The connections to the other agents of the cluster. Each is kept warm by a ping, so that a release
 * request in the middle of a switchover needs no handshake. A peer must show the certificate of its host.
 */
export class PeerLinks implements PeerMessenger {
  readonly #links = new Map<string, PeerLink>();
  readonly #onReach: () => void;
  #identity: Identity;
  #claim: OwnClaim | null = null;

  constructor(identity: Identity, onReach: () => void) {
    this.#identity = identity;
    this.#onReach = onReach;
  }

  /** Speaks to exactly these peers from now on. A peer that did not change keeps its connection. */
  configure(peers: readonly AgentPeer[], claim: OwnClaim | null): void {
    this.#claim = claim;
    for (const [hostId, link] of this.#links) {
      const wanted = peers.find((peer) => peer.hostId === hostId);
      if (wanted === undefined || wanted.address !== link.peer.address || wanted.port !== link.peer.port) {
        link.close();
        this.#links.delete(hostId);
      }
    }
    for (const peer of peers) {
      if (!this.#links.has(peer.hostId)) {
        this.#links.set(peer.hostId, new PeerLink(peer, this.#identity, this.#onReach));
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

  /** Whether each peer's agent answered its last ping. */
  listReach(): PeerReach[] {
    return [...this.#links.values()].map((link) => link.reach);
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
    return { kind: "peer-acked", peer, nonce, epoch, proofWaitMs };
  }
  if (reply.answer === "refused" && reply.reason !== null) {
    return { kind: "peer-refused", peer, nonce, reason: reply.reason, epoch, proofWaitMs };
  }
  return { kind: "peer-failed", peer, nonce, code: "unknown-vip" };
}

/** One peer's connection pool and its ping. */
class PeerLink {
  readonly peer: AgentPeer;
  readonly #pool: Agent;
  readonly #onReach: () => void;
  #timer: NodeJS.Timeout | undefined;
  #reach: PeerReach;
  #isClosed = false;

  constructor(peer: AgentPeer, identity: Identity, onReach: () => void) {
    this.peer = peer;
    this.#onReach = onReach;
    this.#reach = {
      hostId: peer.hostId,
      isHostAnswering: null,
      hostAskedMonotonicMs: null,
      isAgentAnswering: null,
      agentAskedMonotonicMs: null,
      agentRttMs: null,
    };
    this.#pool = createPool(peer, identity);
    void this.#ping();
  }

  get reach(): PeerReach {
    return this.#reach;
  }

  call(name: "requestRelease" | "hintPeer" | "hello", body: unknown, timeoutMs: number): Promise<unknown> {
    const { method, path } = agentEndpoints[name];
    const text = body === null ? "" : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: this.#pool,
        host: this.peer.address,
        port: this.peer.port,
        method,
        path,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
      });
      const timer = setTimeout(() => {
        sent.destroy(new PeerError("timeout", `no answer within ${timeoutMs} ms`));
      }, timeoutMs);
      sent.on("error", (error) => {
        clearTimeout(timer);
        reject(error instanceof PeerError ? error : new PeerError("unreachable", error.message, error));
      });
      sent.on("response", (response) => {
        readAnswer(response)
          .then(resolve, reject)
          .finally(() => clearTimeout(timer));
      });
      sent.end(text);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#pool.destroy();
  }

  async #ping(): Promise<void> {
    const askedMs = monotonicMs();
    let rttMs: number | null = null;
    try {
      AgentHello.parse(await this.call("hello", null, pingTimeoutMs));
      rttMs = monotonicMs() - askedMs;
    } catch {
      // Which way it failed makes no difference: the agent does not answer.
    }
    if (this.#isClosed) {
      return;
    }
    const hasChanged = this.#reach.isAgentAnswering !== (rttMs !== null);
    this.#reach = {
      ...this.#reach,
      isAgentAnswering: rttMs !== null,
      agentAskedMonotonicMs: askedMs,
      agentRttMs: rttMs,
    };
    if (hasChanged) {
      this.#onReach();
    }
    this.#timer = setTimeout(() => {
      void this.#ping();
    }, pingEveryMs);
    this.#timer.unref();
  }
}

function createPool(peer: AgentPeer, identity: Identity): Agent {
  const expected = certificateUri({
    kind: "host",
    consoleId: identity.bootstrap.consoleId,
    hostId: peer.hostId,
  });
  return new Agent({
    ...secureContext(identity),
    keepAlive: true,
    maxSockets: 4,
    minVersion: "TLSv1.3",
    rejectUnauthorized: true,
    // Agents are known by the host in their certificate, not by a name.
    servername: "",
    checkServerIdentity: (_name, certificate) =>
      listIdentities(certificate.subjectaltname).some((found) => certificateUri(found) === expected)
        ? undefined
        : new PeerError("denied", "its certificate names another host"),
  });
}

async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (Buffer.isBuffer(chunk)) {
      size += chunk.length;
      chunks.push(chunk);
    }
    if (size > maxAnswerBytes) {
      throw new PeerError("other", "the answer is too large");
    }
  }
  if (response.statusCode === 200) {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  }
  throw new PeerError(response.statusCode === 403 ? "denied" : "other", `status ${response.statusCode}`);
}
