export { answerBenchmark } from "./answer-benchmark";
export {
  type Article,
  type ArticleId,
  articles,
  type PublishedLabel,
  type PublishedTable,
  type PublishedUnit,
} from "./article/articles";
export { type PresetArm, type PresetFields, presetArmOf, presets } from "./article/preset";
export { article000Losses, findPublishedLoss, lossOfLead } from "./article/published-loss";
export { allowedRepeats, type BrokenBlock, breakBlock } from "./break-block";
export { checkBenchmark } from "./check-benchmark";
export { chooseFillAt } from "./choose-fill-at";
/** What a benchmark's figures say: percentiles of a sample, and differences between arms with their intervals. */
export {
  type ArmDifference,
  type ArmRun,
  blocksForHalfWidth,
  compareArms,
  type IntervalMethod,
  type Verdict,
} from "./compare-arms";
export {
  type BenchmarkComparison,
  type ComparedCell,
  type ComparedFact,
  type ComparedRow,
  compareBenchmarks,
  comparedLimits,
  type SetupDifference,
} from "./compare-benchmarks";
export {
  type CounterDifference,
  compareArmCounters,
  compareCounters,
  tellingShare,
} from "./compare-counters";
export { countTransactions } from "./count-transactions";
export { describeTrend, listTrendLoads, type TrendLoad, type TrendSource } from "./describe-trend";
export { GoTpcReader } from "./go-tpc/read-go-tpc";
export { clearingStatements } from "./hygiene/describe-hygiene";
export {
  estimateHygiene,
  fillsTables,
  type HygieneLength,
  secondsPrepared,
} from "./hygiene/estimate-hygiene";
export {
  type HygieneSetting,
  type HygieneStep,
  listLeftSteps,
  nameOfStep,
  planHygiene,
  restartsServers,
} from "./hygiene/plan-hygiene";
export { type ForeignLoad, findForeignLoad } from "./judge/find-foreign-load";
export { type JudgedRun, judgeRun, type OrderedRun, type RunSurroundings, readFigures } from "./judge-run";
export { type FactReading, listSystemFacts, type SystemFact, type SystemFactName } from "./list-system-facts";
export { type LoadCommand, type LoadTarget, prepareCommand, runCommand } from "./load-command";
export { createLoadReader, type LoadReader } from "./load-reader";
export { MysqlslapReader } from "./mysqlslap/read-mysqlslap";
export { type HostTraffic, networkPerTransaction } from "./network-per-transaction";
export { comparePaced, type PacedBlock, type PacedDifference, type PacedPair } from "./paced-difference";
export {
  accountStatements,
  type BenchmarkInput,
  type BenchmarkLength,
  type BenchmarkStep,
  cleaningStatements,
  estimateBenchmark,
  nameBenchmark,
  planBenchmark,
  prepareThreads,
} from "./plan-benchmark";
export { placeNext, planQueue, type QueuedBenchmark } from "./plan-queue";
export {
  type BenchmarkShape,
  estimateSchedule,
  mostRepeats,
  type PlannedRun,
  planSchedule,
  repeatBlock,
} from "./schedule";
export { type GridSecond, type MeasuredSpan, SecondGrid } from "./second-grid";
export { secondsLeft } from "./seconds-left";
export type {
  BenchmarkSnapshot,
  DatabaseHost,
  EndpointSight,
  HygieneSight,
  LoadHost,
  LoadTool,
  SeenEndpoint,
} from "./snapshot";
export {
  fewestForStudent,
  fewestPairs,
  type MiddleInterval,
  mostExactPairs,
  nearestRank,
  type Summary,
  signedRankInterval,
  studentInterval,
  summarize,
} from "./statistics";
export { SysbenchReader } from "./sysbench/read-sysbench";
export {
  type HistogramBar,
  longestLatencyMs,
  type SysbenchError,
  type SysbenchReport,
  type SysbenchSecond,
  type SysbenchSummary,
} from "./sysbench/report";
export {
  readTlsForm,
  type SysbenchPhase,
  type SysbenchTlsForm,
  sysbenchArguments,
} from "./sysbench/sysbench-arguments";
export {
  isGrid,
  type SysbenchAddress,
  type SysbenchTarget,
  sysbenchConfig,
} from "./sysbench/sysbench-config";
export {
  checkSysbenchOptions,
  findSysbenchOption,
  hasEventLimit,
  hasOwnWarmup,
  type OptionProblem,
  type OptionValue,
  type SysbenchOption,
  type SysbenchOptionValues,
  sysbenchOptions,
} from "./sysbench/sysbench-options";
export {
  isWriting,
  listWorkloadOptions,
  nameWorkload,
  parserOf,
  rateOf,
  tellsSeconds,
  withOwnWarmup,
} from "./workload";
