import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { LabError } from "../errors";
import { getLabDirectory, getOneLabDirectory } from "../paths";
import { hostNames } from "../roster";

/** What a lab can run on top of its hosts. */
export const labParts = ["mysql", "router", "haproxy", "plugin"] as const;

/**
 * One part of a lab: the MySQL group, MySQL Router on the proxies, HAProxy with Keepalived on the proxies, the stand-in for
 * the plugin greatdb_ha beside the servers.
 */
export type LabPart = (typeof labParts)[number];

/** What a lab runs where nothing is named: the stand-in takes a compiler, and has to be asked for. */
export const defaultParts: readonly LabPart[] = labParts.filter((part) => part !== "plugin");

/** MySQL's own `group_replication_gtid_assignment_block_size`. */
export const defaultGtidBlock = 1_000_000;

const Account = z.object({ user: z.string(), password: z.string() });

const LabState = z.object({
  format: z.literal(1),
  name: z.string(),
  subnet: z.string(),
  groupName: z.string(),
  expelSeconds: z.number().int().min(0).max(3600),
  gtidBlock: z.number().int().min(1).default(defaultGtidBlock),
  hosts: z.array(z.enum(hostNames)),
  parts: z.array(z.enum(labParts)),
  roots: z.object({ server: z.string(), client: z.string() }),
  credentials: z.object({
    admin: Account,
    replication: Account,
    bench: Account,
    ops: Account,
    nosudo: Account,
  }),
});

/** What a lab was asked to be, with the secrets made for it. What it is now is always observed, never read here. */
export type LabState = z.infer<typeof LabState>;

/** A user name with its password. */
export type Account = z.infer<typeof Account>;

const FILE = "lab.json";

/** The recorded state of a lab, or null when there is none. Throws when the file is unreadable as such. */
export async function findLabState(lab: string): Promise<LabState | null> {
  const path = join(getOneLabDirectory(lab), FILE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw cause;
  });
  if (text === null) return null;
  const parsed = LabState.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new LabError(
    "bad_option",
    `The lab's state file ${path} was not written by this version; run 'npm run lab -- down --name ${lab}' first.`,
    { cause: parsed.error },
  );
}

/** Writes the state whole or not at all, readable by its owner only. */
export async function writeLabState(state: LabState): Promise<void> {
  const folder = getOneLabDirectory(state.name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const draft = join(folder, `${FILE}.draft-${process.pid}`);
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, join(folder, FILE));
}

/** Deletes everything that the lab kept on disk; its hosts must be gone. The root file systems stay cached. */
export async function removeLabFiles(lab: string): Promise<void> {
  await rm(getOneLabDirectory(lab), { recursive: true, force: true });
}

/** Names of all labs that have files here. */
export async function listLabs(): Promise<string[]> {
  return (await readdir(join(getLabDirectory(), "labs")).catch(() => [])).sort();
}

/** Fresh random accounts for a new lab. */
export function makeCredentials(): LabState["credentials"] {
  const account = (user: string): Account => ({ user, password: randomBytes(15).toString("base64url") });
  return {
    admin: account("lab_admin"),
    replication: account("lab_replication"),
    bench: account("lab_bench"),
    ops: account("ops"),
    nosudo: account("nosudo"),
  };
}

/** A fresh name for a replication group. */
export function makeGroupName(): string {
  return randomUUID();
}
