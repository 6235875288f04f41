import { type CheckedPlan, message, problemsOf, type VipProof, VipRequest } from "@primacy/contract";
import { planVipApply } from "@primacy/core/plan";
import { previewPlan, snapshotForPreview } from "../operation/preview-plan";
import { bare, calm } from "../topology/topology.fixture";
import { at, clusterId, clusterOf, idOf, operationOf, showBeforeConsole } from "./console-page.fixture";
import { VipWizard } from "./vip-wizard";

/**
 * The wizard in front of a console that has nothing against a read VIP, and configures it at once; with `taken` in the
 * fragment, of a cluster that has its write VIP; with `refused`, in front of one that refuses its lag limit.
 */
const topology = location.hash.includes("taken") ? calm : bare;
const isRefused = location.hash.includes("refused");

const address = "10.86.0.101";
const asked = VipRequest.parse({
  kind: "read",
  address,
  prefixLength: 24,
  reads: { policy: "to_primary", maxLagSeconds: 30 },
});
const plan = previewPlan(planVipApply(snapshotForPreview(clusterOf(["db1", "db2"]), []), asked));
const checked: CheckedPlan = { report: { checks: [], hasFailures: false, estimates: [] }, plan };
const check = operationOf(93, "vip.check", { result: { ...checked } });

const proof: VipProof = {
  vipId: idOf(92),
  address,
  holderHostId: idOf(1),
  holderHostName: "db2",
  macs: ["02:56:00:00:00:12"],
  askedBy: ["db1"],
  notAskedBy: [],
  readServerUuid: idOf(1),
  heldAfterMs: 120,
};
const apply = operationOf(94, "vip.apply", {
  steps: plan.steps.map((step) => ({
    ...step,
    state: "done",
    detail: null,
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  })),
  result: { ...proof },
});

const limited = VipRequest.safeParse({ ...asked, reads: { maxLagSeconds: 9_999 } });
const refusal = {
  type: "about:blank",
  title: "-",
  status: 422,
  code: "validation_failed",
  message: message("problem.validation_failed"),
  errors: limited.success ? [] : problemsOf(limited.error),
  requestId: "-",
};

function answer(method: string, path: string): { readonly status: number; readonly body: object } {
  if (path.endsWith("/topology")) return { status: 200, body: topology };
  if (method === "GET") return { status: 200, body: path.endsWith(check.id) ? check : apply };
  if (isRefused) return { status: refusal.status, body: refusal };
  return { status: 202, body: { operation: path.endsWith("/check") ? check : apply } };
}

showBeforeConsole(answer, <VipWizard clusterId={clusterId} />);
