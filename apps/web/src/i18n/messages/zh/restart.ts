import type { restart as english } from "../en/restart";
import type { TextsLike } from "../texts";

/** 逐台重启集群的服务器。 */
export const restart: TextsLike<typeof english> = {
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
};
