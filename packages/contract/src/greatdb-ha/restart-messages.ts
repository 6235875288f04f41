import { catalog } from "../message/catalog/catalog";

/** What an application of the plugin with restarts does, what it means, and why it ended. */
export const pluginRestartMessages = catalog(
  {
    "check.plugin_service.title": "The host operator can restart the server",
    "check.plugin_service.pass": "The service {service} runs it.",
    "check.plugin_service.fail": "No service mysql, mysqld or mariadb of this host runs.",
    "check.plugin_service.remedy":
      "Give the server a service with one of these names, or choose the application without restarts.",
    "step.plugin.settle": "Before {member}: see that every member is ONLINE and has caught up",
    "step.plugin.restart": "Restart {service} of {member} and wait until it is ONLINE and has caught up",
    "consequence.plugin_restarts_primary":
      "The primary stays on {member} afterwards, also if everything is undone.",
    "consequence.plugin_restarts_limit":
      "If a member is not ONLINE {limitMs:duration} after its restart, or its server does not start, everything is undone: each option file is what it was to the byte, and a server that is down is started with it. A server that runs is not restarted for that: without the plugin its values do nothing.",
    "detail.plugin_waits_members": "Waiting for {members}: not ONLINE, or still applying transactions.",
    "detail.plugin_restarting": "The host operator restarts {service} of {member}.",
    "detail.plugin_members_ready": "Every member is ONLINE and has caught up.",
    "failure.plugin_members_away":
      "{members} not ONLINE, or still applying transactions, after {limitMs:duration}. No further server was restarted.",
    "failure.plugin_restart":
      "The service {service} of {member} did not restart. {reason:why} Why its server does not start is in its error log.",
    "failure.plugin_start":
      "The service {service} of {member} did not start again. {reason:why} Its option file is to be as it was: look into the error log, and start the service by hand.",
  },
  {
    "check.plugin_service.title": "主机操作进程能够重启服务器",
    "check.plugin_service.pass": "它由服务 {service} 运行。",
    "check.plugin_service.fail": "该主机上没有正在运行的 mysql、mysqld 或 mariadb 服务。",
    "check.plugin_service.remedy": "请为服务器配置其中一个名称的服务，或选择不重启的应用方式。",
    "step.plugin.settle": "处理 {member} 之前：确认所有成员均为 ONLINE 且已追上",
    "step.plugin.restart": "重启 {member} 的 {service}，并等待其 ONLINE 且已追上",
    "consequence.plugin_restarts_primary": "之后主库一直是 {member}，即使所有更改都被撤销。",
    "consequence.plugin_restarts_limit":
      "若某个成员在重启后 {limitMs:duration}内没有 ONLINE，或其服务器无法启动，所有更改都会撤销：每个选项文件恢复到每个字节都与之前相同，已停止的服务器用它重新启动。正在运行的服务器不会为此再次重启：没有插件时，这些值不起作用。",
    "detail.plugin_waits_members": "正在等待 {members:list}：不是 ONLINE，或仍在应用事务。",
    "detail.plugin_restarting": "主机操作进程正在重启 {member} 的 {service}。",
    "detail.plugin_members_ready": "所有成员均为 ONLINE 且已追上。",
    "failure.plugin_members_away":
      "{limitMs:duration}后，{members:list} 仍不是 ONLINE，或仍在应用事务。没有再重启其他服务器。",
    "failure.plugin_restart":
      "{member} 的服务 {service} 没有重启成功。{reason:why} 服务器无法启动的原因见其错误日志。",
    "failure.plugin_start":
      "{member} 的服务 {service} 没有重新启动。{reason:why} 其选项文件应已恢复：请查看错误日志，并手动启动该服务。",
  },
);
