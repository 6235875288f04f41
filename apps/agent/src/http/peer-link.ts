import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import {
  AgentHello,
  type AgentPeer,
  AgentRefusal,
  agentEndpoints,
  certificateUri,
  clusterHeader,
  type PeerReach,
} from "@primacy/contract/agent";
import type { PeerErrorCode } from "@primacy/core/vip";
import { type Identity, listIdentities } from "../identity/identity";
import { monotonicMs } from "../vip/address/types";
import { secureContext } from "./server";

const gentlePingMs = 3000;
const pingTimeoutMs = 1000;
const maxAnswerBytes = 64 * 1024;

/** A request to a peer that got no usable answer. */
export class PeerError extends Error {
  readonly code: PeerErrorCode;
  readonly retryable = true;

  constructor(code: PeerErrorCode, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = "PeerError";
    this.code = code;
  }
}

/** What the pings tell. */
export interface PeerReports {
  /** A peer's agent began to answer, or stopped. */
  reach(): void;
  /** A peer's agent answered, and told the epoch of its document. */
  seen(hostId: string, epoch: number | null): void;
}

/** One peer's connections, kept warm by a ping that also tells whether its agent answers. */
export class PeerLink {
  readonly peer: AgentPeer;
  readonly #clusterId: string;
  readonly #pool: Agent;
  /** Of its own: an answer that takes long must not keep a release request waiting. */
  readonly #questionPool: Agent;
  readonly #reports: PeerReports;
  #timer: NodeJS.Timeout | undefined;
  #pingEveryMs = gentlePingMs;
  #answeredMs: number | null = null;
  #reach: PeerReach;
  #isClosed = false;
  #isPinging = false;
  #hello: AgentHello | null = null;

  /** A peer may serve other clusters too; it is asked of this one. */
  constructor(peer: AgentPeer, clusterId: string, identity: Identity, reports: PeerReports) {
    this.peer = peer;
    this.#clusterId = clusterId;
    this.#reports = reports;
    this.#reach = {
      hostId: peer.hostId,
      isHostAnswering: null,
      hostAskedMonotonicMs: null,
      isAgentAnswering: null,
      agentAskedMonotonicMs: null,
      agentRttMs: null,
    };
    this.#pool = createPool(peer, identity, 4);
    this.#questionPool = createPool(peer, identity, 2);
    void this.#ping();
  }

  /** What the last ping showed. */
  get reach(): PeerReach {
    return this.#reach;
  }

  /** The MySQL server that the peer's agent last said it goes by; null while it has not said. */
  get serverUuid(): string | null {
    return this.#hello?.serverUuid ?? null;
  }

  /** What the peer's agent last said of itself, and how long ago; null while it has not. */
  get lastHello(): { readonly hello: AgentHello; readonly agoMs: number } | null {
    return this.#hello === null || this.#answeredMs === null
      ? null
      : { hello: this.#hello, agoMs: monotonicMs() - this.#answeredMs };
  }

  /** Pings as often as this from now on; null: as often as a warm connection needs. */
  setPace(pingEveryMs: number | null): void {
    const isHastened = (pingEveryMs ?? gentlePingMs) < this.#pingEveryMs;
    this.#pingEveryMs = pingEveryMs ?? gentlePingMs;
    if (isHastened && !this.#isPinging) {
      clearTimeout(this.#timer);
      void this.#ping();
    }
  }

  /** Calls the peer; resolves to the answer as it came. Throws PeerError. */
  call(
    name: "requestRelease" | "hintPeer" | "askAssignment" | "hello",
    body: unknown,
    timeoutMs: number,
  ): Promise<unknown> {
    const { method, path } = agentEndpoints[name];
    const text = body === null ? "" : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: name === "askAssignment" ? this.#questionPool : this.#pool,
        host: this.peer.address,
        port: this.peer.port,
        method,
        path,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
          [clusterHeader]: this.#clusterId,
        },
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

  /** Ends connections and ping. May be called twice. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#pool.destroy();
    this.#questionPool.destroy();
  }

  async #ping(): Promise<void> {
    const askedMs = monotonicMs();
    this.#isPinging = true;
    let rttMs: number | null = null;
    try {
      this.#hello = AgentHello.parse(await this.call("hello", null, pingTimeoutMs));
      rttMs = monotonicMs() - askedMs;
      this.#answeredMs = monotonicMs();
    } catch {
      // Which way it failed makes no difference: the agent does not answer.
    }
    this.#isPinging = false;
    if (this.#isClosed) {
      return;
    }
    if (rttMs !== null) {
      this.#reports.seen(this.peer.hostId, this.#hello?.epoch ?? null);
    }
    const hasChanged = this.#reach.isAgentAnswering !== (rttMs !== null);
    this.#reach = {
      ...this.#reach,
      isAgentAnswering: rttMs !== null,
      agentAskedMonotonicMs: askedMs,
      agentRttMs: rttMs,
    };
    if (hasChanged) {
      this.#reports.reach();
    }
    this.#timer = setTimeout(() => {
      void this.#ping();
    }, this.#pingEveryMs);
    this.#timer.unref();
  }
}

function createPool(peer: AgentPeer, identity: Identity, maxSockets: number): Agent {
  const expected = certificateUri({
    kind: "host",
    consoleId: identity.bootstrap.consoleId,
    hostId: peer.hostId,
  });
  return new Agent({
    ...secureContext(identity),
    keepAlive: true,
    maxSockets,
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
  const text = Buffer.concat(chunks).toString("utf8");
  if (response.statusCode === 200) {
    return JSON.parse(text);
  }
  throw new PeerError(codeOf(response.statusCode, text), `status ${response.statusCode}`);
}

function codeOf(status: number | undefined, text: string): PeerErrorCode {
  if (status !== 403) {
    return "other";
  }
  return readRefusal(text) === "not_a_peer" ? "not-a-peer" : "denied";
}

function readRefusal(text: string): AgentRefusal["code"] | null {
  try {
    return AgentRefusal.parse(JSON.parse(text)).code;
  } catch {
    return null;
  }
}
