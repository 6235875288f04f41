import { actAndObserve } from "@primacy/host-acts";
import { LabError } from "../errors";
import { getSshAccess } from "../fixture/ssh-access";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { waitForGreeting } from "../observe/greeting";
import type { FaultEvidence } from "./evidence";

/** Gives the host new SSH host keys, as a reinstalled or a false host has them. Not undone by healing. */
export async function changeHostKeys(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  const before = await getSshAccess(lab, host);
  return actAndObserve(
    "change-host-keys",
    host.name,
    async () => {
      await host.exec(["sh", "-c", "rm -f /etc/ssh/ssh_host_*_key*"]);
      for (const type of ["ed25519", "ecdsa"]) {
        await host.exec(["ssh-keygen", "-q", "-t", type, "-N", "", "-f", `/etc/ssh/ssh_host_${type}_key`]);
      }
      await host.exec(["service", "ssh", "restart"]);
    },
    async () => {
      await waitForGreeting(host.address, 22);
      const after = await getSshAccess(lab, host);
      const kept = after.hostKeyFingerprints.filter((one) => before.hostKeyFingerprints.includes(one));
      if (kept.length > 0)
        throw new LabError("not_observed", `${host.name} still has the host key ${kept[0]}.`);
      return [`the host keys are now ${after.hostKeyFingerprints.join(" and ")}`];
    },
  );
}
