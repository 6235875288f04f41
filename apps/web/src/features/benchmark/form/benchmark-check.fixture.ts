import { type BenchmarkCheck, type Check, type Message, message, type PlanStep } from "@primacy/contract";

function checkOf(code: string, change: Pick<Check, "title" | "evidence"> & Partial<Check>): Check {
  return { code, hostId: null, hostName: null, result: "pass", remedy: null, fix: null, ...change };
}

const sound: readonly Check[] = [
  checkOf("benchmark_load_host", {
    title: message("check.benchmark_load_host.title", { host: "app1" }),
    evidence: message("check.benchmark_load_host.pass", { host: "app1" }),
  }),
  checkOf("benchmark_tool", {
    title: message("check.benchmark_tool.title", { host: "app1", tool: "sysbench" }),
    evidence: message("check.benchmark_tool.pass", { host: "app1", tool: "sysbench", version: "1.0.20" }),
  }),
  checkOf("benchmark_group", {
    title: message("check.benchmark_group.title"),
    evidence: message("check.benchmark_group.pass", { total: 3, primary: "db1" }),
  }),
  checkOf("benchmark_blocks", {
    title: message("check.benchmark_blocks.title"),
    result: "warn",
    evidence: message("check.benchmark_blocks.warn", { blocks: 4 }),
    remedy: message("check.benchmark_blocks.remedy"),
  }),
];

const withoutTool = checkOf("benchmark_tool", {
  title: message("check.benchmark_tool.title", { host: "app1", tool: "sysbench" }),
  result: "fail",
  evidence: message("check.benchmark_tool.fail", { host: "app1", tool: "sysbench" }),
  remedy: message("check.benchmark_tool.remedy_sysbench"),
});

function stepOf(ordinal: number, code: string, hostName: string, title: Message): PlanStep {
  return {
    ordinal,
    code: `benchmark.${code}`,
    title,
    hostId: null,
    hostName,
    preview: [],
    isReversible: true,
  };
}

/** The steps of a benchmark. */
export const planSteps: readonly PlanStep[] = [
  stepOf(
    0,
    "account",
    "db1",
    message("step.benchmark.account", { schema: "primacy_bench", user: "primacy_bench" }),
  ),
  stepOf(1, "prepare", "app1", message("step.benchmark.prepare", { tables: 4, rows: 10_000 })),
  stepOf(2, "measure", "app1", message("step.benchmark.measure", { runs: 24, blocks: 6 })),
  stepOf(3, "clean", "db1", message("step.benchmark.clean")),
];

/** What the check finds where nothing stands against it but a warning, and the plan. */
export const passed: BenchmarkCheck = {
  report: { checks: [...sound], hasFailures: false, estimates: [] },
  plan: {
    consequences: [
      message("consequence.benchmark_load", { ms: 442_000, host: "app1", threads: 16, cluster: "orders" }),
      message("consequence.benchmark_log"),
      message("consequence.benchmark_exclusive"),
    ],
    steps: [...planSteps],
  },
  seconds: 442,
  needsAccount: true,
};

/** The same where the load host has no sysbench. */
export const failed: BenchmarkCheck = {
  ...passed,
  report: {
    checks: sound.map((one) => (one.code === withoutTool.code ? withoutTool : one)),
    hasFailures: true,
    estimates: [],
  },
  plan: { consequences: [], steps: [] },
};
