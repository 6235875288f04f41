import { catalog } from "../../../i18n/messages/texts";

/** What the runs come to. */
export const answerMessages = /* @__PURE__ */ catalog(
  {
    answer: {
      title: "Answer",
      titleSoFar: "Answer so far",
      text: "{rate} against {baseline}, from {blocks, plural, =0 {no whole block} one {1 whole block} other {# whole blocks}}.",
      soFar: "The benchmark is still running: each further block changes these figures.",
      void: "{count, plural, one {1 block was disturbed} other {# blocks were disturbed}}, and is in no figure.",
      plot: "Loss of {rate} with its 95 % interval",
      method:
        "To the right of 0 an arm costs throughput, to the left it gains. Where the interval crosses 0, no difference is shown. Each block compares its arms side by side in time. Six blocks or more are judged by ranks (Hodges-Lehmann, Wilcoxon), fewer by Student's t.",
      overall: "{arm}, overall",
      threads: "{arm}, {threads} threads",
      arm: "Arm",
      loss: "Loss",
      low: "From",
      high: "To",
      blocks: "Blocks",
      how: "Interval by",
      methods: {
        exact_ranks: "ranks",
        normal_ranks: "ranks, approximated",
        t: "Student's t",
        too_few: "–",
      },
    },
  },
  {
    answer: {
      title: "结论",
      titleSoFar: "目前的结论",
      text: "{rate} 与 {baseline} 相比，基于 {blocks} 个完整区组。",
      soFar: "基准测试仍在进行：每个新区组都会改变这些数值。",
      void: "有 {count} 个区组受到干扰，不计入任何数值。",
      plot: "{rate} 损失及其 95 % 置信区间",
      method:
        "0 的右侧表示该对比项损失吞吐量，左侧表示提升。区间跨过 0 时，看不出差异。每个区组在相邻的时间内比较各对比项。六个及以上区组按秩判断（Hodges-Lehmann、Wilcoxon），更少时按 Student t 判断。",
      overall: "{arm}，总体",
      threads: "{arm}，{threads} 个线程",
      arm: "对比项",
      loss: "损失",
      low: "下限",
      high: "上限",
      blocks: "区组数",
      how: "区间方法",
      methods: {
        exact_ranks: "按秩",
        normal_ranks: "按秩（近似）",
        t: "Student t",
        too_few: "–",
      },
    },
  },
);
