import { catalog } from "../message/catalog/catalog";

/** Checks, steps, failures and problems of restarting the servers of a cluster one after another. */
export const restartMessages = catalog(
  {
    "operation.restart.check": "Check a rolling restart of {cluster}",
    "operation.restart": "Restart the servers of {cluster} one by one",
    "work.restart.check": "Check of a rolling restart",
    "work.restart": "Rolling restart",
    "check.restart_members.title": "The group can run without each member in turn",
    "check.restart_members.pass": "All {total} registered members are ONLINE.",
    "check.restart_members.fail":
      "{members} not ONLINE: while another server restarts, the group would lack one more member.",
    "check.restart_members.remedy": "First bring these members back into the group.",
    "check.restart_members.fail_few":
      "The cluster has {total} registered members: while one restarts, the others have no majority.",
    "check.restart_members.remedy_few": "Add a third member, or restart the servers by hand.",

    "step.restart.look": "Check the members and their agents",
    "step.restart.member": "Restart the server of {member} and wait until it is ONLINE again",

    "consequence.restart":
      "Every server stops and starts once, in this order: {members}. The next server follows only when the previous one is ONLINE again.",
    "consequence.restart_connections":
      "When a server stops, its connections end. It accepts no connections until it has started.",
    "consequence.restart_margin":
      "While one server restarts, {left} registered members remain. The group survives the failure of {survives} of them.",
    "consequence.restart_reads":
      "Read VIPs move: when a server stops, its host releases the read VIP, another host takes it within seconds, and its clients reconnect: {addresses}.",
    "consequence.restart_reads_paused":
      "Paused read VIPs stay with their host: while the server there restarts, no host holds them, and their clients cannot connect: {addresses}.",
    "consequence.restart_limit":
      "If a server is not ONLINE again {limitMs:duration} after the restart order, the operation ends. It does not change the remaining servers.",

    "detail.restart_stops": "{member}'s server is stopping.",
    "detail.restart_starts": "{member}'s server is starting.",
    "log.restart_joins":
      "{member} does not join its group by itself (group_replication_start_on_boot is OFF), so Primacy starts Group Replication on it.",
    "log.restart_joins_again":
      "{member} is out of its group and did not come back by itself, so Primacy starts Group Replication on it.",
    "detail.restarted": "{member} is ONLINE again, {ms:duration} after the restart order.",
    "detail.restarted_untimed": "{member} is ONLINE again.",

    "failure.restart_refused": "The server of {member} did not restart: {reason:why}.",
    "failure.restart_unsupervised":
      "The server of {member} cannot restart, because no service manager would start it again ({reason:why}). It keeps running.",
    "failure.restart_silent":
      "The server of {member} did not answer within {limitMs:duration} after the restart order: {reason:why}. Its error log says why.",
    "failure.restart_unseen":
      "The server of {member} did not stop within {limitMs:duration} after the restart order. It may still stop.",

    "problem.restart_not_allowed":
      "MySQL restarts a server only for an account with the privilege SHUTDOWN, and the account {user} does not have it on {member}. Grant it to the account directly; Primacy does not see privileges that come with a role.",
  },
  {
    "operation.restart.check": "检查 {cluster} 的滚动重启",
    "operation.restart": "逐台重启 {cluster} 的服务器",
    "work.restart.check": "滚动重启检查",
    "work.restart": "滚动重启",
    "check.restart_members.title": "组可以依次缺少每个成员",
    "check.restart_members.pass": "全部 {total} 个已注册成员均为 ONLINE。",
    "check.restart_members.fail": "{members:list} 不是 ONLINE：另一台服务器重启期间，组会再少一个成员。",
    "check.restart_members.remedy": "请先让这些成员回到组中。",
    "check.restart_members.fail_few": "该集群有 {total} 个已注册成员：其中一个重启时，其余成员不构成多数。",
    "check.restart_members.remedy_few": "请增加第三个成员，或手动重启各服务器。",

    "step.restart.look": "检查各成员及其代理",
    "step.restart.member": "重启 {member} 的服务器，并等待其再次 ONLINE",

    "consequence.restart":
      "每台服务器按此顺序停止并启动一次：{members:list}。前一台再次 ONLINE 之后才轮到下一台。",
    "consequence.restart_connections": "服务器停止时其连接会断开，启动完成之前不会应答。",
    "consequence.restart_margin":
      "其中一台重启期间，剩余 {left} 个已注册成员，组可承受其中 {survives} 个失效。",
    "consequence.restart_reads":
      "读 VIP 会移动：所在主机的服务器停止时，读 VIP 会在数秒内移到其他主机，客户端需重新连接：{addresses:list}。",
    "consequence.restart_reads_paused":
      "已暂停的读 VIP 留在其主机上：那里的服务器重启期间，没有主机持有它们，其客户端无法连接：{addresses:list}。",
    "consequence.restart_limit":
      "如果某台服务器在下达重启 {limitMs:duration}后仍未 ONLINE，操作在此结束，其余服务器保持原样。",

    "detail.restart_stops": "{member} 的服务器正在停止。",
    "detail.restart_starts": "{member} 的服务器正在启动。",
    "log.restart_joins":
      "{member} 不会自行加入组（group_replication_start_on_boot 为 OFF）：正在启动其组复制。",
    "log.restart_joins_again": "{member} 不在组中，也没有自行重新加入：正在启动其组复制。",
    "detail.restarted": "{member} 在下达重启 {ms:duration}后再次 ONLINE。",
    "detail.restarted_untimed": "{member} 再次 ONLINE。",

    "failure.restart_refused": "{member} 的服务器没有重启：{reason:why}。",
    "failure.restart_unsupervised":
      "{member} 的服务器无法重启：没有可将其重新启动的守护程序（{reason:why}）。它继续运行。",
    "failure.restart_silent":
      "下达重启 {limitMs:duration}内，{member} 的服务器没有应答：{reason:why}。原因见其错误日志。",
    "failure.restart_unseen": "下达重启 {limitMs:duration}内，{member} 的服务器没有停止。它之后仍可能停止。",

    "problem.restart_not_allowed":
      "账户 {user} 在 {member} 上没有被直接授予 SHUTDOWN 权限，而 MySQL 没有此权限不会重启服务器。通过角色获得的权限无法识别。",
  },
);
