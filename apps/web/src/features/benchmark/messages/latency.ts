import { catalog } from "../../../i18n/messages/texts";

/** What runs got through, and how long their transactions took. */
export const latencyMessages = /* @__PURE__ */ catalog(
  {
    latency: {
      title: "Latency against throughput",
      measured:
        "95th percentile of the latency of a run's transactions, and transactions per second: {tool} on {host}, without the warm-up.",
      text: "Each point is a run that counts: further right is more throughput, further down is quicker. The line joins the medians of each number of threads, which stands beside it.",
      textOne: "Each point is a run that counts: further right is more throughput, further down is quicker.",
      beyond:
        "{count, plural, one {# run is not drawn: of its percentile only a lower bound is known.} other {# runs are not drawn: of their percentiles only a lower bound is known.}}",
      throughput: "TPS",
      p95: "p95 latency",
      run: "block {block}, {threads, plural, one {# thread} other {# threads}}",
      none: "No run has a known 95th percentile.",
    },
  },
  {
    latency: {
      title: "延迟与吞吐量",
      measured: "一次测量中事务延迟的第 95 百分位与每秒事务数：{host} 上的 {tool}，不含预热。",
      text: "每个点是一次有效测量：越靠右吞吐量越高，越靠下延迟越低。折线连接各线程数的中位数，线程数标在旁边。",
      textOne: "每个点是一次有效测量：越靠右吞吐量越高，越靠下延迟越低。",
      beyond: "有 {count} 次测量未画出：其百分位只知道下限。",
      throughput: "TPS",
      p95: "p95 延迟",
      run: "区组 {block}，{threads} 个线程",
      none: "没有一次测量有已知的第 95 百分位。",
    },
  },
);
