import type { operation as english } from "../en/operation";
import type { TextsLike } from "../texts";

/** 操作及其抽屉。 */
export const operation: TextsLike<typeof english> = {
  drawer: "操作",
  running: "{count, plural, other {# 个操作正在进行}}",
  idle: "没有正在进行的操作",
  last: "上一个：{title}，{state}",
  all: "全部操作",
  state: {
    queued: "排队中",
    running: "进行中",
    undoing: "撤销中",
    succeeded: "成功",
    failed: "失败",
    undone: "已撤销",
    cancelled: "已取消",
  },
  step: {
    pending: "待执行",
    running: "进行中",
    waiting: "等待中",
    done: "完成",
    failed: "失败",
    undoing: "撤销中",
    undone: "已撤销",
    skipped: "已跳过",
  },
};
