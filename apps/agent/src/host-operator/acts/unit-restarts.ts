import { existsSync } from "node:fs";
import { mkdir, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { message } from "@primacy/contract";
import type { ActingHost } from "@primacy/host-acts";
import { ToldError } from "../../message/told-error";

/** Where systemd is told what counts until the next boot; elsewhere in tests. */
export interface UnitPlace {
  readonly folder: string;
  hasSystemd(): boolean;
}

export const systemUnits: UnitPlace = {
  folder: "/run/systemd/system",
  hasSystemd: () => existsSync("/run/systemd/system"),
};

/** Drop-ins are read in the order of their names, whichever folder they are in, and the last one counts. */
const dropIn = "zz-primacy-drill.conf";
/** The second list names what is started again whatever the first one says; without a value it is emptied. */
const content =
  "# Of a failover drill: gone when it is undone, or with the boot.\n[Service]\nRestart=no\nRestartForceExitStatus=\n";
const limits = { timeoutMs: 30_000 };

/** A unit by its own name, which may be another one than that of the service, and the control group of its processes. */
export interface ServiceUnit {
  readonly id: string;
  /** Empty where none of its processes runs. */
  readonly controlGroup: string;
}

/** The unit of a service that is there. */
export async function readUnit(host: ActingHost, service: string): Promise<ServiceUnit> {
  const show = (property: string): Promise<string> => readProperty(host, service, property);
  return { id: await show("Id"), controlGroup: await show("ControlGroup") };
}

/** Has systemd leave a unit dead that dies, until the next boot at the latest. Throws ToldError where it would not. */
export async function forbidRestarts(host: ActingHost, place: UnitPlace, unit: string): Promise<void> {
  const file = fileOf(place, unit);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
  await writeFile(file, content, { mode: 0o644 });
  await host.exec(["systemctl", "daemon-reload"], limits);
  const restart = await readProperty(host, unit, "Restart");
  if (restart !== "no") throw new ToldError(message("operator.fault_unit", { unit, restart }));
}

/** Ends that; harmless where it was never begun. */
export async function allowRestarts(host: ActingHost, place: UnitPlace, unit: string): Promise<void> {
  const file = fileOf(place, unit);
  await rm(file, { force: true });
  // Of somebody else there may be more in it.
  await rmdir(path.dirname(file)).catch(() => undefined);
  await host.exec(["systemctl", "daemon-reload"], limits);
}

/** With what root ends it by hand. */
export function listAllowByHand(place: UnitPlace, unit: string): readonly string[] {
  return [`rm -f ${fileOf(place, unit)}`, "systemctl daemon-reload"];
}

function fileOf({ folder }: UnitPlace, unit: string): string {
  return path.join(folder, `${unit}.d`, dropIn);
}

async function readProperty(host: ActingHost, unit: string, property: string): Promise<string> {
  return (await host.exec(["systemctl", "show", "-p", property, "--value", unit], limits)).stdout.trim();
}
