import { catalog } from "../../../i18n/messages/texts";

/** The list of drills, their names and verdicts, and the permission. */
export const listMessages = /* @__PURE__ */ catalog(
  {
    title: "Failover drills",
    tab: "Drills",
    new: "New drill",
    all: "All drills",
    intro: "Each breaks something on purpose, measures what clients meet, and heals it.",
    emptyTitle: "No drill yet",
    empty:
      "A drill breaks one thing on purpose while clients write through your endpoints. It shows for how long writes stop, whether an acknowledged write is lost, and who noticed what when.",
    fault: "What was done",
    verdict: "Verdict",
    writeGap: "Longest write gap",
    shorter: "(up to {error} shorter)",
    lost: "Lost writes",
    when: "When",
    by: "By",
    standing: {
      running: "Running",
      passed: "Passed",
      failed: "Failed",
      not_tested: "Not tested",
      broken_off: "Broken off",
      unhealed: "Not healed",
    },
    allow: {
      label: "Allow failover drills",
      hint: "Operators may have a drill kill servers of this cluster, or cut off hosts. Clients notice it.",
      off: "Drills are not allowed for this cluster",
      offText: "You can check one. An administrator has to allow drills before one can run.",
    },
  },
  {
    title: "故障切换演练",
    tab: "演练",
    new: "新建演练",
    all: "全部演练",
    intro: "每次演练都有意造成故障，测量客户端的遭遇，然后恢复。",
    emptyTitle: "尚无演练",
    empty:
      "演练会在客户端经入口写入时有意制造一种故障，显示写入中断多久、已确认的写入是否丢失，以及谁在何时发现了什么。",
    fault: "故障",
    verdict: "结论",
    writeGap: "最长写入间隔",
    shorter: "（最多可短 {error}）",
    lost: "丢失的写入",
    when: "时间",
    by: "操作者",
    standing: {
      running: "进行中",
      passed: "通过",
      failed: "未通过",
      not_tested: "未测试",
      broken_off: "已中止",
      unhealed: "未恢复",
    },
    allow: {
      label: "允许故障切换演练",
      hint: "操作员可通过演练杀死该集群的服务器或断开主机，客户端会察觉。",
      off: "该集群不允许演练",
      offText: "您可以先检查。执行之前须由管理员允许演练。",
    },
  },
);
