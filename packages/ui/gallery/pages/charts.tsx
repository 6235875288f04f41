import type { ReactNode } from "react";
import {
  BandChart,
  type BandPoint,
  BarChart,
  type ChartPoint,
  DotPlot,
  LaneChart,
  type ScatterGroup,
  ScatterPlot,
  Sparkline,
  TimeSeriesChart,
} from "../../src/charts/index";
import {
  Card,
  formatDuration,
  formatInstant,
  formatRate,
  formatSignificant,
  SERIES_KINDS,
  SegmentedControl,
  useUi,
} from "../../src/index";
import { Specimen, SpecimenPage, SpecimenRow } from "../specimen";

const START_MS = Date.UTC(2026, 10, 21, 3, 4, 0);

/** A steady load with a gap of writes in the middle; fixed, so that pictures can be compared. */
function load(base: number, phase: number, atSecond: number): number | null {
  if (atSecond >= 30 && atSecond < 30 + phase) return atSecond < 30 + phase / 2 ? 0 : null;
  return base + Math.sin(atSecond / 3 + phase) * base * 0.04 + Math.cos(atSecond * 1.7) * base * 0.02;
}

const POINTS: readonly ChartPoint[] = Array.from({ length: 121 }, (_, index) => ({
  atMs: START_MS + index * 500,
  values: {
    direct: load(1290, 2, index / 2),
    vip: load(1240, 3, index / 2),
    router: load(980, 7, index / 2),
    haproxy: load(1105, 5, index / 2),
  },
}));

/** The same by the second, with the spread of each, and one value that stands alone. */
const SECONDS: readonly BandPoint[] = Array.from({ length: 60 }, (_, x) => ({
  x,
  values: Object.fromEntries(
    ["direct", "vip", "other"].map((id, index) => {
      const mean = x === 50 || x === 52 ? null : load(1290 - index * 140, 3 + index, x);
      return [id, mean === null ? null : { min: mean * 0.94, mean, max: mean * 1.05 }];
    }),
  ),
}));

const RUNS = [1241, 1262, 1268, 1270, 1275, 1312].map((value, n) => ({
  id: String(n),
  label: `run ${n + 1}`,
  value,
}));

/** Three runs with each of two numbers of threads. */
function listLoads(share: number): Pick<ScatterGroup, "dots" | "line"> {
  const middles = [
    { label: "16", x: 1268 * share, y: 19.4 / share },
    { label: "64", x: 2114 * share, y: 48.2 / share },
  ];
  return {
    line: middles,
    dots: middles.flatMap(({ label, x, y }) =>
      [0, -14, 22].map((change, block) => ({
        id: `${share}/${label}/${block}`,
        label: `${label} threads, block ${block + 1}`,
        facts: [label, block + 1],
        x: x + change,
        y: y - change / 20,
      })),
    ),
  };
}

