import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { VipState } from "@primacy/core/vip";
import type { Log } from "../log/log";
import type { ClusterServices } from "../run/cluster-services";
import { monotonicMs } from "../vip/address/types";
import type { VipLoop } from "../vip/vip-loop";
import { controlCalls, type VipWhy } from "./control-api";

const releaseLimitMs = 5000;
const maxBodyBytes = 16 * 1024;

/** Serves `status`, `why`, `release` and `unblock` over a socket in a folder that only root may enter. */
export async function startControlServer(
  socketFile: string,
  services: ClusterServices,
  log: Log,
): Promise<Server> {
  const folder = path.dirname(socketFile);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  // A socket that an earlier run left cannot be bound again; the exclusive right says that nobody uses it.
  await rm(socketFile, { force: true });
  const server = createServer((request, response) => {
    serve(request, response, services).catch((error: unknown) => {
      log.warn("a control request failed", { error: String(error) });
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketFile, resolve);
  });
  await chmod(socketFile, 0o600);
  return server;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  services: ClusterServices,
): Promise<void> {
  const answer = await answerCall(request.url ?? "", await readBody(request), services);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer));
}

async function answerCall(url: string, body: unknown, services: ClusterServices): Promise<unknown> {
  switch (url) {
    case controlCalls.status.path: {
      const [first, ...others] = services.statuses();
      return { ...first, others };
    }
    case controlCalls.why.path: {
      const names = services.listNames();
      return services.listLoops().map((loop) => explainLoop(loop, names));
    }
    case controlCalls.release.path: {
      const { address, stay } = controlCalls.release.body.parse(body);
      return release(findLoops(services, address), stay);
    }
    case controlCalls.unblock.path: {
      const { address } = controlCalls.unblock.body.parse(body);
      const loops = findLoops(services, address);
      for (const loop of loops) {
        loop.feed({ kind: "operator-unblock" });
        loop.feed({ kind: "maintenance-set", mode: "off" });
      }
      return { addresses: loops.map(addressOf) };
    }
    default:
      throw new Error(`there is no ${url}`);
  }
}

function findLoops(services: ClusterServices, address: string | null): readonly VipLoop[] {
  const loops = services.listLoops().filter((loop) => address === null || addressOf(loop) === address);
  if (loops.length === 0) {
    throw new Error(address === null ? "no address is configured here" : `${address} is not configured here`);
  }
  return loops;
}

async function release(loops: readonly VipLoop[], stay: boolean): Promise<unknown> {
  for (const loop of loops) {
    loop.feed({ kind: "operator-release", stay });
  }
  const isGone = (loop: VipLoop): boolean => isReleased(loop.state);
  const endMs = monotonicMs() + releaseLimitMs;
  while (!loops.every(isGone) && monotonicMs() < endMs) {
    await delay(20);
  }
  return {
    released: loops.filter(isGone).map(addressOf),
    remaining: loops.filter((loop) => !isGone(loop)).map(addressOf),
  };
}

/** True when the address is not here and nothing that was begun can still bring it. */
export function isReleased({ kernel, phase, inFlight }: VipState): boolean {
  const mayCome = phase.status === "HOLDING" || phase.status === "RELEASING" || inFlight !== null;
  return kernel?.kind !== "own" && !mayCome;
}

function explainLoop(loop: VipLoop, names: ReadonlyMap<string, string>): VipWhy {
  const { explanation, reasons } = loop.explain();
  const nowMs = monotonicMs();
  return {
    vipId: loop.vipId,
    address: addressOf(loop),
    state: explanation.status,
    isHolding: explanation.holds,
    reasons: reasons.map((reason) => reason.text),
    proofs: loop.lastProofs.map(({ hostId, proof }) => ({ host: names.get(hostId) ?? hostId, proof })),
    history: loop.transitions.map(({ atMonotonicMs, from, to, reason }) => ({
      agoMs: nowMs - atMonotonicMs,
      from,
      to,
      reason: reason.text,
    })),
    proofWaitMs: explanation.proofWaitMs,
    evidenceAgeMs: explanation.evidenceAgeMs,
    generation: explanation.generation,
    epoch: explanation.epoch,
  };
}

function addressOf(loop: VipLoop): string {
  return loop.state.config.target.address;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBodyBytes) {
      throw new Error("the request is too large");
    }
  }
  return text === "" ? null : JSON.parse(text);
}
