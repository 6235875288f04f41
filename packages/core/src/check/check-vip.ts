import type { Check, CheckReport } from "@primacy/contract";
import { judgeGroup } from "../cluster/judge-group";
import { findFailoverFacts } from "./group-rules";
import { predictDowntime } from "./predict-downtime";
import { runChecks } from "./run-checks";
import type { VipCheckSnapshot } from "./snapshot";
import { vipAddressChecks, vipChecks } from "./vip-checks";
import { clusterNeeds, memberNeeds, type VipCheck, type VipSubject } from "./vip-needs";

/**
 * Judges every VIP pre-check on every member. A member that could not be looked at fails its own `agent` check and has
 * its others skipped; the rest is judged all the same. Nothing may be applied while `hasFailures`.
 */
export function checkVip(snapshot: VipCheckSnapshot): CheckReport {
  const checks = runVipChecks(vipChecks, snapshot);
  // It is writes that are estimated, and no write goes through a read VIP.
  const facts = snapshot.request.kind === "write" ? findFailoverFacts(snapshot) : null;
  return {
    checks: [...checks],
    hasFailures: hasFailures(checks),
    estimates: facts === null ? [] : [...predictDowntime(facts)],
  };
}

/** The checks of the address alone, for a VIP that will not be in force yet. */
export function checkVipAddress(snapshot: VipCheckSnapshot): CheckReport {
  const checks = runVipChecks(vipAddressChecks, snapshot);
  return { checks: [...checks], hasFailures: hasFailures(checks), estimates: [] };
}

/** Makes these of the VIP pre-checks, in their order. */
export function runVipChecks(checks: readonly VipCheck[], snapshot: VipCheckSnapshot): readonly Check[] {
  const { request, views } = snapshot;
  const subject: VipSubject = { snapshot, request, group: judgeGroup(views) };
  return runChecks(
    checks,
    { subject, needs: clusterNeeds },
    { subjects: snapshot.members.map((member) => ({ ...subject, member })), needs: memberNeeds },
  );
}

function hasFailures(checks: readonly Check[]): boolean {
  return checks.some((check) => check.result === "fail");
}
