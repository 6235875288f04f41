import { judgeAddressAnswers } from "@primacy/core/drill";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { databaseNames, proxyNames } from "../roster";
import { mendGroup } from "./group-care";
import { installNaiveRule } from "./naive-rule";
import type { FaultOutcome } from "./outcome";
import { readOwnTransactions } from "./own-transactions";
import { describePath, pathNames, unseenPath } from "./paths";
import { type FaultPlan, planFault } from "./plan";
import { type KeptPromises, keepPromises } from "./promises";
import { type FaultNotes, runFault, type SoakSetting } from "./run-fault";
import { RunWatch } from "./run-watch";
import { listWireViolations, RunWire } from "./run-wire";
import { sumReads } from "./totals";

/** Which part of which schedule is done. */
export interface SoakRange {
  readonly seed: number;
  /** The first fault and the last, counted from 1. */
  readonly from: number;
  readonly to: number;
}

/** What a run tells as soon as it knows it. */
export interface SoakListener {
  readonly onOutcome: (outcome: FaultOutcome) => void;
  /** What the clients of one fault may expect, also of one that could not be judged. */
  readonly onPromises: (kept: KeptPromises) => void;
}

/** After so many faults in a row around which the lab could not be made ready, nothing more can be learnt. */
const failuresInARow = 3;

/**
 * The setting of a run in a lab whose VIP is configured; the kernels and the wire are watched from here on, until the caller
 * ends the three watches. With `isNaive` a rule that is not safe takes the place of the agents, to show that the run notices it. Throws
 * LabError where a server does not answer.
 */
export async function prepareSoak(
  lab: Lab,
  vipAddress: string,
  given: Pick<SoakSetting, "build" | "say" | "signal"> & { readonly isNaive: boolean },
): Promise<SoakSetting> {
  const { build, isNaive, say, signal } = given;
  if (isNaive) await installNaiveRule(lab, vipAddress);
  const watch = await RunWatch.start(lab, vipAddress, databaseNames);
  const proxyWatch = await RunWatch.start(lab, lab.names.proxyVip, proxyNames);
  const wire = await RunWire.start(lab, vipAddress, signal);
  const own = await readOwnTransactions(lab, "", signal);
  if (own.silent.length > 0)
    throw new LabError("group_not_ready", `The server of ${own.silent.join(", ")} does not answer.`);
  const knownTransactions = [...own.found.values()].join(",");
  const watches = { watch, proxyWatch, wire };
  return { lab, vipAddress, build, knownTransactions, hasAgents: !isNaive, ...watches, say, signal };
}

/**
 * Injects the faults of a range one after the other, and tells of each as soon as it is judged. A fault around which
 * the lab could not be made ready counts as a violation. Throws LabError `aborted`, or the last of several such in a row.
 */
export async function runSoak(
  setting: SoakSetting,
  { seed, from, to }: SoakRange,
  { onOutcome, onPromises }: SoakListener,
): Promise<void> {
  let failures = 0;
  for (let number = from; number <= to; number += 1) {
    const plan = planFault(seed, number);
    const notes: FaultNotes = { violations: [], records: [] };
    const keep = (): void => onPromises(keepPromises(number, setting.lab.state.groupName, notes.records));
    try {
      const outcome = await runFault(setting, seed, plan, notes);
      keep();
      onOutcome(outcome);
      failures = 0;
    } catch (cause) {
      keep();
      if (setting.signal.aborted) throw cause;
      failures += 1;
      notes.violations.push(`could not be judged: ${cause instanceof Error ? cause.message : String(cause)}`);
      await mendAfter(setting, notes);
      const asked = await setting.wire.report(setting.signal);
      const heard = judgeAddressAnswers(asked, setting.wire.hostOf, null);
      const { dualHolderMs, hole } = await setting.watch.report();
      notes.violations.push(...listWireViolations(asked, heard), ...(hole === null ? [] : [hole]));
      const { violations } = notes;
      onOutcome(unjudged(setting, seed, plan, { violations, dualHolderMs, wire: heard.wire }));
      if (failures >= failuresInARow) throw cause;
    }
  }
}

/** One line for people. */
export function describeOutcome(outcome: FaultOutcome): string {
  const { row, kind, target, expelSeconds, isEffective, resets, asked } = outcome;
  const used = Object.entries(outcome.byProof).filter(([, count]) => count > 0);
  const parts = [
    `${row} ${kind} ${target}${expelSeconds > 0 ? `, expel ${expelSeconds} s` : ""}:`,
    `adds ${Math.round(outcome.recoveryMs)} ms, to clients ${Math.round(outcome.throughMs)} ms${outcome.late.length > 0 ? " TOO LATE" : ""},`,
    `${outcome.ackedWrites} acked, ${outcome.lostWrites.length} lost, ${outcome.phantomWrites.length} phantom,`,
    `2 writers ${outcome.dualWriterMs} ms, 2 holders ${outcome.dualHolderMs} ms, 2 answers ${outcome.wire?.dual ?? "?"} of ${outcome.wire?.asked ?? "?"},`,
    `${sumReads(outcome, "stale")} of ${sumReads(outcome, "answered")} reads stale,`,
    used.length === 0 ? "not moved" : used.map(([proof, count]) => `${proof} ${count}`).join(" "),
    `(gap ${pathNames.map((path) => describePath(path, outcome.paths[path])).join(", ")})`,
    ...(isEffective ? [] : [`NOT SEEN: ${outcome.observations.join("; ")}`]),
    ...(resets > 0 ? ["(mended)"] : []),
    ...(asked.length > 0 ? [`(asked for: ${asked.join(", ")})`] : []),
    ...[...outcome.waited, ...outcome.heard].map((text) => `(${text})`),
    ...[...outcome.late, ...outcome.disorder, ...outcome.violations].map((text) => `[${text}]`),
  ];
  return parts.join(" ");
}

/** What cannot be mended now may come back before the next fault, which asks again. */
async function mendAfter(setting: SoakSetting, notes: FaultNotes): Promise<void> {
  const { lab, knownTransactions, say, signal } = setting;
  const note = (text: string): void => {
    notes.violations.push(text);
  };
  await mendGroup(lab, { knownTransactions, onProgress: say, note, signal }).catch((again: unknown) => {
    if (signal.aborted || !(again instanceof LabError)) throw again;
    note(again.message);
  });
}

function unjudged(
  { lab, build }: SoakSetting,
  seed: number,
  { number, kind, expelSeconds }: FaultPlan,
  known: Pick<FaultOutcome, "violations" | "dualHolderMs" | "wire">,
): FaultOutcome {
  const zero = { ackedWrites: 0, dualWriterMs: 0, healthyMs: 0, heldMs: 0, recoveryMs: 0, throughMs: 0 };
  const none = { observations: [], lostWrites: [], phantomWrites: [], late: [], history: [], asked: [] };
  const unseen = {
    waited: [],
    rejoined: 0,
    heard: [],
    proxyHolds: null,
    reads: null,
    disorder: [],
    seconds: {},
  };
  return {
    ...{ seed, number, build, lab: lab.state.groupName },
    ...{ kind: kind.name, row: kind.row, target: kind.target, expelSeconds },
    ...{ isEffective: false, resets: 1, byProof: { R1: 0, R2: 0, R3: 0, R4: 0 } },
    ...zero,
    ...none,
    ...unseen,
    paths: { vip: unseenPath, router: unseenPath, haproxy: unseenPath, direct: unseenPath },
    ...known,
  };
}
