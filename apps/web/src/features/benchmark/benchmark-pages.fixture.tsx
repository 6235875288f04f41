import {
  type Benchmark,
  BenchmarkChange,
  message,
  type Operation,
  type OperationStep,
  type RunCounters,
  refuse,
  SurroundingMetric,
} from "@primacy/contract";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, use, useState } from "react";
import { at, clusterOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { ArticleList } from "./article/article-list";
import {
  benchmarkId,
  endpoints,
  finished,
  hostCurvesOf,
  hosts,
  largeBenchmark,
  picture,
  running,
  seriesOf,
  sysbenchLoad,
  system,
} from "./benchmark.fixture";
import { BenchmarkList } from "./benchmark-list";
import { BenchmarkCompare } from "./compare/benchmark-compare";
import { counters, unknownCounters } from "./counters.fixture";
import { failed, passed, planSteps } from "./form/benchmark-check.fixture";
import { BenchmarkForm } from "./form/benchmark-form";
import { preparedBenchmark } from "./hygiene.fixture";
import { slapBenchmark, tpcBenchmark } from "./other-tools.fixture";
import { BenchmarkPage } from "./page/benchmark-page";
import { placeOf, queue } from "./queue.fixture";
import { slapTrendPoints, trendPoints } from "./trend/trend.fixture";
import { unmeasured } from "./unmeasured.fixture";

/**
 * One of the pages of benchmarks, in front of a console with the fixtures' benchmark: `#list`, `#empty`, `#new`, `#running`,
 * `#finished`, `#waiting` (there is no record yet), `#articles`; with `follows` the benchmark follows article 000, with
 * `paused` it is paused, with `noted` it has tags and notes and is pinned, with `trend` the list has a trend, with `queued` benchmarks wait, with `busy` others are before the one of the form, with `pausing` while a run goes on, with `gone` its operation was deleted for its age, with `long` its points
 * are of two seconds, with `failing` the load host lacks sysbench, with `large` it has ten arms of 300 s, with `agentless` no host could
 * be asked, with `uncounted` nothing is known of the counters of a run, with `anew` the servers began to count anew in it, with `untold` nobody knows its transactions, with `slap` mysqlslap has made it and with `tpc` a program that writes as go-tpc, with `refused` the API refuses what the form itself cannot know, with `viewer` somebody looks who may do nothing, with `production` the cluster is marked so, with `prepared` its servers are restarted before each run, with `between` that is under way.
 * What follows as `name=value` is the address of the page.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const has = (name: string): boolean => asked.has(name);

const step = has("long") ? 2 : 1;
/** One second more at each question, as a run has it that goes on. */
let second = Number(asked.get("second") ?? 9);
/** The run of `#running` has ended once this is set. */
let isOver = false;
const counts = tellIn("questions");
const hostQuestions = tellIn("host questions");
const went = tellIn("went");
const address = tellIn("address");
const end = document.body.appendChild(document.createElement("button"));
end.textContent = "end of the run";
end.hidden = true;
end.addEventListener("click", () => {
  isOver = true;
});

/** A place where a test reads what nobody sees. */
function tellIn(label: string): HTMLOutputElement {
  const place = document.body.appendChild(document.createElement("output"));
  place.setAttribute("aria-label", label);
  place.hidden = true;
  return place;
}

const underWay = has("between")
  ? message("detail.benchmark_restarts", { run: 6, total: 24, member: "db2" })
  : message("detail.benchmark_preparing", { host: "app1" });
const steps = planSteps.map(
  (one, index): OperationStep => ({
    ...one,
    state: index === 0 ? "done" : index === 1 ? "running" : "pending",
    detail: index === 1 ? underWay : null,
    attempt: index < 2 ? 1 : 0,
    startedAt: index < 2 ? at : null,
    finishedAt: index === 0 ? at : null,
  }),
);

const isEnded = ["finished", "list", "slap", "tpc"].some(has);
const operation: Operation = {
  ...operationOf(400, "benchmark", { steps: [...steps] }),
  title: message("operation.benchmark", { cluster: "orders" }),
  ...(isEnded ? {} : { state: has("queued") ? "queued" : "running", finishedAt: null }),
  ...(has("queued") ? { steps: [] } : {}),
};
const check = operationOf(401, "benchmark.check", {
  result: { ...(has("failing") ? failed : passed) },
});

function listed(): readonly Benchmark[] {
  const older = (n: number, change: Partial<Benchmark>): Benchmark => ({
    ...finished,
    id: `${benchmarkId.slice(0, -3)}${410 + n}`,
    createdAt: new Date(Date.parse(at) - n * 86_400_000).toISOString(),
    ...change,
  });
  return [
    running,
    older(1, {
      name: "Before the upgrade",
      requestedBy: "admin",
      tags: ["8.4.6", "nightly"],
      isPinned: true,
    }),
    older(2, {
      name: "VIP at night",
      state: "failed",
      workload: { ...sysbenchLoad, script: "oltp_insert" },
    }),
    older(3, { name: "Direct · VIP · oltp_point_select", state: "cancelled", threads: [16, 32, 64, 128] }),
  ];
}

const ending = {
  ...finished,
  runs: running.runs.map((run) => finished.runs.find(({ id }) => id === run.id) ?? run),
};

let isCancelled = false;

/** What was said of the benchmark by a change. */
let said: BenchmarkChange = {};
const noted = {
  tags: ["8.4.6", "nightly"],
  notes: "Backup paused for the time of the runs.\nNext: the same with sync_binlog = 0.",
};

const large = has("large") ? largeBenchmark() : null;

/** The benchmark, one of another cluster a day later that differs, and one that is the same but for its name. */
const compared: readonly (typeof finished)[] = [
  finished,
  {
    ...finished,
    id: `${benchmarkId.slice(0, -3)}411`,
    clusterId: `${picture.clusterId.slice(0, -3)}777`,
    name: "After the upgrade",
    toolVersion: "1.1.0",
    system: {
      ...system,
      servers: system.servers.map((one) => ({
        ...one,
        server: { version: "8.4.7", variables: { ...one.server?.variables, sync_binlog: "0" } },
      })),
    },
    runSeconds: 60,
    createdAt: new Date(Date.parse(at) + 86_400_000).toISOString(),
    threads: [16, 128],
    arms: finished.arms.map((arm, place) => (place === 0 ? arm : { ...arm, name: "Write VIP" })),
  },
  { ...finished, id: `${benchmarkId.slice(0, -3)}412`, name: "Once more" },
  { ...slapBenchmark, id: `${benchmarkId.slice(0, -3)}413` },
];

function record(): typeof finished {
  const { tags = has("noted") ? noted.tags : [], notes = has("noted") ? noted.notes : "" } = said;
  return { ...shownRecord(), tags: [...tags], notes, isPinned: said.isPinned ?? has("noted") };
}

function shownRecord(): typeof finished {
  if (large !== null) return large;
  if (has("slap")) return slapBenchmark;
  if (has("tpc")) return tpcBenchmark;
  const shown = has("finished") || isOver ? (isOver ? ending : finished) : running;
  if (has("paused")) {
    // The run under way has ended, or ends first.
    const runs = has("pausing")
      ? running.runs
      : running.runs.map((run) => (run.state === "running" ? waited(run) : run));
    return { ...running, runs, pause: { by: "an operator", at } };
  }
  if (has("between")) {
    const runs = running.runs.map((run) => (run.state === "running" ? waited(run) : run));
    return preparedBenchmark({ ...running, runs });
  }
  if (has("prepared")) return preparedBenchmark(shown);
  return has("follows") ? { ...shown, preset: "article_000_full" } : shown;
}

function waited(run: (typeof running.runs)[number]): typeof run {
  return { ...run, state: "waiting", startedAt: null };
}

const wholeSeconds = has("large") ? 300 : 35;

/** What is asked of hosts: every figure of a run by itself; with `agentless` nobody could be asked. */
function tellHosts({ run = "", metric }: Readonly<Record<string, string>>): object {
  const figure = SurroundingMetric.parse(metric);
  hostQuestions.textContent = `${hostQuestions.textContent ?? ""} ${run.slice(-3)}/${figure}`.trim();
  const told = hostCurvesOf(run, figure, has("running") ? second : wholeSeconds, step);
  return has("agentless") ? { ...told, curves: [] } : told;
}

function count(what: string): void {
  counts.textContent = `${counts.textContent ?? ""} ${what}`.trim();
}

function problem(code: "not_found" | "validation_failed", errors: readonly object[] = []): object {
  const { message: title } = refuse(code);
  return {
    type: "about:blank",
    title: title.text,
    status: 404,
    code,
    message: title,
    errors,
    requestId: "r1",
  };
}

function tellCounters(): RunCounters | null {
  if (has("uncounted")) return null;
  if (has("untold")) return { ...counters, transactions: 0 };
  return has("anew") ? unknownCounters : counters;
}

function answer(
  method: string,
  path: string,
  text: string,
  query: Readonly<Record<string, string>>,
): { readonly status: number; readonly body: object } {
  const ok = (body: object): { status: number; body: object } => ({ status: 200, body });
  if (method === "PATCH") {
    said = BenchmarkChange.parse(JSON.parse(text));
    return ok(record());
  }
  if (method === "DELETE") return { status: 204, body: {} };
  if (method === "POST") {
    if (path.endsWith("/cancel")) {
      isCancelled = true;
      return ok(operation);
    }
    if (path.endsWith("/check") && has("refused"))
      return {
        status: 422,
        body: problem("validation_failed", [
          {
            path: "/arms/1/endpoints/0",
            code: "benchmark_endpoint_unknown",
            message: message("problem.benchmark_endpoint_unknown"),
          },
        ]),
      };
    return { status: 202, body: { operation: path.endsWith("/check") ? check : operation } };
  }
  if (path.endsWith("/topology")) return ok(picture);
  if (path.endsWith(`/clusters/${picture.clusterId}`))
    return ok({
      ...clusterOf(["db1", "db2", "db3"]),
      id: picture.clusterId,
      isProduction: has("production"),
    });
  if (path.endsWith("/endpoints")) return ok({ items: endpoints.map(unmeasured) });
  if (path.endsWith(`${benchmarkId}/hosts`)) return ok(tellHosts(query));
  if (path.endsWith("/hosts")) return ok({ items: hosts, nextCursor: null });
  if (path.endsWith("/benchmarks")) {
    const items = listed().filter(({ tags }) => query.tag === undefined || tags.includes(query.tag));
    return ok({ items: has("empty") ? [] : items, nextCursor: null });
  }
  if (path.endsWith("/benchmarks/queue")) {
    const items = has("queued") && !isCancelled ? queue : [];
    return ok({ items, next: placeOf(has, query.loadHostId) });
  }
  if (path.endsWith("/benchmarks/trend"))
    return ok({ points: has("trend") ? (has("slap") ? slapTrendPoints() : trendPoints()) : [] });
  if (path.endsWith("/counters"))
    return ok({
      runId: query.run,
      counters: tellCounters(),
    });
  if (path.endsWith("/series")) {
    count(`${query.block}/${query.threads}`);
    const { runs } = record();
    const drawn = runs.filter(
      (run) => String(run.block) === query.block && String(run.threads) === query.threads,
    );
    second += 1;
    return ok(seriesOf(drawn, second, step, wholeSeconds));
  }
  if (path.includes("/operations/")) {
    if (has("gone")) return { status: 404, body: problem("not_found") };
    return ok(path.endsWith(check.id) ? check : operation);
  }

  if (path.includes("/operations/")) return ok(path.endsWith(check.id) ? check : operation);
  if (has("compare") && path.includes("/benchmarks/")) {
    const found = compared.find(({ id }) => path.endsWith(id));
    return found === undefined ? { status: 404, body: problem("not_found") } : ok(found);
  }
  if (path.includes("/benchmarks/"))
    return has("waiting") ? { status: 404, body: problem("not_found") } : ok(record());
  return { status: 404, body: problem("not_found") };
}

/** The address of the page as the browser keeps it, and where the page leads. */
function Addressed({ children }: { readonly children: ReactNode }): ReactNode {
  const [params, setParams] = useState(asked);
  const router = use(AppRouterContext);
  if (router === null) throw new Error("the page has no router");
  window.history.replaceState = (_state, _title, href) => {
    const query = String(href).split("?")[1] ?? "";
    address.textContent = query;
    setParams(new URLSearchParams(query));
  };
  const push = (href: string): void => {
    went.textContent = href;
  };
  return (
    <AppRouterContext value={{ ...router, push }}>
      <SearchParamsContext value={params}>{children}</SearchParamsContext>
    </AppRouterContext>
  );
}

function Page(): ReactNode {
  const { clusterId } = picture;
  if (has("articles")) return <ArticleList clusterId={clusterId} />;
  if (has("new")) return <BenchmarkForm clusterId={clusterId} />;
  if (has("compare")) return <BenchmarkCompare clusterId={clusterId} />;
  if (has("list") || has("empty")) return <BenchmarkList clusterId={clusterId} />;
  return <BenchmarkPage clusterId={clusterId} id={benchmarkId} />;
}

if (large !== null) measureDrawing();

/** From when the page begins until all of its curves stand on the screen, as the entry `drawn` of the browser's clock. */
function measureDrawing(): void {
  performance.mark("begun");
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(".recharts-line-curve").length < 10) return;
    observer.disconnect();
    // The frame in which they are drawn, and the first moment after it at which the page listens.
    requestAnimationFrame(() => setTimeout(() => performance.measure("drawn", "begun"), 0));
  });
  observer.observe(document, { childList: true, subtree: true });
}

showBeforeConsole(
  (method, path, text, query) => answer(method, path, text, query),
  <Addressed>
    <Page />
  </Addressed>,
  has("viewer") ? "viewer" : "operator",
);
