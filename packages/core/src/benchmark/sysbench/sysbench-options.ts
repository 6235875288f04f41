/** What one option of sysbench takes. */
export type OptionValue =
  | { readonly kind: "switch" }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "decimal"; readonly above: number; readonly below: number }
  | { readonly kind: "choice"; readonly choices: readonly string[]; readonly later?: readonly string[] }
  | { readonly kind: "text"; readonly pattern: RegExp };

/** An option that a workload may set. */
export interface SysbenchOption {
  readonly value: OptionValue;
  /** The first version that knows it; 1.0.17 is the oldest that is read. */
  readonly since: "1.0" | "1.1";
  /** Whether it changes the tables, so that `prepare` must have it too. */
  readonly shapesTables: boolean;
}

const largest = 2 ** 31 - 1;
const count = (least = 0, most = largest): OptionValue => ({ kind: "whole", least, most });
const onOff: OptionValue = { kind: "switch" };
const run = (value: OptionValue, since: "1.0" | "1.1" = "1.0"): SysbenchOption => ({
  value,
  since,
  shapesTables: false,
});
const table = (value: OptionValue, since: "1.0" | "1.1" = "1.0"): SysbenchOption => ({
  value,
  since,
  shapesTables: true,
});

/**
 * The options of the `oltp_*` scripts and of sysbench that a workload may set, under the names that `sysbench oltp_read_write
 * help` of 1.0.20 and 1.1.0 prints: underscores for those of the scripts, dashes for those of sysbench. A name may be given
 * either way, as to sysbench. What Primacy sets itself (threads, times, reports, tables, the connection) is not among them.
 *
 * Two defaults differ between versions, so an experiment that is to be repeated states them: `rand-type` is `special` in 1.0
 * and `uniform` in 1.1. Late builds of 1.1.0 have dropped `special` and its three `rand-spec-*` options under the same
 * version number; sysbench then refuses them itself before it connects.
 */
export const sysbenchOptions: Readonly<Record<string, SysbenchOption>> = {
  point_selects: run(count()),
  simple_ranges: run(count()),
  sum_ranges: run(count()),
  order_ranges: run(count()),
  distinct_ranges: run(count()),
  range_selects: run(onOff),
  range_size: run(count(1)),
  index_updates: run(count()),
  non_index_updates: run(count()),
  delete_inserts: run(count()),
  skip_trx: run(onOff),
  reconnect: run(count(), "1.1"),
  auto_inc: table(onOff),
  secondary: table(onOff),
  create_secondary: table(onOff),
  // Both go into a CREATE TABLE as they are.
  mysql_storage_engine: table({ kind: "text", pattern: /^[A-Za-z]\w*$/ }),
  create_table_options: table({ kind: "text", pattern: /^[\w ='.-]*$/ }, "1.1"),
  // The values of the indexed column are drawn with it when the tables are filled.
  "rand-type": table({
    kind: "choice",
    choices: ["uniform", "gaussian", "special", "pareto"],
    later: ["zipfian"],
  }),
  "rand-spec-iter": table(count(1)),
  "rand-spec-pct": table(count(0, 100)),
  // sysbench divides by 100 less this.
  "rand-spec-res": table(count(0, 99)),
  "rand-pareto-h": table({ kind: "decimal", above: 0, below: 1 }),
  "rand-zipfian-exp": table({ kind: "decimal", above: 0, below: Number.POSITIVE_INFINITY }, "1.1"),
  "rand-seed": table(count(-largest)),
  events: run(count()),
  rate: run(count()),
  "warmup-time": run(count(), "1.1"),
  "thread-init-timeout": run(count(1), "1.1"),
  "thread-stack-size": run({ kind: "text", pattern: /^[1-9]\d{0,8}[KMG]?$/ }),
  "forced-shutdown": run({ kind: "text", pattern: /^(?:off|\d{1,9})$/ }),
  validate: run(onOff),
  "db-ps-mode": run({ kind: "choice", choices: ["auto", "disable"] }),
  "mysql-ignore-errors": run({ kind: "text", pattern: /^(?:all|\d{1,5}(?:,\d{1,5})*)$/ }),
};

/** What a workload sets, by name. */
export type SysbenchOptionValues = Readonly<Record<string, number | string | boolean>>;

/** Why sysbench would refuse an option, or would take it for another value than was meant. */
export interface OptionProblem {
  /** As it was given. */
  readonly option: string;
  readonly reason: "unknown" | "type" | "range" | "version";
}

/** The name as sysbench prints it, and what it takes; null for a name that it does not have. */
export function findSysbenchOption(
  given: string,
): { readonly name: string; readonly option: SysbenchOption } | null {
  const dashed = given.replaceAll("_", "-");
  const found = Object.entries(sysbenchOptions).find(([name]) => name.replaceAll("_", "-") === dashed);
  return found === undefined ? null : { name: found[0], option: found[1] };
}

/**
 * Every problem of the options, in their order, for a version as `sysbench --version` prints it (`1.0.20`,
 * `1.1.0-50966c8`). sysbench itself takes `--point_selects=-3` and `=0.5` without a word, so that checking them here is the
 * only check. Of a version that cannot be read, only what 1.0 knows is accepted.
 */
export function checkSysbenchOptions(
  options: SysbenchOptionValues,
  version: string,
): readonly OptionProblem[] {
  const [, major = "1", minor = "0"] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const isLater = Number(major) > 1 || Number(minor) >= 1;
  return Object.entries(options).flatMap(([given, value]) => {
    const reason = findReason(given, value, isLater);
    return reason === null ? [] : [{ option: given, reason }];
  });
}

/** Whether a run may end by a number of events before its time is over. */
export function hasEventLimit(options: SysbenchOptionValues): boolean {
  return Object.entries(options).some(([given, value]) => isOption(given, "events") && value !== 0);
}

/** Whether options bring a warm-up of sysbench's own, beside that of the run. */
export function hasOwnWarmup(options: SysbenchOptionValues): boolean {
  return Object.keys(options).some((given) => isOption(given, "warmup-time"));
}

function isOption(given: string, name: string): boolean {
  return given.replaceAll("_", "-") === name;
}

function findReason(
  given: string,
  value: number | string | boolean,
  isLater: boolean,
): OptionProblem["reason"] | null {
  const found = findSysbenchOption(given);
  if (found === null) return "unknown";
  if (found.option.since === "1.1" && !isLater) return "version";
  return checkValue(found.option.value, value, isLater);
}

function checkValue(
  wanted: OptionValue,
  value: number | string | boolean,
  isLater: boolean,
): OptionProblem["reason"] | null {
  switch (wanted.kind) {
    case "switch":
      return typeof value === "boolean" || value === "on" || value === "off" ? null : "type";
    case "whole":
      if (typeof value !== "number" || !Number.isInteger(value)) return "type";
      return value >= wanted.least && value <= wanted.most ? null : "range";
    case "decimal":
      if (typeof value !== "number" || !Number.isFinite(value)) return "type";
      return value > wanted.above && value < wanted.below ? null : "range";
    case "choice":
      if (typeof value !== "string") return "type";
      if (wanted.choices.includes(value)) return null;
      if (!wanted.later?.includes(value)) return "range";
      return isLater ? null : "version";
    case "text":
      // A figure is a text to sysbench: `forced-shutdown` takes seconds or `off`.
      if (typeof value === "boolean") return "type";
      return wanted.pattern.test(String(value)) ? null : "range";
    default:
      return wanted satisfies never;
  }
}
