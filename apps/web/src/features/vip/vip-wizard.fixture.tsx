import {
  type Check,
  type CheckedPlan,
  defaultVipTimings,
  message,
  type OfferedFix,
  type Operation,
  PluginLibraryUpload,
  type ProblemDetail,
  problemsOf,
  VipCheckRequest,
  type VipKind,
  type VipProof,
  VipRequest,
} from "@primacy/contract";
import { type FailoverFacts, predictDowntime, proxyFactsOf } from "@primacy/core/check";
import { planFix } from "@primacy/core/fix";
import { inspectLibrary } from "@primacy/core/greatdb-ha";
import { toPlan } from "@primacy/core/operation";
import { planVipApply } from "@primacy/core/plan";
import { previewPlan, snapshotForPreview } from "../operation/preview-plan";
import { bare, calm } from "../topology/topology.fixture";
import { at, clusterId, clusterOf, idOf, operationOf, showBeforeConsole } from "./console-page.fixture";
import { VipWizard } from "./vip-wizard";

/**
 * The wizard in front of a console that has nothing against a VIP of its network but db2's address, and configures it at once;
 * with `taken` in the fragment, of a cluster that has its write VIP. What cannot be read it refuses as the API does. Every
 * server has an expel timeout of 5 s.
 */
const topology = location.hash.includes("taken") ? calm : bare;
const hosts = ["db1", "db2"];

const facts: FailoverFacts = {
  minExpelSeconds: 5,
  maxExpelSeconds: 5,
  majorityBoundSeconds: 5,
  isGreatSql: false,
  flpSeconds: null,
  majorityTimeout: { minSeconds: 4, maxSeconds: 4 },
  checkpointMs: 20,
  timings: defaultVipTimings,
  proxies: proxyFactsOf(),
};

const operations = new Map<string, Operation>();

function accept(operation: Operation): { readonly status: number; readonly body: object } {
  operations.set(operation.id, operation);
  return { status: 202, body: { operation } };
}

/** Nothing is predicted for a read VIP, by whoever judges the checks: no write goes through it. */
function check(asked: VipCheckRequest): CheckedPlan {
  const { vipId, proxies, ...request } = asked;
  const predicted = predictDowntime({ ...facts, proxies: proxyFactsOf(proxies) });
  const estimates = request.kind === "write" ? [...predicted] : [];
  const plan = previewPlan(planVipApply(snapshotForPreview(clusterOf(hosts), []), request));
  const checks = judge(request);
  const hasFailures = checks.length > 0;
  return {
    report: { checks: [...checks], hasFailures, estimates },
    plan: hasFailures ? { steps: [], consequences: [] } : plan,
    fixes: [offerFix()],
  };
}

/** The hash of the library that the console has taken; null: it has none. */
let taken: string | null = null;

/** With `lacking` in the fragment, db2 lacks the plugin's library unless the request brings the one that was uploaded. */
function judgeLibrary({ provider, library }: VipRequest): readonly Check[] {
  if (provider !== "greatdb_ha" || !location.hash.includes("lacking")) return [];
  if (library !== undefined && library === taken) return [];
  const params = { file: "/usr/lib/mysql/plugin/greatdb_ha.so", version: "8.4.4-5" };
  return [
    {
      code: "plugin_library",
      title: message("check.plugin_library.title"),
      ...{ hostId: idOf(1), hostName: "db2", result: "fail", fix: null },
      evidence: message("check.plugin_library.fail", params),
      remedy: message("check.plugin_library.remedy", params),
    },
  ];
}

/** Judges an uploaded file as the console does. */
function upload(text: string): { readonly status: number; readonly body: object } {
  const { name, content } = PluginLibraryUpload.parse(JSON.parse(text));
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const found = inspectLibrary(bytes, "/content");
  if (found.kind === "unfit") return refused(found.reasons);
  taken = "a".repeat(64);
  const about = { id: idOf(80), sha256: taken, name, size: bytes.length, uploadedBy: "ada", uploadedAt: at };
  return { status: 200, body: { ...about, serverVersion: found.serverVersion } };
}

