import type { member as english } from "../en/member";
import type { TextsLike } from "../texts";

/** 启动、停止和重新加入单个成员。 */
export const member: TextsLike<typeof english> = {
  actions: "{name} 的操作",
  makePrimary: "设为主库",
  start: {
    button: "启动",
    title: "在组中启动 {name}？",
    text: "将启动其组复制。它会获取缺少的事务；如果没有变为 ONLINE，会再次停止。",
  },
  stop: {
    button: "停止",
    title: "停止 {name}？",
    text: "它会离开组。其 MySQL 服务器继续运行并保持只读。",
  },
  rejoin: {
    button: "重新加入",
    title: "让 {name} 重新加入其组？",
    text: "将先停止再启动其组复制。它会获取缺少的事务；如果没有变为 ONLINE，会再次停止。",
  },
  looking: "正在与其组比较",
  lookAgain: "再次检查",
  notLooked: "检查失败",
  findings: "检查结果",
  allowPrimary: "即使它是主库也停止",
  allowPrimaryHint: "组会自行选出另一个主库。如需指定，请改用切换主库。",
  allowClone: "允许克隆 {name}：其全部数据会被替换",
  allowCloneHint: "它现有的数据会丢失，无法撤销；复制所需的时间没有上限。",
  cloneText:
    "将启动其组复制，MySQL 会用捐献者的数据替换其全部数据。此操作无法撤销。进度显示在操作中，可以离开该页面。",
  hindrance: {
    databaseDead: "其 mysqld 没有运行。请先在其主机上启动它。",
    inGroup: "它已经在组中。",
    unreachable: "其他成员目前无法连接它；组会将其驱逐，或恢复联系。",
    stopped: "它已经停止。",
    noMajority: "该组没有多数，因此无法加入。",
    lastMajority: "剩下的成员将不是多数。",
    isPrimary: "它已经是主库。",
    notOnline: "它不是在线的从库。",
  },
  difference: {
    title: "与组的差异",
    missing: "此处缺少",
    errant: "多余：仅此处有",
    donors: "可提供缺少的事务",
    count: "{count} 个事务",
    nobody: "没有",
    errantSet: "多余的事务",
    missingSet: "缺少的事务",
    gtids: "GTID",
    source: "写入者",
    number: "数量",
    groupOrOther: "组，或不是成员的服务器",
  },
};
