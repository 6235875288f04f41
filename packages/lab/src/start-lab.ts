import { access, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LabError } from "./errors";
import { restoreHost } from "./fault/heal";
import { ensureHostFiles } from "./host/host-files";
import type { LabHost } from "./host/lab-host";
import { Lab } from "./lab";
import { getLabNames, type LabNames } from "./lab-names";
import { ensureParts } from "./lab-parts";
import { checkSubnetIsFree, ensureSwitch } from "./network/lab-network";
import { restoreWire } from "./network/wire-rules";
import { getLabLock, getOneLabDirectory } from "./paths";
import { allEnded } from "./process/all-ended";
import { acquireFileLock } from "./process/file-lock";
import { runCommand } from "./process/run-command";
import { assertRequirements } from "./requirements";
import { ensureRootfs } from "./rootfs/build-rootfs";
import { clientRecipe, serverRecipe } from "./rootfs/package-lists";
import { type HostName, hostNames, hostRoles } from "./roster";
import {
  defaultGtidBlock,
  defaultParts,
  findLabState,
  type LabPart,
  type LabState,
  labParts,
  makeCredentials,
  makeGroupName,
  writeLabState,
} from "./state/lab-state";

/** What a lab shall be. Everything has a default; a second call for the same name keeps its secrets. */
export interface StartLabOptions {
  /** 1 to 8 of a-z and 0-9; `default` when absent. */
  readonly name?: string;
  /** An IPv4 /24; 10.77.0.0/24 when absent. */
  readonly subnet?: string;
  /** `group_replication_member_expel_timeout` in seconds, 0 when absent. */
  readonly expelSeconds?: number;
  /**
   * `group_replication_gtid_assignment_block_size`, MySQL's 1,000,000 when absent. With 1 the GTIDs follow the order in which
   * the group decided. Of a new lab alone: a group that runs cannot change it.
   */
  readonly gtidBlock?: number;
  /** Which hosts exist; all six when absent. */
  readonly hosts?: readonly HostName[];
  /** What runs on them; everything but `plugin` when absent, nothing but hosts with sshd when empty. */
  readonly with?: readonly LabPart[];
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Name and subnet of the lab that is meant when none is named. */
export const defaultLab = { name: "default", subnet: "10.77.0.0/24" } as const;

/**
 * Brings a lab up, from nothing or from whatever an earlier, possibly killed, run left, and returns it when all
 * that was asked for works. What exists is observed, not believed. Concurrent calls for one name queue.
 * Throws LabError: `requirements_missing` and `bad_option` before anything is changed.
 */
export async function startLab(options: StartLabOptions = {}): Promise<Lab> {
  const names = getLabNames(options.name ?? defaultLab.name, options.subnet ?? defaultLab.subnet);
  const onProgress = options.onProgress ?? (() => undefined);
  await assertRequirements(options.with);
  const lock = await acquireFileLock(getLabLock(names.lab), {
    timeoutMs: 20 * 60_000,
    onWait: () => onProgress(`waiting for another process that works on lab '${names.lab}'`),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  try {
    const state = await ensureState(names, options, onProgress);
    const lab = new Lab(names, state);
    await ensureHosts(lab, onProgress, options.signal);
    await ensureParts(lab, { onProgress, signal: options.signal });
    return lab;
  } finally {
    await lock.release();
  }
}

async function ensureState(
  names: LabNames,
  options: StartLabOptions,
  onProgress: (line: string) => void,
): Promise<LabState> {
  const known = await findLabState(names.lab);
  if (known !== null && known.subnet !== names.subnet) {
    throw new LabError(
      "bad_option",
      `Lab '${names.lab}' exists with subnet ${known.subnet}; bring it down before you give it ${names.subnet}.`,
    );
  }
  const { gtidBlock = known?.gtidBlock ?? defaultGtidBlock } = options;
  if (known !== null && known.gtidBlock !== gtidBlock) {
    throw new LabError(
      "bad_option",
      `Lab '${names.lab}' exists with a GTID block of ${known.gtidBlock}; bring it down before you give it ${gtidBlock}.`,
    );
  }
  await checkSubnetIsFree(names);
  const build = { onProgress, signal: options.signal };
  const wanted = options.hosts ?? known?.hosts ?? hostNames;
  const needs = (kind: "server" | "client"): boolean =>
    wanted.some((host) => hostRoles[host].rootfs === kind);
  const [server, client] = await allEnded([
    needs("server") ? ensureRootfs(serverRecipe, build) : (known?.roots.server ?? ""),
    needs("client") ? ensureRootfs(clientRecipe, build) : (known?.roots.client ?? ""),
  ]);
  const union = <T>(all: readonly T[], ...lists: (readonly T[])[]): T[] =>
    all.filter((one) => lists.some((list) => list.includes(one)));
  const state: LabState = {
    format: 1,
    name: names.lab,
    subnet: names.subnet,
    groupName: known?.groupName ?? makeGroupName(),
    expelSeconds: options.expelSeconds ?? known?.expelSeconds ?? 0,
    gtidBlock,
    hosts: union(hostNames, wanted, known?.hosts ?? []),
    parts: union(labParts, options.with ?? known?.parts ?? defaultParts, known?.parts ?? []),
    roots:
      known === null
        ? { server, client }
        : { server: known.roots.server || server, client: known.roots.client || client },
    credentials: known?.credentials ?? makeCredentials(),
  };
  await writeLabState(state);
  return state;
}

async function ensureHosts(
  lab: Lab,
  onProgress: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const publicKey = await ensureKeyPair(lab.names);
  await ensureSwitch(lab.names);
  await restoreWire(lab.names);
  await allEnded(
    lab.hosts.map(async (host) => {
      if (!(await host.isOn())) {
        await ensureHostFiles(lab.names, host.name, lab.rootOf(host.name), publicKey);
      }
      await restoreHost(lab, host, { onProgress, signal });
      await setPasswords(lab, host);
    }),
  );
}

async function setPasswords(lab: Lab, host: LabHost): Promise<void> {
  const { ops, nosudo } = lab.state.credentials;
  const lines = [ops, nosudo].map(({ user, password }) => `${user}:${password}\n`).join("");
  await host.exec(["chpasswd"], { input: lines });
}

/** One key pair per lab, 0600, made once. Returns the public half. */
async function ensureKeyPair(names: LabNames): Promise<string> {
  const folder = join(getOneLabDirectory(names.lab), "ssh");
  const file = join(folder, "id_ed25519");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isComplete = await access(`${file}.pub`).then(
    () => true,
    () => false,
  );
  if (!isComplete) {
    await runCommand(["rm", "-f", file]);
    await runCommand(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", `lab ${names.lab}`, "-f", file]);
  }
  return readFile(`${file}.pub`, "utf8");
}