function judge({ address, prefixLength, ...rest }: VipRequest): readonly Check[] {
  const lacking = judgeLibrary({ address, prefixLength, ...rest });
  if (lacking.length > 0) return lacking;
  const params = {
    address,
    owner: "db2",
    nic: "eth0",
    networks: "10.86.0.0/24",
    network: "10.86.0.0/24",
    prefixLength,
  };
  const fail = (
    code: "address_not_host" | "subnet",
    evidence: Check["evidence"],
    n: number | null,
  ): Check => ({
    code,
    title: message(`check.${code}.title`),
    hostId: n === null ? null : idOf(n),
    hostName: n === null ? null : (hosts[n] ?? null),
    result: "fail",
    evidence,
    remedy: null,
    fix: null,
  });
  const everywhere = (evidence: Check["evidence"]): readonly Check[] =>
    hosts.map((_, n) => fail("subnet", evidence, n));
  if (address === "10.86.0.12")
    return [fail("address_not_host", message("check.address_not_host.fail", params), null)];
  if (!address.startsWith("10.86.0.") && !address.includes(":"))
    return everywhere(message("check.subnet.fail_outside", params));
  return prefixLength === 24 || prefixLength === 64
    ? []
    : everywhere(message("check.subnet.fail_prefix", params));
}

function offerFix(): OfferedFix {
  const members = hosts.map((name, n) => ({
    memberId: idOf(n),
    hostId: idOf(n),
    name,
    settings: { group_replication_member_expel_timeout: { running: "5", persisted: null } },
  }));
  const planned = planFix({ clusterId, user: null }, "expel_timeout", members);
  if (planned === null) throw new Error("the fix cannot be planned");
  const basis = { value: "0", members: members.map(({ memberId }) => ({ memberId, running: "5" })) };
  return { fix: "expel_timeout", needsAccount: false, basis, plan: toPlan(planned) };
}

function apply(asked: VipCheckRequest): Partial<Operation> {
  const steps = check(asked).plan.steps.map((step) => ({
    ...step,
    state: "done" as const,
    detail: null,
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  }));
  return { steps, result: { ...proofOf(asked.kind, asked.address) } };
}

function proofOf(kind: VipKind, address: string): VipProof {
  const holder = kind === "read" ? 1 : 0;
  return {
    vipId: idOf(92),
    address,
    holderHostId: idOf(holder),
    holderHostName: hosts[holder] ?? "",
    macs: ["02:56:00:00:00:12"],
    askedBy: hosts.filter((_, n) => n !== holder),
    notAskedBy: [],
    ...(kind === "read" ? { readServerUuid: idOf(holder) } : { writtenServerUuid: idOf(holder) }),
    heldAfterMs: 120,
  };
}

function refused(errors: readonly ProblemDetail[]): { readonly status: number; readonly body: object } {
  return {
    status: 422,
    body: {
      ...{ type: "about:blank", title: "-", status: 422, code: "validation_failed", errors, requestId: "-" },
      message: message("problem.validation_failed"),
    },
  };
}

function answer(
  method: string,
  path: string,
  text: string,
): { readonly status: number; readonly body: object } {
  if (path.endsWith("/topology")) return { status: 200, body: topology };
  if (method === "GET") return { status: 200, body: operations.get(path.split("/").at(-1) ?? "") ?? {} };
  if (path.endsWith("/plugin-libraries")) return upload(text);
  const isQuestion = path.endsWith("/check");
  const asked = (isQuestion ? VipCheckRequest : VipRequest).safeParse(JSON.parse(text));
  if (!asked.success) return refused(problemsOf(asked.error));
  const n = 100 + operations.size;
  return accept(
    isQuestion
      ? operationOf(n, "vip.check", { result: { ...check(asked.data) } })
      : operationOf(n, "vip.apply", apply(asked.data)),
  );
}

showBeforeConsole(answer, <VipWizard clusterId={clusterId} />);
