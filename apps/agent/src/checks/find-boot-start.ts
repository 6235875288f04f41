import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { type BootStartObservation, installLayout } from "@primacy/contract/agent";

const { systemdUnit, initScript } = installLayout;
const unitFolder = path.dirname(systemdUnit);
const unitName = path.basename(systemdUnit);
const scriptFolder = path.dirname(initScript);
const scriptName = path.basename(initScript);
/** There where systemd started the host, and nowhere else. */
const systemdFolder = "/run/systemd/system";

/**
 * What starts the agent when its host boots, by the files of an installation and without a privilege: a unit where systemd
 * runs, else a link among the init scripts. `root` is `/` on a host. Never throws.
 */
export async function findBootStart(root = "/"): Promise<BootStartObservation> {
  if (await isThere(root, systemdFolder)) return findUnit(root);
  if (await isThere(root, scriptFolder)) return findInitLinks(root);
  return { manager: "none", isEnabled: false, evidence: `${systemdFolder}, ${scriptFolder}` };
}

async function findUnit(root: string): Promise<BootStartObservation> {
  const target = await readlink(path.join(root, systemdUnit)).catch(() => null);
  // Masked: no link to it counts.
  if (target === "/dev/null")
    return { manager: "systemd", isEnabled: false, evidence: `${systemdUnit} -> ${target}` };
  if (!(await isThere(root, systemdUnit)))
    return { manager: "systemd", isEnabled: false, evidence: systemdUnit };
  const folders = (await list(root, unitFolder)).filter((name) => /\.(wants|requires)$/.test(name));
  const links = await listIn(
    root,
    folders.map((name) => `${unitFolder}/${name}`),
    (name) => name === unitName,
  );
  return links.length > 0
    ? { manager: "systemd", isEnabled: true, evidence: links.join(", ") }
    : { manager: "systemd", isEnabled: false, evidence: `${unitFolder}/multi-user.target.wants/${unitName}` };
}

async function findInitLinks(root: string): Promise<BootStartObservation> {
  if (!(await isThere(root, initScript))) return { manager: "init", isEnabled: false, evidence: initScript };
  const folders = (await listLevels(root)).map((level) => `/etc/rc${level}.d`);
  const links = await listIn(
    root,
    folders,
    (name) => /^S\d\d/.test(name) && name.slice("S00".length) === scriptName,
  );
  return links.length > 0
    ? { manager: "init", isEnabled: true, evidence: links.join(", ") }
    : { manager: "init", isEnabled: false, evidence: folders.join(", ") };
}

/** The run level that the host boots into; where nothing says which, all that it may be. */
async function listLevels(root: string): Promise<readonly string[]> {
  const text = await readFile(path.join(root, "/etc/inittab"), "utf8").catch(() => "");
  const level = /^[^#:\n]*:([2-5]):initdefault:/m.exec(text)?.[1];
  return level === undefined ? ["2", "3", "4", "5"] : [level];
}

async function listIn(
  root: string,
  folders: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await list(root, folder)).filter(isWanted).map((name) => `${folder}/${name}`),
    ),
  );
  return found.flat();
}

async function list(root: string, folder: string): Promise<readonly string[]> {
  return (await readdir(path.join(root, folder)).catch(() => [])).sort();
}

/** A link counts as itself, wherever it leads. */
async function isThere(root: string, file: string): Promise<boolean> {
  return lstat(path.join(root, file)).then(
    () => true,
    () => false,
  );
}
