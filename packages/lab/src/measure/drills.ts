import {
  type DrillDetail,
  type DrillEndpoint,
  type DrillEstimate,
  type DrillFault,
  type DrillFaultKind,
  findWithin,
} from "@primacy/contract";
import { summarize } from "@primacy/core/benchmark";
import { LabError } from "../errors";
import { haproxyPorts, routerPorts } from "../proxy/ports";
import { passTlsThrough } from "../proxy/router";
import { addWay, allowDrills, runDrill } from "./drill-order";
import type { DrillGaps, MeasureReport } from "./report";
import { findPrimaryMember, type MeasureSetting } from "./setting";
import { measureTargets } from "./targets";

const target = measureTargets.drills;
const objectiveMs = 20_000;
const wayNames = ["vip", "router", "haproxy", "direct"] as const;
type WayName = (typeof wayNames)[number];

/** The faults that are compared; with an expel timeout above 0 the first one alone, whose report has to name that interval. */
const faults: readonly DrillFault[] = [
  { kind: "kill_mysqld", restarts: false },
  { kind: "freeze_mysqld" },
  { kind: "cut_host" },
  { kind: "switchover", memberId: null },
];

/** What one drill says of one way; `gapMs` null: it was away until the heal. */
interface Told {
  readonly fault: DrillFaultKind;
  readonly way: WayName;
  readonly gapMs: number | null;
}

/**
 * Each fault `runs` times by drills, each watched through the VIP, Router, HAProxy behind Keepalived's address, and the primary's own address at once.
 * Met where no acknowledged write is lost and the VIP's own share, from the election to the first write through it, is 200 ms or less at the median; with
 * an expel timeout above 0 where the gap of each kill lies within what its report predicts, and the report names the expulsion as the longest phase
 * with what it comes from. Throws LabError.
 */
export async function measureDrills(
  setting: MeasureSetting,
  { runs, expelSeconds }: { readonly runs: number; readonly expelSeconds: number },
): Promise<MeasureReport> {
  await setting.lab.resetGroup();
  await allowDrills(setting);
  await passTlsThrough(setting.lab.host("px1"));
  await addWay(setting, "Router", placeOf(setting, "router"));
  await addWay(setting, "HAProxy", placeOf(setting, "haproxy"));
  const told: Told[] = [];
  const shares: number[] = [];
  const outside: number[] = [];
  const unnamed: number[] = [];
  let lostWrites = 0;
  for (const fault of expelSeconds > 0 ? faults.slice(0, 1) : faults)
    for (let run = 1; run <= runs; run += 1) {
      const primary = await findPrimaryMember(setting);
      const {
        findings,
        verdict,
        lostWrites: lost,
      } = await runDrill(setting, {
        fault,
        endpoints: wayNames.map(
          (way): DrillEndpoint =>
            way === "direct" ? { address: primary.address, port: primary.port } : placeOf(setting, way),
        ),
        objectiveMs,
      });
      lostWrites += lost ?? 0;
      const gaps = wayNames.map((way, at): Told => {
        const outcome = findings.endpoints[at];
        const isBack = outcome?.firstAfter.writeMs != null;
        return { fault: fault.kind, way, gapMs: isBack ? (outcome.writeGap?.gapMs ?? null) : null };
      });
      told.push(...gaps);
      const elected = findings.marks.find(({ phase }) => phase === "elected")?.atMs;
      const back = findings.endpoints[0]?.firstAfter.writeMs;
      if (elected !== undefined && back != null) shares.push(Math.max(0, back - elected));
      const { estimate } = findings;
      const gap = findings.endpoints[0]?.writeGap;
      if (expelSeconds > 0 && (estimate === null || gap == null || !isWithin(gap, estimate)))
        outside.push(run);
      if (expelSeconds > 0 && !namesExpulsion(verdict, estimate)) unnamed.push(run);
      setting.say(
        `${fault.kind} ${run}/${runs}: ${gaps.map(describeGap).join(", ")}; lost ${lost ?? "unknown"}`,
      );
      await setting.lab.resetGroup();
    }
  if (shares.length === 0) throw new LabError("not_observed", "No drill saw an election.");
  const share = summarize(shares);
  return {
    name: "drills",
    runs,
    target,
    faults: toGaps(told),
    met:
      lostWrites <= target.lostWrites &&
      (expelSeconds > 0 ? outside.length + unnamed.length === 0 : share.p50Ms <= target.vipShareP50Ms),
    figures: { lostWrites, vipShare: share, outsidePrediction: outside.length, unnamed: unnamed.length },
  };
}

function placeOf({ lab, vipAddress }: MeasureSetting, way: Exclude<WayName, "direct">): DrillEndpoint {
  switch (way) {
    case "vip":
      return { address: vipAddress, port: 3306 };
    case "router":
      return { address: lab.host("px1").address, port: routerPorts.write };
    case "haproxy":
      return { address: lab.names.proxyVip, port: haproxyPorts.write };
  }
}

/** The outage itself may have been shorter by the error. */
function isWithin(
  { gapMs, errorMs }: { readonly gapMs: number; readonly errorMs: number },
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
): boolean {
  return gapMs >= minMs && gapMs - errorMs <= maxMs;
}

/** Whether a verdict says that what took longest came from the time for which members wait before they expel a silent one. */
export function namesExpulsion(verdict: DrillDetail["verdict"], estimate: DrillEstimate | null): boolean {
  const codes = (estimate?.parts ?? []).flatMap(({ share, text }) => (share === "expel" ? [text.code] : []));
  const longest = verdict?.notes.find(({ code }) => code === "drill_note.longest_why");
  const why = longest === undefined ? null : findWithin(longest.params, "why");
  return why !== null && codes.includes(why.code);
}

function describeGap({ way, gapMs }: Told): string {
  return `${way} ${gapMs === null ? "away until the heal" : `${gapMs.toFixed(0)} ms`}`;
}

function toGaps(told: readonly Told[]): DrillGaps {
  const kinds = [...new Set(told.map(({ fault }) => fault))];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      Object.fromEntries(
        wayNames.map((name) => {
          const own = told.filter(({ fault, way }) => fault === kind && way === name);
          const known = own.flatMap(({ gapMs }) => (gapMs === null ? [] : [gapMs]));
          const median = known.length === 0 ? null : summarize(known).p50Ms;
          const worst = known.length < own.length ? null : Math.max(...known);
          return [name, { medianMs: median, worstMs: worst, backIn: known.length }];
        }),
      ),
    ]),
  );
}
