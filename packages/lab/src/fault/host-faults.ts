import { readFile } from "node:fs/promises";
import { LabError } from "../errors";
import { getSshAccess } from "../fixture/ssh-access";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { waitForGreeting } from "../observe/greeting";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";

/** Source name of the small file systems, by which healing finds them. */
const SMALL = "lab-small";

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

/**
 * Leaves only `bytes` of space in a folder of the host, by a small file system over it; what the folder held is
 * hidden until healing. Adding it twice changes nothing.
 */
export async function limitSpace(host: LabHost, folder: string, bytes: number): Promise<FaultEvidence> {
  return actAndObserve(
    "limit-space",
    `${host.name} ${folder}`,
    async () => {
      if ((await listSmallMounts(host)).includes(folder)) return;
      await host.exec(["mkdir", "-p", folder]);
      await host.exec(["mount", "-t", "tmpfs", "-o", `size=${bytes},mode=755`, SMALL, folder]);
    },
    async () => {
      const { stdout } = await host.exec(["df", "-B1", "--output=avail", folder]);
      const available = Number(stdout.trim().split("\n").at(-1));
      if (!(available <= Math.max(bytes, 4096))) {
        throw new LabError("not_observed", `${folder} on ${host.name} still has ${available} bytes.`);
      }
      return [`${folder} has ${available} bytes left`];
    },
  );
}

/** Takes every small file system of the host away again. */
export async function restoreSpace(host: LabHost): Promise<void> {
  for (const folder of (await listSmallMounts(host)).reverse()) await host.exec(["umount", "-l", folder]);
}

async function listSmallMounts(host: LabHost): Promise<string[]> {
  const text = await readFile(`/proc/${await host.findInitPid()}/mounts`, "utf8");
  const mounts = text.split("\n").map((line) => line.split(" "));
  return mounts.filter(([source]) => source === SMALL).map(([, folder = ""]) => folder);
}
