import { actAndObserve } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { observeGreeting, waitForGreeting } from "../observe/greeting";
import { waitFor } from "../process/wait-for";
import type { FaultEvidence } from "./evidence";

/** Stops every process of the host at once; its kernel (ARP, TCP accept) lives on, as in a paused machine it would not. */
export async function freezeHost(host: LabHost): Promise<FaultEvidence> {
  await assertOn(host);
  const freezer = await host.getFreezer();
  return actAndObserve("freeze-host", host.name, freezer.freeze, async () => {
    await waitFor(
      `sshd on ${host.name} to fall silent`,
      async () => ((await observeGreeting(host.address, 22, 300)) === null ? true : undefined),
      { timeoutMs: 60_000, intervalMs: 20 },
    );
    return ["the kernel shows the host's cgroup as frozen", "sshd no longer greets"];
  });
}

/** Lets a frozen host go on. Returns when its sshd greets again. Harmless when it is not frozen. */
export async function thawHost(host: LabHost): Promise<FaultEvidence> {
  const freezer = await host.getFreezer();
  return actAndObserve("thaw-host", host.name, freezer.thaw, async () => {
    await waitForGreeting(host.address, 22);
    return ["the kernel shows the host's cgroup as thawed", "sshd greets"];
  });
}

async function assertOn(host: LabHost): Promise<void> {
  if (!(await host.isOn())) throw new LabError("host_off", `${host.name} is powered off.`);
}
