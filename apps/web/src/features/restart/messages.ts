import { catalog } from "../../i18n/messages/texts";

/** Restarting the servers of a cluster one after another. */
export const restartMessages = /* @__PURE__ */ catalog(
  {
    title: "Rolling restart",
    intro:
      "Restart every server once, one after another: to apply a setting or a new MySQL release. The primary restarts last, after another member has taken over.",
    target: "Primary after the restart",
    current: "current primary",
    check: "Run checks",
    checking: "Running checks",
    run: "Restart all and make {name} the primary",
    confirmTitle: "Restart every server, one by one?",
    hosts: "Hosts",
    typeName: "Type {name}, the name of the cluster",
    running: "Restarting",
    consequenceTitle: "What happens",
    consequence:
      "Writes continue, except for a moment during the switchover. While a server restarts, the group has one member less. The next server restarts only after this one is ONLINE again.",
    refused: "The rolling restart was not started",
    accountText:
      "To restart a server, Primacy needs the privilege SHUTDOWN, which its own accounts do not have. Primacy uses the account for this operation only and then forgets it.",
    accountTextKept:
      "To restart a server, Primacy needs the privilege SHUTDOWN, which its own accounts do not have. Leave the fields empty to use the administrator account kept at registration. Primacy forgets any other account after the operation.",
    result: "From the restart order until ONLINE again",
    resultText: "All {count} servers were restarted",
    onlineAfter: "{time}",
    untimed: "not measured",
    open: "Show the topology",
    again: "Another rolling restart",
  },
  {
    title: "滚动重启",
    intro:
      "将每台服务器依次重启一次：用于需要重启才生效的设置，或升级 MySQL 版本。主库在另一成员接管之后最后重启。",
    target: "重启后的主库",
    current: "当前主库",
    check: "运行检查",
    checking: "正在检查",
    run: "全部重启，并将 {name} 设为主库",
    confirmTitle: "逐台重启所有服务器？",
    hosts: "主机",
    typeName: "输入集群名称 {name}",
    running: "正在重启",
    consequenceTitle: "会发生什么",
    consequence:
      "除切换主库的片刻外，写入照常进行。某台服务器重启期间，组少一个成员；它再次 ONLINE 之后才轮到下一台。",
    refused: "未开始滚动重启",
    accountText:
      "重启服务器需要 SHUTDOWN 权限，Primacy 自己的账户没有该权限。该账户仅用于此次操作，之后即被忘记。",
    accountTextKept:
      "重启服务器需要 SHUTDOWN 权限，Primacy 自己的账户没有该权限。留空则使用注册时保留的管理员账户；填写的其他账户在操作结束后即被忘记。",
    result: "从下达到再次 ONLINE",
    resultText: "全部 {count} 台服务器已重启",
    onlineAfter: "{time}",
    untimed: "未测量",
    open: "查看拓扑",
    again: "再次滚动重启",
  },
);
