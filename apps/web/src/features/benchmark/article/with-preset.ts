import type { BenchmarkPreset } from "@primacy/contract";
import { type PresetArm, presetArmOf, presets } from "@primacy/core/benchmark";
import { type ArmDraft, type BenchmarkDraft, isPrimaryOf, toNumber } from "../form/benchmark-draft";

const presetArms: readonly PresetArm[] = ["direct", "vip", "router", "haproxy"];

function armOf({ target }: ArmDraft, primaryMemberId: string | null): PresetArm | null {
  if (target.kind === "typed") return presetArmOf({ way: "custom", port: toNumber(target.port) }, false);
  return presetArmOf(target.endpoint, isPrimaryOf(target.endpoint, primaryMemberId));
}

/**
 * The form as a preset has it: its workload, schedule and threads, and those arms of it that the cluster has, the direct way
 * first. The load host and a name that was typed stay.
 */
export function withPreset(
  draft: BenchmarkDraft,
  preset: BenchmarkPreset,
  primaryMemberId: string | null,
): BenchmarkDraft {
  const { workload, threads, blocks, runSeconds, warmupSeconds } = presets[preset];
  const rank = (arm: ArmDraft): number => {
    const kind = armOf(arm, primaryMemberId);
    return kind === null ? presetArms.length : presetArms.indexOf(kind);
  };
  const arms = [...draft.arms]
    .sort((a, b) => rank(a) - rank(b))
    .map((arm) => ({ ...arm, isChosen: armOf(arm, primaryMemberId) !== null }));
  return {
    ...draft,
    preset,
    tool: workload.tool,
    script: workload.script,
    tables: String(workload.tables),
    tableSize: String(workload.tableSize),
    options: "",
    arms,
    threads: threads.join(", "),
    blocks: String(blocks),
    runSeconds: String(runSeconds),
    warmupSeconds: String(warmupSeconds),
  };
}

/** The arms of a preset that no way of the cluster is. */
export function listMissingArms(
  arms: readonly ArmDraft[],
  primaryMemberId: string | null,
): readonly PresetArm[] {
  return presetArms.filter((wanted) => arms.every((arm) => armOf(arm, primaryMemberId) !== wanted));
}