export function ChartsPage(): ReactNode {
  const { locale } = useUi();
  const time = (atMs: number): string =>
    formatInstant(atMs, { locale, nowMs: START_MS, timeZone: "Asia/Shanghai" }).text;
  return (
    <SpecimenPage title="Charts">
      <TimeSeriesChart
        title="Writes per second through each endpoint"
        description="Switchover to db2 at second 30."
        series={[
          { id: "direct", label: "direct", kind: "direct" },
          { id: "vip", label: "VIP", kind: "vip" },
          { id: "router", label: "MySQL Router", kind: "router" },
          { id: "haproxy", label: "HAProxy", kind: "haproxy" },
        ]}
        points={POINTS}
        formatValue={(value) => formatRate(value, "tx", locale)}
        formatTime={time}
        timeHeader="Time"
        markers={[{ atMs: START_MS + 30_000, label: "switchover", tone: "busy" }]}
        fileName="writes"
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <BarChart
          title="写入中断"
          bars={[
            { id: "vip", label: "VIP", kind: "vip", value: 112, interval: [96, 131] },
            { id: "haproxy", label: "HAProxy", kind: "haproxy", value: 1480, interval: [1210, 1760] },
            { id: "router", label: "MySQL Router", kind: "router", value: 2310, interval: [1990, 2630] },
          ]}
          formatValue={(value) => formatDuration(value, locale)}
          headers={{ name: "入口", value: "中位数", interval: "95% 区间" }}
          fileName="gap"
        />
        <TimeSeriesChart
          title="Apply lag"
          series={[
            { id: "vip", label: "db1", kind: "direct" },
            { id: "router", label: "db3", kind: "proxysql" },
          ]}
          points={POINTS.slice(0, 50)}
          formatValue={(value) => formatDuration(value, locale)}
          formatTime={time}
          timeHeader="Time"
          fileName="lag"
        />
      </div>
      <BandChart
        title="Transactions per second of one block"
        description="sysbench on app1, every second; each point is 2 s."
        series={[
          { id: "direct", label: "Direct", kind: "direct" },
          { id: "vip", label: "VIP", kind: "vip" },
          { id: "other", label: "Direct to db2", kind: "direct", nth: 1 },
        ]}
        points={SECONDS}
        fromX={0}
        toX={70}
        ticksX={[0, 10, 20, 30, 40, 50, 60, 70]}
        hasBand
        shade={{ fromX: 0, toX: 5, label: "Warm-up" }}
        formatValue={(value) => formatSignificant(value, locale)}
        formatX={(x) => `${x} s`}
        nameX={(x) => `Second ${x}`}
        headers={{ x: "Second", low: (label) => `${label}, lowest`, high: (label) => `${label}, highest` }}
        controls={
          <SegmentedControl
            label="Figure"
            value="tps"
            onValueChange={() => undefined}
            segments={[
              { value: "tps", label: "TPS" },
              { value: "qps", label: "QPS" },
            ]}
          />
        }
        empty="Nothing is measured yet."
        fileName="block"
      />
      <DotPlot
        title="16 threads"
        description="TPS of each run; the line and the figure are the mean."
        rows={[
          { id: "direct", label: "Direct", kind: "direct", dots: RUNS, mean: 1271 },
          { id: "vip", label: "通过 VIP 的写入", kind: "vip", dots: RUNS.slice(1, 4), mean: 1267 },
          { id: "none", label: "MySQL Router on app1", kind: "router", dots: [], mean: null },
        ]}
        formatValue={(value) => formatSignificant(value, locale)}
        headers={{
          name: "Arm",
          mean: "Mean",
          low: "Lowest",
          high: "Highest",
          count: "Runs",
          dot: "Run",
          value: "TPS",
        }}
        fileName="spread"
      />
      <ScatterPlot
        title="Latency against throughput"
        description="Each dot is a run; the line joins the medians of each number of threads."
        groups={[
          { id: "direct", label: "Direct", kind: "direct", ...listLoads(1) },
          { id: "vip", label: "通过 VIP 的写入", kind: "vip", dots: [], line: [] },
          { id: "other", label: "Direct to db2", kind: "direct", nth: 1, ...listLoads(0.93) },
        ]}
        x={{ name: "TPS", fileName: "tps", formatValue: (value) => formatSignificant(value, locale) }}
        y={{ name: "p95 latency", fileName: "p95_ms", formatValue: (value) => formatDuration(value, locale) }}
        headers={{ name: "Arm", facts: ["Threads", "Block"] }}
        empty="No run has ended yet."
        fileName="latency"
      />
      <Card title="Who held the address">
        <LaneChart
          label="Who held the address"
          fromMs={START_MS}
          toMs={START_MS + 60_000}
          formatTime={time}
          lanes={[
            {
              id: "1",
              label: "db1",
              spans: [
                {
                  id: "a",
                  fromMs: START_MS - 1000,
                  toMs: START_MS + 29_000,
                  label: "10.77.0.100",
                  look: { kind: "vip" },
                },
              ],
            },
            {
              id: "2",
              label: "db2",
              spans: [
                {
                  id: "b",
                  fromMs: START_MS + 29_300,
                  toMs: START_MS + 61_000,
                  label: "10.77.0.100",
                  look: { kind: "vip" },
                },
              ],
            },
            {
              id: "3",
              label: "db3",
              spans: [
                {
                  id: "c",
                  fromMs: START_MS + 12_000,
                  toMs: START_MS + 25_000,
                  label: "恢复中",
                  look: { tone: "busy" },
                },
                {
                  id: "d",
                  fromMs: START_MS + 40_000,
                  toMs: START_MS + 44_000,
                  label: "离线",
                  look: { tone: "failed" },
                },
              ],
            },
          ]}
        />
      </Card>
      <Specimen name="Sparkline, one colour per kind">
        <SpecimenRow>
          {SERIES_KINDS.map((kind, shift) => (
            <span key={kind} className="flex items-center gap-2 text-xs">
              <Sparkline
                label={kind}
                kind={kind}
                values={POINTS.slice(shift * 8, shift * 8 + 40).map((point) => point.values.vip ?? null)}
              />
              {kind}
            </span>
          ))}
        </SpecimenRow>
      </Specimen>
    </SpecimenPage>
  );
}
