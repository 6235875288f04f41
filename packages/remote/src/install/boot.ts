import { installLayout } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";

/** What starts services on the host: systemd, init scripts, or nothing that is known here. */
export type ServiceManager = "systemd" | "init" | "none";

/** One of the agent's services, as what starts services on the host knows it. */
export interface BootService {
  /** Its name among the init scripts. */
  readonly name: string;
  readonly unit: string;
  readonly unitFile: string;
  readonly script: string;
  readonly initScript: string;
  /** Its place among the links of a runlevel; null: as `update-rc.d` chooses, else last. */
  readonly order: string | null;
}

/** The agent with its supervisor. */
export const agentService: BootService = {
  name: "primacy-agent",
  unit: "primacy-agent.service",
  unitFile: installLayout.systemdUnit,
  script: installLayout.supervisor,
  initScript: installLayout.initScript,
  order: null,
};

/** The host operator, where it is switched on. It starts before the database: it may have something to undo in its files. */
export const operatorService: BootService = {
  name: "primacy-operator",
  unit: "primacy-operator.service",
  unitFile: installLayout.operatorUnit,
  script: installLayout.operatorScript,
  initScript: installLayout.operatorInitScript,
  order: "00",
};

const timeoutMs = 60_000;

/** Which service manager the host has. */
export async function observeServiceManager(
  session: RemoteSession,
  signal: AbortSignal,
): Promise<ServiceManager> {
  const is = async (path: string): Promise<boolean> =>
    (await session.run(["test", "-d", path], { signal, acceptsFailure: true })).exitCode === 0;
  if (await is("/run/systemd/system")) return "systemd";
  return (await is("/etc/init.d")) ? "init" : "none";
}

/** Sees to it that a service of the current release starts at boot; starts nothing now. */
export async function startAtBoot(
  session: RemoteSession,
  service: BootService,
  signal: AbortSignal,
): Promise<ServiceManager> {
  const manager = await observeServiceManager(session, signal);
  const run = async (...args: readonly string[]): Promise<unknown> =>
    session.runAsRoot(args, { signal, timeoutMs });
  if (manager === "systemd") {
    await run("cp", "-f", "--", `${installLayout.currentLink}/${service.unit}`, service.unitFile);
    await run("systemctl", "daemon-reload");
    await run("systemctl", "enable", service.unit);
  } else if (manager === "init") {
    await run("ln", "-sfn", "--", service.script, service.initScript);
    await run("sh", "-c", linkScript(service));
  }
  return manager;
}

/** Ends a service that systemd started, and takes its unit away. Does nothing without systemd. */
export async function removeUnit(
  session: RemoteSession,
  service: BootService,
  signal: AbortSignal,
): Promise<void> {
  if ((await observeServiceManager(session, signal)) !== "systemd") return;
  for (const args of [
    ["systemctl", "disable", "--now", service.unit],
    ["rm", "-f", "--", service.unitFile],
    ["systemctl", "daemon-reload"],
  ])
    await session.runAsRoot(args, { signal, timeoutMs, acceptsFailure: true });
}

/** Takes a service away from the init scripts; ends nothing. */
export async function removeInitScript(
  session: RemoteSession,
  service: BootService,
  signal: AbortSignal,
): Promise<void> {
  for (const args of [
    ["sh", "-c", `rm -f -- ${linksOf(service)}`],
    ["rm", "-f", "--", service.initScript],
  ])
    await session.runAsRoot(args, { signal, timeoutMs, acceptsFailure: true });
}

/** What would still start the agent or the host operator at boot. */
export async function listBootFiles(session: RemoteSession, signal: AbortSignal): Promise<string[]> {
  const files = [agentService, operatorService].flatMap((service) => [
    service.unitFile,
    service.initScript,
    linksOf(service),
  ]);
  const script = `ls -d -- ${files.join(" ")} 2>/dev/null; true`;
  const { stdout } = await session.runAsRoot(["sh", "-c", script], { signal });
  return stdout.split("\n").filter((line) => line !== "");
}

// Fixed texts, no argument; the patterns are expanded by the script's shell.
function linksOf({ name }: BootService): string {
  return `/etc/rc?.d/[SK]??${name}`;
}

/** Where update-rc.d is missing or makes no links (no insserv), or their place matters, they are made here. */
function linkScript({ name, order }: BootService): string {
  const register = `command -v update-rc.d >/dev/null 2>&1 && update-rc.d ${name} defaults >/dev/null 2>&1`;
  return `${order === null ? register : ""}
for level in 2 3 4 5; do
  [ -d /etc/rc$level.d ] || continue
  set -- /etc/rc$level.d/S??${name}
  [ -L "$1" ] || ln -sfn ../init.d/${name} /etc/rc$level.d/S${order ?? "99"}${name}
done`;
}
