import { catalog } from "../../../i18n/messages/texts";

/** The lanes of the timeline of a drill. */
export const timelineMessages = /* @__PURE__ */ catalog(
  {
    timeline: {
      title: "Timeline",
      text: "Seconds from the fault, all on one clock.",
      hint: "Point at a bar to read it, or go to a lane by the tab key and on by the arrow keys.",
      seconds: "{value} s",
      predicted: "Predicted by the variables",
      views: "The group as each server sees it",
      readOnly: "super_read_only",
      address: "Kernel that holds",
      arp: "Who answers on the wire, asked each second",
      lanes: { write: "Writes", read: "Reads", login: "Logins" },
      outcomes: {
        acked: "{count} acknowledged",
        refused: "{count} refused",
        unknown: "{count} without an answer",
        not_sent: "{count} not sent",
      },
      mixed: "{most}, {others, plural, one {# other} other {# others}}",
      silent: "Says nothing",
      isReadOnly: "Read-only",
      isWritable: "Takes writes",
      held: "Held",
      absent: "Not held",
      nobody: "Nobody answers",
    },
  },
  {
    timeline: {
      title: "时间线",
      text: "自故障起的秒数，全部在同一时钟上。",
      hint: "将指针移到某一段上即可查看；也可用 Tab 键到某一行，再用方向键移动。",
      seconds: "{value} 秒",
      predicted: "按变量预测",
      views: "每台服务器所见的组",
      readOnly: "super_read_only",
      address: "持有地址的内核",
      arp: "网络上由谁应答（每秒询问一次）",
      lanes: { write: "写入", read: "读取", login: "登录" },
      outcomes: {
        acked: "{count} 次已确认",
        refused: "{count} 次被拒绝",
        unknown: "{count} 次没有应答",
        not_sent: "{count} 次未发送",
      },
      mixed: "{most}，另有 {others} 次",
      silent: "没有说明",
      isReadOnly: "只读",
      isWritable: "可写",
      held: "持有",
      absent: "未持有",
      nobody: "无人应答",
    },
  },
);
