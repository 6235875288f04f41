import { createHash } from "node:crypto";
import {
  access,
  chmod,
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { idleRouterConfig, routerPlaces } from "@primacy/core/proxy";
import type { LabNames } from "../lab-names";
import { getHostDirectory, getPackageFile } from "../paths";
import { runCommand } from "../process/run-command";
import { type HostName, hostNames, hostRoles } from "../roster";
import { listSupervised, type SupervisedService } from "./supervised";

/**
 * Writes, once, what makes a host itself into its overlay's upper folder: name, machine id, SSH host keys, the lab's
 * public key, the boot script. The host must be off. What users change later in the running host stays theirs.
 */
export async function ensureHostFiles(
  names: LabNames,
  host: HostName,
  lower: string,
  publicKey: string,
): Promise<void> {
  const directory = getHostDirectory(names.lab, host);
  const marker = join(directory, "prepared");
  if (await exists(marker)) return;
  await prepare(names, host, join(directory, "upper"), publicKey);
  if (hostRoles[host].kind === "proxy") await prepareRouter(lower, join(directory, "upper"));
  if (hostRoles[host].kind === "database") await copyDataDirectory(lower, join(directory, "mysql"));
  await writeFile(marker, "");
}

/**
 * MySQL's data lives outside of the overlay, in a folder of its own: the clone plugin renames folders, which an
 * overlay refuses for those that its lower layer has.
 */
async function copyDataDirectory(lower: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await runCommand(["cp", "-a", "--reflink=auto", join(lower, "var/lib/mysql"), target], {
    timeoutMs: 60_000,
  });
}

/**
 * Puts what a new server has into the data directory of a stopped one, which stays mounted, but keeps the files named. What
 * was there before is in `mysql.broken` beside it then, in the place of an earlier one.
 */
export async function refillDataDirectory(
  lower: string,
  directory: string,
  kept: readonly string[],
): Promise<void> {
  const [target, aside] = [join(directory, "mysql"), join(directory, "mysql.broken")];
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: 0o750 });
  const old = (await readdir(target)).filter((name) => !kept.includes(name));
  await Promise.all(old.map((name) => rename(join(target, name), join(aside, name))));
  await runCommand(["cp", "-a", "--reflink=auto", `${join(lower, "var/lib/mysql")}/.`, target], {
    timeoutMs: 60_000,
  });
}

async function prepare(names: LabNames, host: HostName, upper: string, publicKey: string): Promise<void> {
  const put = (path: string, text: string, mode = 0o644): Promise<void> =>
    putFile(join(upper, path), text, mode);
  await put("etc/hostname", `${host}\n`);
  await put("etc/hosts", hostsFile(names));
  await put("etc/machine-id", `${machineId(names, host)}\n`);
  await put("etc/ssh/sshd_config.d/lab.conf", sshdConfig(host));
  await put("root/.ssh/authorized_keys", publicKey, 0o600);
  await chmod(join(upper, "root"), 0o700);
  await chmod(join(upper, "root/.ssh"), 0o700);
  await ensureHostKeys(join(upper, "etc/ssh"));
  await install("lab-boot", join(upper, "usr/local/sbin/lab-boot"));
  for (const service of listSupervised(hostRoles[host].kind)) await supervise(upper, service);
  await enable(upper, "ssh", 10);
}

/** What MySQL's own package of MySQL Router brings and Debian's does not: a folder of its user's, and a file that starts nothing. */
async function prepareRouter(lower: string, upper: string): Promise<void> {
  const users = (await readFile(join(lower, "etc/passwd"), "utf8"))
    .split("\n")
    .map((line) => line.split(":"));
  const [, , uid, gid] = users.find(([name]) => name === routerPlaces.systemUser) ?? [];
  const home = join(upper, routerPlaces.home);
  await mkdir(home, { recursive: true, mode: 0o755 });
  await chown(home, Number(uid), Number(gid));
  await putFile(join(upper, routerPlaces.config), idleRouterConfig);
}

/** Puts a service under the supervisor of the host, which leaves it alone until `service NAME start`. */
async function supervise(upper: string, service: SupervisedService): Promise<void> {
  const folder = join(upper, "etc/service", service.name);
  await putFile(join(folder, "run"), `#!/bin/sh\nexec ${service.command}\n`, 0o755);
  await putFile(join(folder, "down"), "");
  await install("init-supervised", join(upper, "etc/init.d", service.name));
}

/** Copies an executable of this package into a host's upper folder. */
async function install(name: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await copyFile(getPackageFile(name), target);
  await chmod(target, 0o755);
}

/** Makes the host start the service when it boots; lower `order` starts first. */
async function enable(upper: string, service: string, order: number): Promise<void> {
  const folder = join(upper, "etc/rc2.d");
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const link = join(folder, `S${order}${service}`);
  await rm(link, { force: true });
  await symlink(`../init.d/${service}`, link);
}

/** Writes one file with its folders; the mode is set even over an existing file. */
async function putFile(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  await writeFile(path, text, { mode });
  await chmod(path, mode);
}

function sshdConfig(host: HostName): string {
  const lines = [
    "PermitRootLogin prohibit-password",
    "PasswordAuthentication yes",
    "UseDNS no",
    "MaxStartups 200",
  ];
  // Tests send wrong passwords on purpose: the penalties of newer OpenSSH would then lock the whole machine out.
  if (hostRoles[host].rootfs === "server") lines.push("PerSourcePenalties no");
  return `${lines.join("\n")}\n`;
}

async function ensureHostKeys(folder: string): Promise<void> {
  for (const type of ["ed25519", "ecdsa"]) {
    const file = join(folder, `ssh_host_${type}_key`);
    if (await exists(`${file}.pub`)) continue;
    await rm(file, { force: true });
    await runCommand(["ssh-keygen", "-q", "-t", type, "-N", "", "-C", "lab", "-f", file]);
  }
}

function hostsFile(names: LabNames): string {
  const lines = hostNames.map((host) => `${names.addressOf(host)} ${host}`);
  return ["127.0.0.1 localhost", ...lines, ""].join("\n");
}

function machineId(names: LabNames, host: HostName): string {
  return createHash("sha256")
    .update(`primacy-lab ${names.lab} ${names.subnet} ${host}`)
    .digest("hex")
    .slice(0, 32);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
