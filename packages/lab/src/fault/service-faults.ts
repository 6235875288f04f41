import * as acts from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { listSupervised, type SupervisedService } from "../host/supervised";
import { inLabErrors } from "../process/lab-errors";
import { waitFor } from "../process/wait-for";
import type { FaultEvidence } from "./evidence";

/**
 * Kills every process of a supervised service with SIGKILL; sessions of an older sshd are such too. With `restart` its
 * supervisor starts it again within a second or so; without, it stays dead until it is started. Returns when what was
 * killed is gone, and without `restart` nothing listens on its ports. Throws LabError `bad_option` where the host has
 * no such service, and `not_observed` where it does not run, or does not listen yet.
 */
export async function killService(
  host: LabHost,
  name: string,
  options: { readonly restart: boolean },
): Promise<FaultEvidence> {
  const service = getService(host, name);
  return inLabErrors(acts.killService(host, service, { letDie: options.restart ? null : letDie }));
}

/** Stops a supervised service in order; it stays so until it is started. Harmless where it does not run. */
export async function stopService(host: LabHost, name: string): Promise<FaultEvidence> {
  return inLabErrors(acts.stopService(host, getService(host, name)));
}

/** Starts a supervised service. Returns when its process runs and its ports listen. Harmless where they do. */
export async function startService(
  host: LabHost,
  name: string,
  signal?: AbortSignal,
): Promise<FaultEvidence> {
  return inLabErrors(acts.startService(host, getService(host, name), signal));
}

/** Has its supervisor let it be dead from here on. The service goes on meanwhile. */
async function letDie(host: acts.ActingHost, { name }: acts.HostService): Promise<void> {
  await host.exec(["sv", "once", name]);
  // The order is only sent: a service that died before it was read would be started again.
  await waitFor(
    `the supervisor of ${name} on ${host.name} to have read its order`,
    async () =>
      (await host.tryExec(["sv", "status", name])).stdout.includes("want down") ? true : undefined,
    { timeoutMs: 60_000, intervalMs: 20 },
  );
}

function getService(host: LabHost, name: string): SupervisedService {
  const all = listSupervised(host.kind);
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new LabError(
    "bad_option",
    `${host.name} has the services ${all.map((one) => one.name).join(", ")}; not '${name}'.`,
  );
}
