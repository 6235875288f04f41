import { transactionWaitSeconds } from "../switchover/plan-switchover";
import type { Finding } from "./build-check";
import type { LongTransactions } from "./snapshot";

/** From here on an open transaction is named. */
export const longTransactionSeconds = 5;

/** Whether open transactions would hold a switchover away from `member` up. */
export function longTransactions(open: LongTransactions, member: string): Finding {
  const params = {
    member,
    count: open.count,
    seconds: Math.round(open.longestSeconds),
    limitSeconds: longTransactionSeconds,
    waitSeconds: transactionWaitSeconds,
  };
  return open.count === 0
    ? { result: "pass", evidence: "check.switchover_transactions.pass", params }
    : {
        result: "warn",
        evidence: "check.switchover_transactions.warn",
        remedy: "check.switchover_transactions.remedy",
        params,
      };
}
