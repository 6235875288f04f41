import { catalog } from "../../../i18n/messages/texts";

/** The list of benchmarks, and what all their pages share. */
export const listMessages = /* @__PURE__ */ catalog(
  {
    title: "Benchmarks",
    intro: "Measurements of the ways to the database: each one under the same load, side by side.",
    new: "New benchmark",
    all: "All benchmarks",
    emptyTitle: "What does each way to the database cost?",
    empty:
      "A benchmark sends the same load to the primary directly and through the VIP, again and again in turns, and compares throughput and latency. It runs sysbench on one of your hosts.",
    name: "Name",
    state: "State",
    workload: "Workload",
    arms: "Arms",
    threads: "Threads",
    when: "Time",
    by: "Started by",
    states: {
      preparing: "preparing",
      running: "running",
      succeeded: "succeeded",
      failed: "failed",
      cancelled: "cancelled",
    },
    progress: "run {run} of {total}",
  },
  {
    title: "基准测试",
    intro: "测量通往数据库的各条路径：同样的负载，逐一对比。",
    new: "新建基准测试",
    all: "全部基准测试",
    emptyTitle: "通往数据库的每条路径各有多大开销？",
    empty:
      "基准测试以同样的负载交替访问：先直连主库，再经由 VIP，反复多次，并比较吞吐量和延迟。负载由您某台主机上的 sysbench 产生。",
    name: "名称",
    state: "状态",
    workload: "负载",
    arms: "对比项",
    threads: "线程数",
    when: "时间",
    by: "发起人",
    states: {
      preparing: "准备中",
      running: "运行中",
      succeeded: "成功",
      failed: "失败",
      cancelled: "已取消",
    },
    progress: "第 {run} 次，共 {total} 次",
  },
);
