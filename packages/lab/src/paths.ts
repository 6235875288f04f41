import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HostName } from "./roster";

/** Folder of everything that the lab keeps: `PRIMACY_LAB_DIR`, or primacy/lab in the user's cache folder. */
export function getLabDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const own = env.PRIMACY_LAB_DIR;
  if (own !== undefined && own !== "") return own;
  const cache = env.XDG_CACHE_HOME;
  return join(cache !== undefined && cache !== "" ? cache : join(homedir(), ".cache"), "primacy", "lab");
}

/** Folder of one lab: its state file, key pair and hosts. */
export function getOneLabDirectory(lab: string): string {
  return join(getLabDirectory(), "labs", lab);
}

/** Lock that whoever changes the lab holds; it outlives the lab. */
export function getLabLock(lab: string): string {
  return join(getLabDirectory(), "locks", `${lab}.lock`);
}

/** Folder of one host: `upper` and `work` of its overlay, the mount point `root`, `console.log`,
 * and `mysql`, the data of a database host. */
export function getHostDirectory(lab: string, host: HostName): string {
  return join(getOneLabDirectory(lab), "hosts", host);
}

/** A script or template that ships with this package. */
export function getPackageFile(name: string): string {
  return fileURLToPath(new URL(`../files/${name}`, import.meta.url));
}
