import { catalog } from "../../../../i18n/messages/texts";

/** The texts of a report that the page of a benchmark does not have. */
export const reportMessages = catalog(
  {
    title: "Benchmark: {name}",
    madeBy: "Measured by {who}, {from} to {to}. State: {state}.",
    begun: "Measured by {who}, begun {from}. State: {state}.",
    madeWith: "Report by Primacy {version}.",
    noDifference: "One arm alone: there is nothing to compare it with.",
    published: "What article {id} published",
    publishedNone: "None of its figures is of these arms and numbers of threads.",
    publishedMark: "published: {value}",
    latency: "Latency against throughput",
    latencyText:
      "Each point is a run that counts: further right is more throughput, further down is quicker. The line joins the median of each number of threads, which stands beside it. Percentiles are not averaged.",
    latencyNone: "No run has a known 95th percentile.",
    tpsAxis: "TPS",
    p95Axis: "p95 latency",
    curves: "Second by second",
    curvesText:
      "TPS of each block. A line that is interrupted was not measured; a line at zero is a stall. The shaded part is the warm-up.",
    curvesBand: "A point is {seconds} s; the band goes from the lowest to the highest second.",
    curvesMore:
      "The curves of the first {shown} of {all} blocks. Every second of the others is in samples.csv.",
    curvesNone: "Nothing was measured.",
    block: "Block {block}, {threads, plural, one {# thread} other {# threads}}",
    repeat: "Repeat it by hand",
    repeatText:
      "The arguments are those of the runs. {place} stands where a password of your own belongs. In each block, run one command of every arm with the same number of threads, one right after the other; the column 'Run' above has the order.",
    repeatNone: "These addresses or options cannot be written as a command of {tool}.",
    repeatAccount: "Schema and account, on the primary",
    repeatFile: "File {file}, readable for you alone ({arm})",
    repeatPrepare: "Data",
    repeatPrepareAgain: "Data, before each run",
    repeatBefore:
      "Before each run: the statements on the primary, a restart on each server in turn (before its own, another one becomes the primary), a command on its host",
    repeatRuns: "Runs of {arm}",
    repeatClean: "Clean up, on the primary",
    reason: "Reason",
    from: "Start (UTC)",
  },
  {
    title: "基准测试：{name}",
    madeBy: "{who} 发起，{from} 至 {to}。状态：{state}。",
    begun: "{who} 发起，{from} 开始。状态：{state}。",
    madeWith: "由 Primacy {version} 生成。",
    noDifference: "只有一个对比项，没有可比较的对象。",
    published: "文章 {id} 发表的数据",
    publishedNone: "其中没有与这些对比项和线程数对应的数据。",
    publishedMark: "已发表：{value}",
    latency: "延迟与吞吐量",
    latencyText:
      "每个点是一次有效测量：越靠右吞吐量越高，越靠下延迟越低。折线连接各线程数的中位数，线程数标在旁边。百分位数不取平均。",
    latencyNone: "没有一次测量有已知的第 95 百分位。",
    tpsAxis: "TPS",
    p95Axis: "p95 延迟",
    curves: "逐秒曲线",
    curvesText: "每个区组的 TPS。线条中断处没有测到数据；线条落到零表示停顿。阴影部分为预热。",
    curvesBand: "每个点为 {seconds} 秒；色带从其中最低的一秒到最高的一秒。",
    curvesMore: "只画出 {all} 个区组中的前 {shown} 个。其余区组的每一秒见 samples.csv。",
    curvesNone: "没有测到数据。",
    block: "区组 {block}，{threads} 个线程",
    repeat: "手工重复",
    repeatText:
      "参数与各次测量相同。{place} 处填写您自己的密码。在每个区组中，以相同的线程数将每个对比项的命令各执行一次，紧接着进行；顺序见上表“序号”一列。",
    repeatNone: "这些地址或选项无法写成 {tool} 的命令。",
    repeatAccount: "库和账户，在主库上执行",
    repeatFile: "文件 {file}，仅您本人可读（{arm}）",
    repeatPrepare: "数据",
    repeatPrepareAgain: "数据，每次测量之前",
    repeatBefore:
      "每次测量之前：语句在主库上执行，每台服务器轮流重启（主库重启前先切换到另一台），命令在其主机上执行",
    repeatRuns: "{arm} 的测量",
    repeatClean: "清理，在主库上执行",
    reason: "原因",
    from: "开始（UTC）",
  },
);
