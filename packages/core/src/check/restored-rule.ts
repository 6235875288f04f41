import { joinMessages, paramsWith } from "@primacy/contract";
import type { Finding } from "./build-check";
import type { VipCheck, VipSubject } from "./vip-needs";

/** The check of a console that was restored from an older database; none where nothing speaks for that. */
export const restoredChecks: readonly VipCheck[] = [
  { code: "restored", scope: "cluster", needs: "nothing", judge: restored },
];

/** The order refuses for the same reasons. */
function restored({ snapshot: { restored: reasons = [] } }: VipSubject): readonly Finding[] {
  if (reasons.length === 0) return [];
  const params = paramsWith({}, { reasons: joinMessages(reasons) });
  return [{ result: "fail", evidence: "check.restored.fail", remedy: "check.restored.remedy", params }];
}
