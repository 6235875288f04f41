import { MysqlslapWorkload, type TrendPoint } from "@primacy/contract";
import { describeTrend, type TrendSource } from "@primacy/core/benchmark";
import { at, idOf } from "../../vip/console-page.fixture";
import { finished, scatter } from "../benchmark.fixture";

/** Nine benchmarks of a cluster, a week apart; the second is pinned, and the last cost more. */
export function trendPoints(): readonly TrendPoint[] {
  const sources = Array.from({ length: 9 }, (_, n): TrendSource => {
    const slower = n === 8 ? 0.93 : n > 5 ? 0.985 : 0.995;
    const runs = [0, 1, 2, 3, 4, 5].flatMap((block) =>
      finished.threads.flatMap((threads) =>
        [0, 1].map((arm) => ({
          block,
          threads,
          arm,
          tps: scatter(
            (1_180 + n * 9) * (threads / 16) ** 0.4 * (arm === 0 ? 1 : slower),
            block * 7 + n * 3 + arm,
          ),
        })),
      ),
    );
    return {
      ...finished,
      id: idOf(700 + n),
      name: n === 8 ? "After the upgrade to 8.4.7" : `Weekly ${n + 1}`,
      createdAt: new Date(Date.parse(at) - (8 - n) * 7 * 86_400_000).toISOString(),
      isPinned: n === 1,
      runs,
    };
  });
  return describeTrend(sources);
}

/** The same by mysqlslap, with 500 and with 900 queries in turn. */
export function slapTrendPoints(): readonly TrendPoint[] {
  return trendPoints().map((point, n) => ({
    ...point,
    workload: MysqlslapWorkload.parse({ tool: "mysqlslap", queries: n % 2 === 0 ? 500 : 900 }),
  }));
}
