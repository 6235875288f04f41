import { readdir, readlink } from "node:fs/promises";
import path from "node:path";
import { message } from "@primacy/contract";
import { OperatorRefusal } from "../../refusal";
import type { NamedProcess } from "../listening-server";
import { readLive } from "../marked-processes";

/** Which executables are meant; others in tests. */
export interface ProgramPlace {
  isProgram(executable: string, program: string): boolean;
}

export const systemPrograms: ProgramPlace = {
  isProgram: (executable, program) => path.basename(executable) === program,
};

/** A program with all of its processes: the first one has started the others. */
export interface ProgramTree {
  readonly first: NamedProcess;
  readonly further: readonly NamedProcess[];
  /** What has started the first one; null: the first process of the host has it. */
  readonly parent: NamedProcess | null;
}

interface Found extends NamedProcess {
  readonly parent: number;
}

/** Of a program whose file was replaced while it runs. */
const replaced = / \(deleted\)$/;

/**
 * The processes of a program in this host's network, by their executables: names that they gave themselves, and pid files, do not count. Null:
 * none runs. Throws OperatorRefusal where two of them have no common start.
 */
export async function findProgram(place: ProgramPlace, program: string): Promise<ProgramTree | null> {
  const found = await listProcesses(place, program);
  const isWithin = ({ parent }: Found): boolean => found.some(({ pid }) => pid === parent);
  const [first, second] = found.filter((one) => !isWithin(one));
  if (first === undefined) return null;
  if (second !== undefined)
    throw new OperatorRefusal(message("operator.fault_several_programs", { program }));
  const above = first.parent <= 1 ? null : await readLive(first.parent);
  return {
    first: toNamed(first),
    further: found.filter((one) => one !== first).map(toNamed),
    parent: above === null ? null : { pid: first.parent, startTicks: above.startTicks, name: above.name },
  };
}

async function listProcesses(place: ProgramPlace, program: string): Promise<readonly Found[]> {
  const network = await linkOf("self", "ns/net");
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid): Promise<Found | null> => {
      const executable = (await linkOf(pid, "exe")).replace(replaced, "");
      if (!place.isProgram(executable, program) || (await linkOf(pid, "ns/net")) !== network) return null;
      const facts = await readLive(pid);
      return facts === null
        ? null
        : { pid, startTicks: facts.startTicks, name: program, parent: facts.parent };
    }),
  );
  return found.filter((one) => one !== null);
}

function toNamed({ pid, startTicks, name }: Found): NamedProcess {
  return { pid, startTicks, name };
}

function linkOf(pid: number | "self", name: string): Promise<string> {
  return readlink(`/proc/${pid}/${name}`).catch(() => "");
}
