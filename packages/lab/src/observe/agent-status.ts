import { request } from "node:http";
import { AgentStatus, installLayout } from "@primacy/contract/agent";
import type { LabHost } from "../host/lab-host";

/**
 * What the agent of a host says of itself, over the socket that is there for the host's own people; null where there
 * is none, or it does not answer in time. Needs no network, so it works for a host that is cut off.
 */
export async function findAgentStatus(host: LabHost, timeoutMs = 1_000): Promise<AgentStatus | null> {
  const pid = await host.findInitPid();
  if (pid === null) return null;
  const socketPath = `/proc/${pid}/root${installLayout.controlSocket}`;
  const text = await ask(socketPath, timeoutMs).catch(() => null);
  if (text === null) return null;
  const parsed = AgentStatus.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

function ask(socketPath: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, path: "/status", method: "POST", signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`status ${response.statusCode}`)),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}
