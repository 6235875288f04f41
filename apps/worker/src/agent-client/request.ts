import type { IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import {
  type AgentEndpointName,
  AgentRefusal,
  agentEndpoints,
  agentProtocol,
  clusterHeader,
} from "@primacy/contract/agent";
import type { AgentTarget } from "./agent-client";
import { AgentFailure, toAgentFailure, toRefusedFailure } from "./agent-failure";

const maxAnswerBytes = 8 * 1024 * 1024;

/**
 * Sends one request and resolves with the head of the answer, which is 200. Sent again when an idle connection turns out to be closed, until
 * none of those is left: every call of an agent may run twice. Throws `AgentFailure`, or the signal's reason.
 */
export async function openRequest(
  pool: Agent,
  target: AgentTarget,
  name: AgentEndpointName,
  body: unknown,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // As many as the pool keeps may be closed; one that is made anew is not.
  for (let left = pool.maxSockets; ; left -= 1)
    try {
      return await sendOnce(pool, target, name, body, signal);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      if (left <= 0) throw toAgentFailure(target, error.reset);
    }
}

/** The agent had closed a kept-alive connection before the request reached it. */
class StaleConnection extends Error {
  constructor(readonly reset: Error) {
    super(reset.message);
  }
}

function sendOnce(
  pool: Agent,
  target: AgentTarget,
  name: AgentEndpointName,
  body: unknown,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { method, path } = agentEndpoints[name];
  const payload = body === undefined || body === null ? null : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      agent: pool,
      host: target.address,
      port: target.port,
      method,
      path,
      signal,
      headers: {
        accept: "application/json",
        ...(target.clusterId === undefined ? {} : { [clusterHeader]: target.clusterId }),
        ...(payload === null
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
      },
    });
    sent.once("error", (error) => {
      if (signal.aborted) reject(signal.reason);
      else if (sent.reusedSocket && "code" in error && error.code === "ECONNRESET")
        reject(new StaleConnection(error));
      else reject(toAgentFailure(target, error));
    });
    sent.once("response", (response) => {
      if (response.statusCode === 200) resolve(response);
      else readRefusal(target, name, response, signal).then(reject, reject);
    });
    sent.end(payload ?? undefined);
  });
}

/** Reads an answer whole, up to 8 MiB, as JSON. Throws `AgentFailure`, or the signal's reason. */
export async function readJson(
  target: AgentTarget,
  name: AgentEndpointName,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxAnswerBytes) throw new AgentFailure("agent_protocol", target, { call: name });
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : toAgentFailure(target, error);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    throw new AgentFailure("agent_protocol", target, { call: name }, { cause: error });
  }
}

async function readRefusal(
  target: AgentTarget,
  name: AgentEndpointName,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const json = await readJson(target, name, response, signal).catch((error: unknown) => error);
  if (signal.aborted) return signal.reason;
  // An agent of another protocol version has no such path.
  if (response.statusCode === 404) {
    return new AgentFailure("agent_outdated", target, { actual: "?", expected: agentProtocol });
  }
  const refusal = AgentRefusal.safeParse(json);
  if (!refusal.success) return new AgentFailure("agent_protocol", target, { call: name }, { cause: json });
  return toRefusedFailure(target, refusal.data);
}
