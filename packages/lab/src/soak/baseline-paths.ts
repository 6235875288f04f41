import { controlService } from "@primacy/host-acts";
import type { WriteRun } from "@primacy/probe";
import { asLabError } from "../client/probe-failure";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { haproxyPorts, routerPorts } from "../proxy/ports";
import { type HostName, proxyNames } from "../roster";
import { type BaselineName, baselineNames } from "./paths";

/** Half as often or less than the clients of the VIP, and one each: two processors run all of it. */
export const baselineEveryMs = 100;
/** Another path is not waited for longer: what still lasts then is recorded as not ended. */
const recoveryLimitMs = 15_000;

/** A client that writes through another way than the VIP. */
export interface BaselineClient {
  readonly path: BaselineName;
  /** Null where the way led to no server before the fault, although it was started anew. */
  readonly run: WriteRun | null;
  readonly restarts: number;
}

/** Starts a writer to an address and returns once a first write was acknowledged. Throws LabError `not_observed`. */
export type StartWriter = (address: string, port: number, intervalMs: number) => Promise<WriteRun>;

/**
 * Starts one client each through MySQL Router and through HAProxy behind Keepalived's address, at once. A way that does not
 * lead to a server is started anew once; one that does not then either has no client. Throws what is no such failure.
 */
export async function startBaselinePaths(lab: Lab, start: StartWriter): Promise<BaselineClient[]> {
  return Promise.all(
    baselineNames.map(async (path): Promise<BaselineClient> => {
      const { address, port, restart } = describeWay(lab, path);
      const tryOnce = (): Promise<WriteRun | null> =>
        start(address, port, baselineEveryMs).catch((cause: unknown) => {
          if (cause instanceof LabError && cause.code === "not_observed") return null;
          throw cause;
        });
      const first = await tryOnce();
      if (first !== null) return { path, run: first, restarts: 0 };
      for (const [host, service] of restart) await controlService(lab.host(host), service, "restart");
      return { path, run: await tryOnce(), restarts: 1 };
    }),
  );
}

/** Waits until every way has acknowledged a write that began after `sinceMs`, or 15 s. Throws LabError `aborted` alone. */
export async function awaitBaselinePaths(
  clients: readonly BaselineClient[],
  sinceMs: number,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    clients.map(async ({ run }) => {
      await run?.waitForAck(sinceMs, { timeoutMs: recoveryLimitMs, signal }).catch((cause: unknown) => {
        const failure = asLabError(cause);
        if (!(failure instanceof LabError) || failure.code !== "not_observed") throw failure;
      });
    }),
  );
}

interface Way {
  readonly address: string;
  readonly port: number;
  /** What to start anew where it leads nowhere. */
  readonly restart: readonly (readonly [HostName, string])[];
}

function describeWay(lab: Lab, path: BaselineName): Way {
  if (path === "router")
    return {
      address: lab.host("px1").address,
      port: routerPorts.write,
      restart: [["px1", "mysqlrouter"]],
    };
  return {
    address: lab.names.proxyVip,
    port: haproxyPorts.write,
    restart: proxyNames.map((name) => [name, "haproxy"] as const),
  };
}
