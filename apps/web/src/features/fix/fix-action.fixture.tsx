import {
  type CheckedPlan,
  type Cluster,
  message,
  type Operation,
  type OperationKind,
  type Principal,
  type Vip,
} from "@primacy/contract";
import { planFix } from "@primacy/core/fix";
import { toPlan } from "@primacy/core/operation";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { createRoot } from "react-dom/client";
import { Providers } from "../../client/providers";
import { PrincipalProvider } from "../../frame/principal-context";
import { en } from "../../i18n/messages/en";
import { zh } from "../../i18n/messages/zh";
import { VipChangeDialog } from "../vip/vip-change-dialog";

/** The dialog that enables a VIP, in front of a console whose check found an expel timeout of 5 s on every member. */
const at = "2026-11-22T05:00:00.000Z";
const idOf = (n: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(n).padStart(12, "0")}`;
const clusterId = idOf(90);
const hosts = ["db1", "db2", "db3"];

const cluster: Cluster = {
  id: clusterId,
  name: "orders",
  kind: "group_replication",
  groupName: idOf(91),
  epoch: 1,
  tone: "ok",
  summary: message("topology.summary_unknown"),
  members: hosts.map((hostName, n) => ({
    id: idOf(n),
    clusterId,
    serverUuid: idOf(n),
    address: `10.77.0.1${n}`,
    port: 3306,
    hostId: idOf(n),
    hostName,
  })),
  revision: 1,
  createdAt: at,
};

const vip: Vip = {
  id: idOf(92),
  clusterId,
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics: {},
  enabled: false,
  revision: 1,
  createdAt: at,
  updatedAt: at,
};

const fixed = planFix(
  { clusterId, user: null },
  "expel_timeout",
  hosts.map((name, n) => ({
    memberId: idOf(n),
    hostId: idOf(n),
    name,
    settings: { group_replication_member_expel_timeout: { running: "5", persisted: null } },
  })),
);
if (fixed === null) throw new Error("the fix cannot be planned");
const fixPlan = toPlan(fixed);

const params = { value: 5, minSeconds: 10.2, maxSeconds: 26, bestMinSeconds: 6.2, bestMaxSeconds: 7.2 };
const checked: CheckedPlan = {
  report: {
    checks: [
      {
        code: "expel_timeout",
        title: message("check.expel_timeout.title"),
        hostId: null,
        hostName: null,
        result: "warn",
        evidence: message("check.expel_timeout.warn", params),
        remedy: message("check.expel_timeout.remedy", params),
        fix: "expel_timeout",
      },
    ],
    hasFailures: false,
    estimates: [],
  },
  plan: { steps: [], consequences: [] },
  fixes: [
    {
      fix: "expel_timeout",
      needsAccount: true,
      basis: { value: "0", members: hosts.map((_, n) => ({ memberId: idOf(n), running: "5" })) },
      plan: fixPlan,
    },
  ],
};

function operationOf(kind: OperationKind, change: Partial<Operation>): Operation {
  return {
    id: idOf(kind === "vip.check" ? 93 : 94),
    kind,
    state: "succeeded",
    clusterId,
    clusterName: cluster.name,
    hostId: null,
    hostName: null,
    title: message("step.waiting"),
    requestedBy: "an operator",
    isCancelRequested: false,
    steps: [],
    result: null,
    problem: null,
    createdAt: at,
    startedAt: at,
    finishedAt: at,
    revision: 1,
    ...change,
  };
}

const check = operationOf("vip.check", { result: { ...checked } });
const apply = operationOf("fix.apply", {
  steps: fixPlan.steps.map((step) => ({
    ...step,
    state: "done",
    detail: message("detail.variable_set", { before: "5" }),
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  })),
});

const main = document.body.appendChild(document.createElement("main"));
/** What was asked of the console, for a test to read. */
const asked = document.body.appendChild(document.createElement("ol"));
asked.setAttribute("aria-label", "asked");
asked.hidden = true;

function answer(method: string, path: string): object {
  if (method === "GET" && path.endsWith("/vips")) return { items: [vip] };
  if (method === "GET") return path.endsWith(check.id) ? check : apply;
  return { operation: path.endsWith("/fixes") ? apply : check };
}

globalThis.fetch = async (url, init) => {
  const path = new URL(String(url), "http://console.test").pathname;
  const method = init?.method ?? "GET";
  if (method !== "GET")
    asked.appendChild(document.createElement("li")).textContent = `${method} ${path} ${init?.body ?? ""}`;
  const status = method === "GET" ? 200 : 202;
  return new Response(JSON.stringify(answer(method, path)), { status });
};

const locale = location.hash === "#zh" ? "zh" : "en";
const principal: Principal = {
  kind: "session",
  id: idOf(95),
  name: "an operator",
  role: "operator",
  locale,
  theme: "system",
};
const nothing = (): void => undefined;
const router = {
  bfcacheId: "",
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
};

createRoot(main).render(
  <NextIntlClientProvider locale={locale} messages={locale === "zh" ? zh : en} timeZone="UTC">
    <AppRouterContext value={router}>
      <PrincipalProvider principal={principal}>
        <Providers>
          <VipChangeDialog vip={vip} cluster={cluster} goal="enable" onClose={nothing} />
        </Providers>
      </PrincipalProvider>
    </AppRouterContext>
  </NextIntlClientProvider>,
);
