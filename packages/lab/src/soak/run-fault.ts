import { LabError } from "../errors";
import type { Lab } from "../lab";
import { monotonicMs } from "../process/monotonic";
import { type DatabaseName, databaseNames } from "../roster";
import { AcquisitionLog } from "./acquisitions";
import { awaitBaselinePaths } from "./baseline-paths";
import { awaitSettled, type FaultRun, judgeFaultRun } from "./fault-run";
import { ensureWhole, listDatabases, readServers, setExpelTimeout } from "./group-care";
import { injectors } from "./inject";
import { listRecords, type PathRecord, startLoad, stopLoad } from "./load";
import type { FaultOutcome } from "./outcome";
import type { FaultPlan } from "./plan";
import type { RunWatch } from "./run-watch";
import type { RunWire } from "./run-wire";
import type { FaultRoles, Stage } from "./stage";
import { Stopwatch } from "./stopwatch";

/** A lab under a console with a VIP, in which faults are injected. */
export interface SoakSetting {
  readonly lab: Lab;
  readonly vipAddress: string;
  /** Digest of the agent program that the hosts run. */
  readonly build: string;
  /** Transactions that servers made alone before the first fault, as one GTID set. */
  readonly knownTransactions: string;
  /** False where something else than our agents holds the address. */
  readonly hasAgents: boolean;
  /** Sees the kernels of all hosts from the begin of the run to its end. */
  readonly watch: RunWatch;
  /** Sees Keepalived's address on the proxies as long. */
  readonly proxyWatch: RunWatch;
  /** Asks the wire as long. */
  readonly wire: RunWire;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What is known of a fault also where it cannot be judged; filled while it happens. */
export interface FaultNotes {
  readonly violations: string[];
  /** What its clients sent and were told. */
  readonly records: PathRecord[];
}

/** After this nothing settles any more; each wait that ends without is a violation. */
const settleLimitMs = 45_000;

/** What became of the fault itself. */
interface Injected {
  readonly isEffective: boolean;
  readonly observations: readonly string[];
  readonly actedMs: number;
  readonly struckMs: number;
  readonly healingMs: number;
  readonly healedMs: number;
}

/**
 * Injects one fault under load, heals it, waits until all is well again, and judges everything that was seen. Throws
 * LabError where the lab itself cannot be made ready before or after it; `notes` has what was found until then.
 */
export async function runFault(
  setting: SoakSetting,
  seed: number,
  plan: FaultPlan,
  notes: FaultNotes,
): Promise<FaultOutcome> {
  const { lab, signal } = setting;
  const note = (when: string) => (text: string) => {
    notes.violations.push(`${when}: ${text}`);
  };
  const care = { ...setting, onProgress: setting.say, note: note("before the fault") };
  const time = new Stopwatch(monotonicMs);
  const ready = await ensureWhole(lab, care);
  await setExpelTimeout(lab, plan.expelSeconds, signal);
  time.end("ready");
  const roles = chooseRoles(ready.primary, plan);
  const target = plan.kind.target === "primary" ? roles.primary : roles.secondary;
  const faultRun = await openFaultRun(setting);
  time.end("clients");
  const stage: Stage = { ...setting, plan, undo: [], asked: [], violations: notes.violations };
  const late: string[] = [];
  const settle = async (when: string): Promise<void> => {
    if (!(await awaitSettled(faultRun, settleLimitMs)))
      late.push(`not settled within ${settleLimitMs} ms ${when}`);
  };
  try {
    await settle("before the fault");
    time.end("before");
    const injected = await inject(stage, roles, plan, time);
    await settle("after the fault");
    time.end("settled");
    const after = await ensureWhole(lab, { ...care, note: note("after the fault") });
    await setExpelTimeout(lab, 0, signal);
    await settle("after the group was whole");
    time.end("whole");
    await awaitBaselinePaths(faultRun.load.beside, injected.healedMs, signal);
    time.end("others");
    const { kind, number, expelSeconds } = plan;
    const { isEffective, observations, actedMs, struckMs, healingMs, healedMs } = injected;
    const { loses, mayNeedTime } = kind;
    const course = { target, loses, mayNeedTime, actedMs, struckMs, healingMs, healedMs };
    const verdict = await judgeFaultRun(faultRun, course);
    time.end("judged");
    return {
      ...{ seed, number, build: setting.build, lab: lab.state.groupName },
      ...{ kind: kind.name, row: kind.row, target, expelSeconds },
      ...{ isEffective, observations: [...observations], resets: ready.resets + after.resets },
      ...verdict,
      late: [...late, ...verdict.late],
      asked: [...stage.asked],
      waited: [...ready.waited, ...after.waited],
      rejoined: ready.rejoined + after.rejoined,
      seconds: time.seconds,
      violations: [...notes.violations, ...verdict.violations],
    };
  } finally {
    await endStage(stage);
    await closeFaultRun(faultRun);
    notes.records.push(...listRecords(faultRun.load));
  }
}

async function openFaultRun(setting: SoakSetting): Promise<FaultRun> {
  const { lab, vipAddress, knownTransactions, watch, proxyWatch, wire, signal } = setting;
  const servers = await readServers(lab, signal);
  const load = await startLoad(lab, vipAddress);
  const log = new AcquisitionLog(listDatabases(lab), vipAddress, monotonicMs());
  return { lab, load, watch, proxyWatch, wire, log, servers, knownTransactions, signal };
}

/** Whatever the scene still runs; its findings, if there are any, have been read. */
async function closeFaultRun({ load, log }: FaultRun): Promise<void> {
  await Promise.all([stopLoad(load), log.stop()]);
}

async function inject(stage: Stage, roles: FaultRoles, plan: FaultPlan, time: Stopwatch): Promise<Injected> {
  const { signal } = stage;
  const act = injectors[plan.kind.name];
  if (act === undefined) throw new LabError("bad_option", `Nobody can inject '${plan.kind.name}'.`);
  await pause(plan.phaseMs, signal);
  const actedMs = monotonicMs();
  let observations: readonly string[];
  let isEffective: boolean;
  let struckMs = actedMs;
  try {
    const evidence = await act(stage, roles);
    ({ observations, actedAtMs: struckMs } = evidence);
    // A fault without anybody whom it struck saw nothing either.
    isEffective = observations.length > 0;
  } catch (cause) {
    isEffective = false;
    observations = [cause instanceof Error ? cause.message : String(cause)];
  }
  time.end("injected");
  if (isEffective) await pause(actedMs + plan.holdMs - monotonicMs(), signal);
  time.end("in force");
  const healingMs = monotonicMs();
  await endStage(stage);
  time.end("healed");
  return { isEffective, observations, actedMs, struckMs, healingMs, healedMs: monotonicMs() };
}

/** Ends what was injected, in the opposite order. Safe to repeat: what was ended is forgotten. */
async function endStage({ undo }: Stage): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}

function chooseRoles(primary: DatabaseName, { secondary: chosen }: FaultPlan): FaultRoles {
  const secondaries = databaseNames.filter((name) => name !== primary);
  const [one = primary, two = primary] = chosen === 0 ? secondaries : secondaries.reverse();
  return { primary, secondary: one, other: two };
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new LabError("aborted", "Stopped before the end."));
    const timer = setTimeout(end, Math.max(0, durationMs));
    const stop = (): void => {
      clearTimeout(timer);
      reject(new LabError("aborted", "Stopped before the end."));
    };
    function end(): void {
      signal.removeEventListener("abort", stop);
      resolve();
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
