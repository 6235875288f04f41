import {
  type Drill,
  type DrillDetail,
  type DrillFindings,
  message,
  type OperationStep,
  refuse,
} from "@primacy/contract";
import { listWayFigures } from "@primacy/core/drill/compare";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { type ReactNode, use } from "react";
import { exampleReadFindings } from "../../../../../packages/core/src/drill/findings/drill-reads.fixture";
import { exampleFindings } from "../../../../../packages/core/src/drill/findings/drill-record.fixture";
import { endpoints, hosts, picture } from "../benchmark/benchmark.fixture";
import { unmeasured } from "../benchmark/unmeasured.fixture";
import { at, clusterOf, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { DrillList } from "./drill-list";
import { DrillForm } from "./form/drill-form";
import { DrillPage } from "./page/drill-page";

/**
 * One of the pages of drills, in front of a console: `#list`, `#empty`, `#new`, `#running`, `#passed`, `#failed`, `#waiting` (there is no
 * record yet); with `unhealed` the cluster could not be healed, with `forbidden` drills are not allowed, with `failing` the group is not
 * whole, with `proxy` an outage through one is predicted too, with `reads` clients only read through two endpoints besides, with `admin` or
 * `viewer` somebody else looks.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const has = (name: string): boolean => asked.has(name);
const { clusterId, clusterName } = picture;
const drillId = idOf(500);
const primary = picture.primaryMemberId ?? idOf(501);

const sent = document.body.appendChild(document.createElement("output"));
sent.setAttribute("aria-label", "sent");
sent.hidden = true;

/** What the servers logged of it; db1 does not answer while the drill runs. */
function logsOf(isRunning: boolean): DrillFindings["errorLogs"] {
  const common = { errorMs: 0.8, subsystem: "Repl" } as const;
  return [
    {
      server: "db1",
      lines: isRunning
        ? []
        : [
            {
              ...common,
              atMs: 16_900,
              priority: "Error",
              code: "MY-011505",
              text: "Member <b>was</b> removed.",
            },
          ],
      isCut: false,
      notRead: isRunning ? message("why.connection_refused") : null,
    },
    {
      server: "db2",
      lines: [
        {
          ...common,
          atMs: 5_240,
          priority: "Warning",
          code: "MY-011493",
          text: "db1 has become unreachable.",
        },
        {
          ...common,
          atMs: 10_870,
          priority: "System",
          code: "MY-011503",
          text: "Membership changed to db2.",
        },
      ],
      isCut: false,
      notRead: null,
    },
  ];
}

/** Where the proxy of the second endpoint led, by the primary that it found. */
const proxies: DrillFindings["lanes"]["proxies"] = [
  {
    host: "app1",
    port: 6_446,
    spans: [
      { fromMs: -4_000, toMs: 300, state: "leads", server: "db1" },
      {
        fromMs: 300,
        toMs: 11_300,
        state: "nowhere",
        server: null,
        reason: message("why.connection_refused"),
      },
      { fromMs: 11_300, toMs: 21_000, state: "leads", server: "db2" },
    ],
  },
];
const example = exampleFindings();

const passed = message("drill_ending.broken_off", { reason: "-" });
const base: DrillDetail = {
  id: drillId,
  seriesId: null,
  clusterId,
  clusterName,
  state: "ended",
  fault: { kind: "kill_mysqld", restarts: false },
  readEndpoints: [],
  endpoints: [
    { address: "10.77.0.100", port: 3306 },
    { address: "10.77.0.21", port: 6446 },
  ],
  objectiveMs: 30_000,
  target: { memberId: primary, name: "db1" },
  other: null,
  observer: { hostId: idOf(502), name: "app1" },
  requestedBy: "alice",
  startedAt: at,
  endedAt: at,
  heal: "healed",
  verdict: { kind: "passed", sentence: passed, notes: [] },
  worstWriteGapMs: 11_240,
  lostWrites: 0,
  outcomes: null,
  findings: { ...example, lanes: { ...example.lanes, proxies }, errorLogs: logsOf(false) },
};

/** The same drill, in which clients only read through two endpoints besides. */
function withReads(drill: DrillDetail): DrillDetail {
  const findings = { ...exampleReadFindings(), errorLogs: logsOf(false) };
  return { ...drill, readEndpoints: (findings.readers ?? []).map(({ endpoint }) => endpoint), findings };
}

function record(): DrillDetail {
  const verdictOf = (kind: "passed" | "failed"): DrillDetail["verdict"] => ({
    kind,
    sentence:
      kind === "passed"
        ? message("drill_found.none_lost", { acked: 1_204 })
        : message("drill_found.lost", { count: 2, acked: 1_204 }),
    notes: [],
  });
  if (has("running"))
    return {
      ...base,
      ...{ state: "running", endedAt: null, heal: "pending", verdict: null },
      ...{
        worstWriteGapMs: null,
        lostWrites: null,
        findings: { ...exampleFindings({ untilMs: 6_000 }), errorLogs: logsOf(true) },
      },
    };
  const seen = has("reads") ? withReads(base) : base;
  const ended = has("failed")
    ? { ...seen, verdict: verdictOf("failed"), lostWrites: 2 }
    : { ...seen, verdict: verdictOf("passed") };
  return has("unhealed") ? { ...ended, heal: "unhealed" } : ended;
}

/** A word of the catalogue, under `why.`. */
const unstarted = "no_answer";
const steps = (["schema.ensure", "drill.watch", "drill.fault", "drill.measure", "drill.heal"] as const).map(
  (code, ordinal): OperationStep => ({
    ordinal,
    code,
    hostId: code === "drill.fault" || code === "drill.heal" ? idOf(503) : null,
    hostName: null,
    title:
      code === "drill.measure"
        ? message("step.drill.measure")
        : code === "drill.fault"
          ? message("step.drill.kill_mysqld", { member: "db1" })
          : code === "drill.heal"
            ? message("step.drill.heal", { member: "db1" })
            : code === "drill.watch"
              ? message("step.drill.watch", { endpoints: "10.77.0.100:3306" })
              : message("step.schema.ensure"),
    preview: code === "drill.fault" ? [{ kind: "command", text: "kill -KILL PID_OF_PORT_3306" }] : [],
    isReversible: true,
    ...(code === "drill.heal" && has("unhealed")
      ? { state: "failed", detail: message("failure.drill_unhealed", { member: "db1", reason: unstarted }) }
      : {
          state: ordinal < 3 ? "done" : ordinal === 3 ? "running" : "pending",
          detail: ordinal === 3 ? message("detail.drill_waiting", { ms: 6_000 }) : null,
        }),
    attempt: ordinal < 4 ? 1 : 0,
    startedAt: ordinal < 4 ? at : null,
    finishedAt: ordinal < 3 ? at : null,
  }),
);

const isGoing = has("running") || has("waiting");
const operation = {
  ...operationOf(500, "drill", { steps }),
  title: message("operation.drill", { cluster: clusterName }),
  ...(isGoing ? { state: "running" as const, finishedAt: null } : {}),
};

const whole = has("failing")
  ? { result: "fail" as const, evidence: message("check.drill_whole.fail", { members: "db3" }) }
  : { result: "pass" as const, evidence: message("check.drill_whole.pass", { total: 3 }) };
const waysPredicted = base.endpoints.slice(1).flatMap((endpoint) => {
  const estimate = base.findings?.estimate ?? null;
  return estimate === null ? [] : [{ endpoint, estimate: { ...estimate, path: "router" as const } }];
});
const check = operationOf(501, "drill.check", {
  result: {
    report: {
      checks: [
        {
          code: "drill_whole",
          title: message("check.drill_whole.title"),
          hostId: null,
          hostName: null,
          remedy: has("failing") ? message("check.drill_whole.remedy") : null,
          fix: null,
          ...whole,
        },
      ],
      hasFailures: has("failing"),
      estimates: base.findings?.estimate == null ? [] : [base.findings.estimate],
    },
    plan: has("failing")
      ? { steps: [], consequences: [] }
      : {
          steps: steps.map(({ state, detail, attempt, startedAt, finishedAt, ...step }) => step),
          consequences: [
            message("consequence.drill_kill_mysqld", { member: "db1" }),
            message("consequence.drill_primary"),
          ],
        },
    target: { memberId: primary, name: "db1" },
    other: null,
    observer: { hostId: idOf(502), name: "app1" },
    predicted: base.findings?.estimate ?? null,
    predictedWays: has("proxy") ? waysPredicted : [],
  },
});

function listed(): readonly Drill[] {
  const outcomes = listWayFigures(example);
  const worstWriteGapMs = Math.max(...outcomes.map(({ gapMs }) => gapMs ?? 0));
  const { findings, ...drill } = { ...base, outcomes, worstWriteGapMs };
  const older = (n: number, change: Partial<Drill>): Drill => ({ ...drill, id: idOf(510 + n), ...change });
  return [
    { ...drill, verdict: record().verdict },
    older(1, {
      outcomes: null,
      verdict: { kind: "failed", sentence: passed, notes: [] },
      worstWriteGapMs: 41_000,
      lostWrites: 2,
    }),
    older(2, {
      verdict: { kind: "broken_off", sentence: passed, notes: [] },
      worstWriteGapMs: null,
      lostWrites: null,
    }),
    older(3, { heal: "unhealed", verdict: { kind: "passed", sentence: passed, notes: [] } }),
  ];
}

function problem(code: "not_found"): object {
  const { message: title } = refuse(code);
  return {
    type: "about:blank",
    title: title.text,
    status: 404,
    code,
    message: title,
    errors: [],
    requestId: "r1",
  };
}

function answer(
  method: string,
  path: string,
  text: string,
): { readonly status: number; readonly body: object } {
  const ok = (body: object): { status: number; body: object } => ({ status: 200, body });
  if (method !== "GET")
    sent.textContent = `${sent.textContent ?? ""} ${method} ${path.split("/").at(-1)} ${text}`.trim();
  if (method === "PATCH") return ok(clusterOf(["db1", "db2", "db3"]));
  if (method === "POST") {
    if (path.endsWith("/cancel")) return ok(operation);
    return { status: 202, body: { operation: path.endsWith("/check") ? check : operation } };
  }
  if (path.endsWith("/topology")) return ok(picture);
  if (path.endsWith(`/clusters/${clusterId}`))
    return ok({
      ...clusterOf(["db1", "db2", "db3"]),
      id: clusterId,
      allowsDrills: !has("forbidden"),
      drillObjectiveMs: 12_500,
    });
  if (path.endsWith("/endpoints")) return ok({ items: endpoints.map(unmeasured) });
  if (path.endsWith("/hosts")) return ok({ items: hosts, nextCursor: null });
  if (path.endsWith("/drills")) return ok({ items: has("empty") ? [] : listed(), nextCursor: null });
  if (path.includes("/operations/")) return ok(path.endsWith(check.id) ? check : operation);
  if (path.includes("/drills/") && !has("waiting")) return ok(record());
  return { status: 404, body: problem("not_found") };
}

/** Where the page leads is told to the test. */
function Routed({ children }: { readonly children: ReactNode }): ReactNode {
  const router = use(AppRouterContext);
  if (router === null) throw new Error("the page has no router");
  const push = (href: string): void => {
    sent.textContent = `${sent.textContent ?? ""} went ${href}`;
  };
  return <AppRouterContext value={{ ...router, push }}>{children}</AppRouterContext>;
}

function Page(): ReactNode {
  if (has("new")) return <DrillForm clusterId={clusterId} />;
  if (has("list") || has("empty")) return <DrillList clusterId={clusterId} />;
  return <DrillPage clusterId={clusterId} id={drillId} />;
}

showBeforeConsole(
  (method, path, text) => answer(method, path, text),
  <Routed>
    <Page />
  </Routed>,
  has("viewer") ? "viewer" : has("admin") ? "admin" : "operator",
);
