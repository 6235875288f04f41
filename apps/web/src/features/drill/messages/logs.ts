import { catalog } from "../../../i18n/messages/texts";

/** The lines of the servers' error logs. What MySQL calls errors, warnings and system lines it calls so in every language. */
export const logMessages = /* @__PURE__ */ catalog(
  {
    logs: {
      title: "Lines of the error logs",
      text: "What each server wrote from 3 s before the fault was ordered to the end, but for notes. ± is the error of its clock.",
      show: "Show {count, plural, one {# line} other {# lines}}",
      none: "No server wrote anything.",
      at: "Seconds",
      member: "Member",
      priority: "Priority",
      code: "Code",
      line: "Line",
      cut: "{server}: only the first {most} lines are kept.",
      unread: "{server}: not read. {reason}",
      unreadLater: "{server}: read before the heal, and not at the end. {reason}",
    },
  },
  {
    logs: {
      title: "错误日志",
      text: "每台服务器从下令制造故障前 3 秒到演练结束写入的内容，不含 Note。± 为其时钟的误差。",
      show: "显示 {count} 行",
      none: "没有服务器写入任何内容。",
      at: "秒",
      member: "成员",
      priority: "级别",
      code: "代码",
      line: "内容",
      cut: "{server}：仅保留前 {most} 行。",
      unread: "{server}：未读取。{reason}",
      unreadLater: "{server}：在恢复之前读取过，结束时未能读取。{reason}",
    },
  },
);
