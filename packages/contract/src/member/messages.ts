import { catalog } from "../message/catalog/catalog";

/** Checks, steps, failures and log lines of starting, stopping and rejoining one member. */
export const memberMessages = catalog(
  {
    "operation.member.check": "Check {member} of {cluster}",
    "operation.member.start": "Start {member} in {cluster}",
    "operation.member.stop": "Stop {member} in {cluster}",
    "operation.member.rejoin": "Rejoin {member} to {cluster}",
    "work.member.check": "Check of a member",
    "work.member.start": "Start of a member",
    "work.member.stop": "Stop of a member",
    "work.member.rejoin": "Rejoin of a member",
    "check.member_server.title": "The member's server answers",
    "check.member_server.pass": "{address}:{port} answers.",
    "check.member_server.fail": "{address}:{port} could not be reached: {reason:why}.",
    "check.member_server.remedy": "Check the server and the network path to it, then try again.",
    "check.member_server.fail_other":
      "Another server answers at {address}:{port}: its server UUID is {other}, but {member} is registered with {uuid}.",
    "check.member_server.remedy_other":
      "If you rebuilt the server of {member}, discover the members of the cluster again. Otherwise find out which machine uses its address.",
    "check.member_server.fail_down":
      "The agent on {host} reports that mysqld is not running: {reason:why}. Primacy starts Group Replication, not mysqld.",
    "check.member_server.remedy_down":
      "Start mysqld on {host} with its service manager (systemctl start mysqld, or service mysql start). Its error log says why it ended. Then try again.",
    "check.member_server.fail_offline_mode":
      "{address}:{port} is in offline mode and refuses connections: {reason:why}. MySQL sets offline mode on a member that lost its group.",
    "check.member_server.remedy_offline_mode":
      "Sign in on {host} as an administrator with CONNECTION_ADMIN and run SET GLOBAL offline_mode = OFF, then try again. The server stays read-only.",
    "check.member_action.title": "The state of the member allows this",
    "check.member_action.pass": "{member} is {state}.",
    "check.member_action.pass_expelled": "{member} reports {state}, but the group no longer counts it.",
    "check.member_action.fail_stopped": "{member} is already OFFLINE.",
    "check.member_action.remedy_stopped": "There is nothing to stop. The server keeps running by itself.",
    "check.member_action.fail_in_group": "{member} is already {state} in the group.",
    "check.member_action.remedy_in_group":
      "There is nothing to start. If it is RECOVERING, wait, or stop it first.",
    "check.member_action.fail_undecided":
      "{member} reports {state}, but the group counts it as {listed}. The group has not decided yet whether to expel it.",
    "check.member_action.remedy_undecided":
      "Wait until the members reach each other again, or until the group has expelled it.",
    "check.member_action.fail_expelled":
      "{member} reports {state}, but the group no longer counts it. Stop it before you start it.",
    "check.member_action.remedy_expelled": "Rejoin it: this stops the member and starts it again.",
    "check.member_group.title": "The member is configured for this group",
    "check.member_group.pass": "It joins {group} and does not bootstrap it.",
    "check.member_group.fail_none":
      "{member} has no Group Replication: the plugin is not loaded, or no group name is set.",
    "check.member_group.remedy_none":
      "INSTALL PLUGIN group_replication SONAME 'group_replication.so', set its variables as on the other members, and try again.",
    "check.member_group.fail_other": "{member} would join {other}, not {group}.",
    "check.member_group.remedy_other":
      "SET PERSIST group_replication_group_name to the group's name on {member}, if it belongs here.",
    "check.member_group.fail_bootstrap":
      "group_replication_bootstrap_group is ON on {member}: at start it would bootstrap a second group with the same name, and both groups would accept writes.",
    "check.member_group.remedy_bootstrap":
      "Run SET PERSIST group_replication_bootstrap_group = OFF on {member}, and remove it from the option file.",
    "check.member_offline_mode.title": "Clients can reach the member",
    "check.member_offline_mode.warn":
      "{member} is in offline mode. It can join its group, but it refuses clients and its agent until offline mode ends.",
    "check.member_offline_mode.remedy":
      "When it is ONLINE, run SET GLOBAL offline_mode = OFF on it as an administrator.",
    "check.member_majority.fail_none": "No other member of the group answers, so there is no group to join.",
    "check.member_majority.remedy":
      "Recover the group first. Bootstrapping it decides whose data is kept: do this by hand, on the member that has executed the most transactions.",
    "check.member_listed.title": "The group does not hold an old connection of the member",
    "check.member_listed.pass": "The group does not count {member} at the moment.",
    "check.member_listed.warn":
      "The group still counts {member} as {listed}. Primacy waits up to {seconds} s until the group has expelled it, and then starts it. A member that joins earlier hangs for more than a minute.",
    "check.member_gtids.title": "The member has no transactions that the group lacks",
    "check.member_gtids.pass":
      "The group has every transaction of {member}. Missing on the member, fetched when it joins: {missing}.",
    "check.member_gtids.fail":
      "{member} has transactions that the group lacks: {gtids} (transactions: {errant}). They were written on this member outside of the group, or lost with a primary that failed. MySQL refuses the member as long as it has them.",
    "check.member_gtids.remedy":
      "First read them: mysqlbinlog --include-gtids on {member}. If you can lose them, clone the member from a donor (CLONE INSTANCE FROM, or a backup); this replaces all of its data. If you want to keep them, or they are harmless, write their content into the group and inject an empty transaction for each GTID on the primary. Primacy does neither by itself: you decide what is lost.",
    "check.member_gtids.fail_unknown":
      "The transactions of {member} could not be compared with those of the group.",
    "check.member_gtids.remedy_unknown":
      "Bring back a member that is ONLINE and answers. Primacy starts nothing before it can compare both.",
    "check.member_donor.title": "The member can fetch the missing transactions",
    "check.member_donor.pass_none": "No transactions are missing.",
    "check.member_donor.pass": "The missing transactions ({missing}) are in the binary logs of {donors}.",
    "check.member_donor.warn_purged":
      "No donor still has all {missing} missing transactions in its binary logs, so MySQL clones {member}: it replaces the data with the data of a donor and restarts mysqld.",
    "check.member_donor.warn_threshold":
      "{missing} transactions are missing, more than group_replication_clone_threshold, so MySQL clones {member}: it replaces the data with the data of a donor and restarts mysqld.",
    "check.member_donor.remedy_clone":
      "Make sure that mysqld_safe or systemd restarts mysqld on {member}, and that the recovery account may clone (BACKUP_ADMIN). Or restore a newer backup first.",
    "check.member_donor.fail":
      "No donor still has all {missing} missing transactions in its binary logs (gtid_purged), and the clone plugin is not active on both {member} and a donor.",
    "check.member_donor.remedy":
      "Run INSTALL PLUGIN clone SONAME 'mysql_clone.so' on {member} and on a donor, or restore {member} from a sufficiently new backup.",
    "check.member_clone.title": "You allow MySQL to replace the member's data",
    "check.member_clone.warn": "{member} may be cloned: its current data is lost. This cannot be undone.",
    "check.member_clone.fail":
      "MySQL would clone {member}: its current data would be lost. This cannot be undone, and you have not allowed it.",
    "check.member_clone.remedy":
      "Allow cloning, or restore {member} from a newer backup so that it can fetch the missing transactions.",
    "check.member_cloning.title": "Primacy does not stop the member during a clone",
    "check.member_cloning.fail":
      "{member} is being cloned now. If it stopped, its server would have no data.",
    "check.member_cloning.fail_unknown":
      "{member} is RECOVERING, and Primacy cannot tell whether it is being cloned: the account may not read its error log, or the log says nothing yet. If it stopped during a clone, its server would have no data.",
    "check.member_cloning.remedy": "Wait until it is ONLINE.",
    "check.member_voters.title": "The remaining members have a majority",
    "check.member_voters.pass":
      "{online} of {total} voters remain: the group survives the loss of {survives} more.",
    "check.member_voters.pass_none": "The group does not count {member} at the moment, so it loses no voter.",
    "check.member_voters.warn":
      "{online} of {total} voters remain: the group continues, but cannot lose another member.",
    "check.member_voters.fail":
      "Only {online} of {total} voters would remain: that is no majority, or none of them is ONLINE.",
    "check.member_voters.fail_unknown":
      "No other member of the group answers, so Primacy cannot tell which members would remain.",
    "check.member_voters.remedy":
      "Start the stopped members first. To stop the whole cluster, stop the last members by hand.",
    "check.member_primary.title": "The group keeps its primary",
    "check.member_primary.pass": "{member} is not the primary.",
    "check.member_primary.warn": "{member} is the primary: the group will elect another one.",
    "check.member_primary.fail":
      "{member} is the primary. If you stop it, the group chooses the next primary, not you.",
    "check.member_primary.remedy":
      "Switch over first: then you choose the new primary, and writes stop only for a moment. Or allow the group to elect.",
    "check.member_primary.warn_multi":
      "{member} accepts writes, like every member of this group: its open transactions end.",
    "check.member_primary.fail_multi":
      "{member} accepts writes, like every member of this group. If you stop it, its open transactions end.",
    "check.member_primary.remedy_multi":
      "Move its clients to another member first. Or allow the stop anyway.",

    "step.member.look": "Compare {member} with its group",
    "step.member.stop": "Stop Group Replication on {member}",
    "step.member.start": "Start Group Replication on {member}",
    "step.member.await_online": "Wait until {member} is ONLINE",
    "step.member.clone": "Start Group Replication on {member}, which clones it",
    "step.member.await_clone": "Wait until {member} is cloned and ONLINE",

    "consequence.member_stop":
      "{member} leaves the group and receives no more changes; its server keeps running, read-only. {online} of {total} voters remain.",
    "consequence.member_fragile": "Until it is back, the group cannot lose another member.",
    "consequence.member_stop_primary":
      "It is the primary: its open transactions end, writes stop until the group has elected another primary, and clients must find the new one.",
    "consequence.member_stop_primary_vip":
      "It is the primary: its open transactions end, writes stop until the group has elected another primary, and clients of {addresses} reconnect.",
    "consequence.member_stop_primary_paused":
      "It is the primary: its open transactions end, and writes stop until the group has elected another primary. {address} is paused, so no host takes it and its clients cannot connect until you resume it.",
    "consequence.member_stop_primary_paused_here":
      "It is the primary: its open transactions end, and writes stop until the group has elected another primary. {address} is paused on the host of {member}: no other host takes it, and its clients cannot connect until you resume it or {member} is the primary again.",
    "consequence.member_stop_primary_paused_elsewhere":
      "It is the primary: its open transactions end, and writes stop until the group has elected another primary. {address} is paused on {host}: {host} takes it again if the group elects the member there. No other host takes it; otherwise its clients cannot connect until you resume it.",
    "consequence.member_stop_reads":
      "Its host releases these read VIPs, other hosts take them within seconds, and clients reconnect: {addresses}.",
    "consequence.member_stop_reads_paused":
      "These read VIPs are paused on its host, so no other host takes them. Their clients cannot connect until {member} serves again or you resume them: {addresses}.",
    "consequence.member_stop_writer":
      "It accepts writes, like every member of this group: its open transactions end, and its clients must connect to another member.",
    "consequence.member_start":
      "{member} joins the group and fetches the missing transactions from a donor (transactions: {missing}). Writes continue.",
    "consequence.member_join_paused":
      "{address} is paused on the host of {member}. {member} comes back as a secondary, so no host holds the address until you resume it or {member} is the primary again.",
    "consequence.member_clone":
      "A copy of a donor's data replaces all data of {member}, and its mysqld restarts. This cannot be undone.",
    "consequence.member_clone_unlimited":
      "The copy has no time limit: Primacy does not stop {member} because of it, and a cancel only ends the watching.",
    "consequence.member_listed":
      "Primacy waits up to {seconds} s until the group has dropped the member's old connection.",
    "consequence.member_limit": "If it is not ONLINE within {limitMs:duration}, Primacy stops it again.",

    "detail.member_stopped":
      "{member} is {state}; super_read_only is {readOnly}. {online} of {total} members are online.",
    "detail.member_stopped_before":
      "Nothing to do: {member} was already {state}; super_read_only is {readOnly}. {online} of {total} members are online.",
    "detail.member_in_group": "{member} is already {state} in the group.",
    "detail.member_listed": "The group still counts {member} as {listed}.",
    "detail.member_joined": "{member} is joining the group; {missing} transactions are missing.",
    "detail.member_recovering":
      "{member} is {state}: {left} of {missing} transactions missing, {queue} queued.",
    "detail.member_cloning": "{member} has been cloning for {ms:duration}.",
    "detail.member_cloning_share":
      "{member} has been cloning for {ms:duration}: {copied} of {total} MiB copied.",
    "detail.member_state": "{member} is {state}.",
    "detail.member_waits": "{member} does not answer: {reason:why}.",
    "detail.member_online": "{member} is ONLINE, after {ms:duration}; super_read_only is {readOnly}.",
    "detail.member_online_untimed": "{member} is ONLINE; super_read_only is {readOnly}.",

    "log.member_state": "{member} is now {state}.",
    "log.member_recovering": "{member}: {left} of {missing} transactions missing, {queue} queued.",
    "log.member_compared":
      "{member} lacks {missing} transactions of the group. The group lacks none of its transactions.",
    "log.member_taken_over":
      "{member} is {state} in the group. This operation continues what an interrupted attempt began.",
    "log.member_stopped_again":
      "Group Replication is stopped on {member}: it is {state}, super_read_only is {readOnly}.",
    "log.member_writable":
      "{member} accepts writes outside of its group (super_read_only is OFF). Such writes prevent it from joining again: run SET GLOBAL super_read_only = ON on it.",
    "log.member_offline_mode":
      "{member} is in offline mode and refuses clients: run SET GLOBAL offline_mode = OFF on it as an administrator.",

    "failure.member_refused":
      "{member} was not changed, because something changed after the plan: the check '{check:check}' failed. The log says why.",
    "failure.member_other_server":
      "{member} was not changed: another server answers at {address}:{port}, with the server UUID {other} instead of {uuid}. If you rebuilt the server, discover the members again.",
    "failure.member_errant":
      "{member} was not started, because it has transactions that the group lacks: {gtids} (transactions: {errant}). Clone the member, or bring the transactions into the group.",
    "failure.member_still_listed":
      "{member} was not started: after {seconds} s the group still counts it as {listed}. The group expels it after group_replication_member_expel_timeout; then try again.",
    "failure.member_stop_refused":
      "{member} did not stop: {reason:why}. It is {state}. Try again, or check its error log.",
    "failure.member_stop_silent":
      "{member} did not confirm within {seconds} s that it has stopped: {reason:why}. It may still stop; check the topology.",
    "failure.member_stop_late":
      "{member} received the order to stop, but is still {state} after {seconds} s. Check its error log.",
    "failure.member_clone_stopped":
      "{member} has been OFFLINE for {seconds} s: it is not joining. Check in its error log whether the clone completed, and start it again.",
    "failure.member_not_online":
      "{member} was not ONLINE within {limitMs:duration}; its last state was {state}, with {left} transactions missing. Last error: {reason:why}.",
    "failure.member_error": "{member} changed to {state} while it joined: {reason:why}.",
    "failure.member_undo_online":
      "{member} became ONLINE in the meantime, so it stays in its group. Stop it if you do not want this.",
    "failure.member_undo_cloning":
      "{member} is being cloned, so Primacy did not stop it: if it stopped now, it would have no data. It becomes ONLINE by itself; watch the topology.",
    "failure.member_undo_unknown":
      "{member} is RECOVERING, so Primacy did not stop it: it may be cloning, and if it stopped during a clone it would have no data. Watch the topology.",
    "failure.member_undo_silent":
      "Primacy does not know whether {member} was stopped again: {reason:why}. Check it, and stop it when it answers.",
    "failure.member_join_errant":
      "The group refused {member}: it has transactions that the group lacks ({reason:why}). Clone the member, or bring the transactions into the group.",
    "failure.member_join_incarnation":
      "The group refused {member}, because it still holds the member's old connection ({reason:why}). Wait until the group has expelled it, then rejoin it.",
    "failure.member_join_config":
      "The group refused {member}, because its version or settings do not match ({reason:why}). Use the settings of the other members.",
    "failure.member_join_purged":
      "{member} could not fetch the missing transactions, because no donor still has them in its binary logs ({reason:why}). Clone it, or restore a newer backup.",
    "failure.member_join_credentials":
      "{member} could not sign in to a donor ({reason:why}). Set user and password of the channel group_replication_recovery, and make sure that it can connect to the donors' MEMBER_HOST.",
    "failure.member_join_address":
      "A member refused the connection of {member} ({reason:why}). Add its address to group_replication_ip_allowlist on all members.",
    "failure.member_join_peers":
      "{member} reached no other member on the group's port ({reason:why}). Check group_replication_group_seeds, group_replication_local_address, and the firewall between the members.",
    "failure.member_join_timeout":
      "The group did not accept {member} in time ({reason:why}). It may be expelling the member's old connection, or be busy; try again in a minute.",
    "failure.member_join_running":
      "Group Replication is already running on {member}, or is just joining by itself ({reason:why}). Wait a minute, or rejoin the member.",
    "failure.member_join_refused":
      "{member} did not start: {reason:why}. Its error log says more; to read it, the account needs SELECT on performance_schema.error_log.",
  },
  {
    "operation.member.check": "检查 {cluster} 的 {member}",
    "operation.member.start": "在 {cluster} 中启动 {member}",
    "operation.member.stop": "在 {cluster} 中停止 {member}",
    "operation.member.rejoin": "让 {member} 重新加入 {cluster}",
    "work.member.check": "检查成员",
    "work.member.start": "启动成员",
    "work.member.stop": "停止成员",
    "work.member.rejoin": "成员重新加入",
    "check.member_server.title": "该成员的服务器有应答",
    "check.member_server.pass": "{address}:{port} 有应答。",
    "check.member_server.fail": "无法询问 {address}:{port}：{reason:why}。",
    "check.member_server.remedy": "请检查该服务器及到它的网络，然后重试。",
    "check.member_server.fail_other":
      "{address}:{port} 上应答的是另一台服务器：其 server UUID 是 {other}，而 {member} 注册时是 {uuid}。",
    "check.member_server.remedy_other":
      "如果 {member} 的服务器是重建的，请重新发现集群的成员；否则请查明谁占用了它的地址。",
    "check.member_server.fail_down":
      "{host} 上的代理说 mysqld 没有运行：{reason:why}。Primacy 启动的是组复制，而不是 mysqld。",
    "check.member_server.remedy_down":
      "请在 {host} 上用管理它的方式启动 mysqld（systemctl start mysqld 或 service mysql start），并查看其错误日志了解退出原因，然后重试。",
    "check.member_server.fail_offline_mode":
      "{address}:{port} 处于离线模式，拒绝连接：{reason:why}。MySQL 会对脱离组的成员设置此模式。",
    "check.member_server.remedy_offline_mode":
      "请以具有 CONNECTION_ADMIN 权限的管理员登录 {host}，执行 SET GLOBAL offline_mode = OFF，然后重试。服务器仍保持只读。",
    "check.member_action.title": "该成员的状态允许此操作",
    "check.member_action.pass": "{member} 的状态是 {state}。",
    "check.member_action.pass_expelled": "{member} 自认为是 {state}，但组已不再计入它。",
    "check.member_action.fail_stopped": "{member} 已经是 OFFLINE。",
    "check.member_action.remedy_stopped": "没有可停止的。其服务器独立运行。",
    "check.member_action.fail_in_group": "{member} 在组中已经是 {state}。",
    "check.member_action.remedy_in_group": "没有可启动的。处于 RECOVERING 时请等待，或先停止它。",
    "check.member_action.fail_undecided":
      "{member} 自认为是 {state}，而组将其计为 {listed}：是否驱逐尚未决定。",
    "check.member_action.remedy_undecided": "请等待各成员恢复互通，或等待组将其驱逐。",
    "check.member_action.fail_expelled": "{member} 自认为是 {state}，但组已不再计入它：必须先停止才能启动。",
    "check.member_action.remedy_expelled": "请让它重新加入：这会先停止再启动它。",
    "check.member_group.title": "该成员为此组配置",
    "check.member_group.pass": "它会加入 {group}，而不会创建它。",
    "check.member_group.fail_none": "{member} 没有组复制：未加载插件，或未设置组。",
    "check.member_group.remedy_none":
      "请执行 INSTALL PLUGIN group_replication SONAME 'group_replication.so'，并按其他成员设置其变量，然后重试。",
    "check.member_group.fail_other": "{member} 会加入 {other}，而不是 {group}。",
    "check.member_group.remedy_other":
      "如果它属于这里，请在 {member} 上用 SET PERSIST 将 group_replication_group_name 设为该组的名称。",
    "check.member_group.fail_bootstrap":
      "{member} 上的 group_replication_bootstrap_group 为 ON：启动后它会创建第二个同名的组，两个组都会接受写入。",
    "check.member_group.remedy_bootstrap":
      "请在 {member} 上执行 SET PERSIST group_replication_bootstrap_group = OFF，并从其配置文件中删除该项。",
    "check.member_offline_mode.title": "客户端可以连接该成员",
    "check.member_offline_mode.warn":
      "{member} 处于离线模式。它仍可加入组，但在结束该模式之前会拒绝客户端和其代理。",
    "check.member_offline_mode.remedy":
      "待其 ONLINE 后，请以管理员身份在其上执行 SET GLOBAL offline_mode = OFF。",
    "check.member_majority.fail_none": "组中没有其他成员应答：没有可加入的组。",
    "check.member_majority.remedy":
      "请先恢复该组。重新创建组会决定保留谁的数据：请手动在执行事务最多的成员上进行。",
    "check.member_listed.title": "组没有在等待该成员的旧连接",
    "check.member_listed.pass": "组目前没有计入 {member}。",
    "check.member_listed.warn":
      "组仍将 {member} 计为 {listed}。组将其驱逐后才会启动，最多等待 {seconds} 秒：提前加入会挂起一分钟以上。",
    "check.member_gtids.title": "该成员没有组所缺少的事务",
    "check.member_gtids.pass": "{member} 的所有事务组都有；组有而此处缺少的 {missing:list} 个事务会被获取。",
    "check.member_gtids.fail":
      "{member} 有 {errant} 个组所缺少的事务：{gtids}。它们是在组外写入的，或随故障的主库丢失；只要有这些事务，MySQL 就会拒绝该成员。",
    "check.member_gtids.remedy":
      "请先查看它们的内容：在 {member} 上使用 mysqlbinlog --include-gtids。如果可以丢弃，请从捐献者重新克隆该成员（CLONE INSTANCE FROM 或备份），这会替换其全部数据。如果需要保留或无害，请将其内容写入组，并在主库上为每个 GTID 注入空事务。Primacy 不会自行处理：丢弃什么由您决定。",
    "check.member_gtids.fail_unknown": "无法将 {member} 已执行的事务与组比较。",
    "check.member_gtids.remedy_unknown": "请恢复一个 ONLINE 且有应答的成员；在能够比较之前不会启动。",
    "check.member_donor.title": "缺少的事务可以获取",
    "check.member_donor.pass_none": "没有缺少的事务。",
    "check.member_donor.pass": "缺少的 {missing:list} 个事务在 {donors:list} 的二进制日志中。",
    "check.member_donor.warn_purged":
      "没有捐献者的二进制日志仍保留全部 {missing:list} 个缺少的事务，因此 MySQL 会克隆 {member}：其数据会被捐献者的数据替换，mysqld 会重启。",
    "check.member_donor.warn_threshold":
      "缺少 {missing:list} 个事务，超过 group_replication_clone_threshold，因此 MySQL 会克隆 {member}：其数据会被捐献者的数据替换，mysqld 会重启。",
    "check.member_donor.remedy_clone":
      "请确保 {member} 上有程序会重启 mysqld（mysqld_safe、systemd），且恢复账户有克隆权限（BACKUP_ADMIN），或先恢复较新的备份。",
    "check.member_donor.fail":
      "没有捐献者的二进制日志仍保留全部 {missing:list} 个缺少的事务（gtid_purged），且 {member} 与捐献者上没有同时启用克隆插件。",
    "check.member_donor.remedy":
      "请在 {member} 和一个捐献者上执行 INSTALL PLUGIN clone SONAME 'mysql_clone.so'，或从足够新的备份恢复 {member}。",
    "check.member_clone.title": "该成员的数据可以被替换",
    "check.member_clone.warn": "{member} 可能会被克隆：它现有的数据会丢失，且无法撤销。",
    "check.member_clone.fail": "MySQL 会克隆 {member}：它现有的数据会丢失且无法撤销，而请求中没有允许克隆。",
    "check.member_clone.remedy": "请明确允许克隆，或先用较新的备份恢复 {member}，使缺少的事务可以获取。",
    "check.member_cloning.title": "克隆期间不触动该成员",
    "check.member_cloning.fail": "{member} 正在被克隆：此时停止，其服务器将没有任何数据。",
    "check.member_cloning.fail_unknown":
      "{member} 处于 RECOVERING 状态，无法得知是否正在被克隆：其错误日志不可读，或尚无记录。若在克隆中途停止，其服务器将没有任何数据。",
    "check.member_cloning.remedy": "请等待它变为 ONLINE。",
    "check.member_voters.title": "没有它仍有多数",
    "check.member_voters.pass": "{total} 个投票者剩余 {online} 个：组还能承受失去 {survives} 个。",
    "check.member_voters.pass_none": "组目前没有计入 {member}：不会有损失。",
    "check.member_voters.warn": "{total} 个投票者剩余 {online} 个：组仍可继续，但不能再失去任何成员。",
    "check.member_voters.fail": "{total} 个投票者将只剩 {online} 个：不构成多数，或其中没有 ONLINE 的成员。",
    "check.member_voters.fail_unknown": "组中没有其他成员应答：不知道会剩下谁。",
    "check.member_voters.remedy": "请先启动已停止的成员。要让整个集群停止服务，请手动停止。",
    "check.member_primary.title": "组保留其主库",
    "check.member_primary.pass": "{member} 不是主库。",
    "check.member_primary.warn": "{member} 是主库：组会自行选出另一个。",
    "check.member_primary.fail": "{member} 是主库：停止后由组选择下一个主库。",
    "check.member_primary.remedy": "请先切换主库：由您选择成员，写入只中断片刻。或者允许由组选举。",
    "check.member_primary.warn_multi": "{member} 与该组的每个成员一样接受写入：其未结束的事务会被终止。",
    "check.member_primary.fail_multi": "{member} 与该组的每个成员一样接受写入：停止会终止其上未结束的事务。",
    "check.member_primary.remedy_multi": "请先让其客户端改用其他成员，或明确允许停止它。",

    "step.member.look": "将 {member} 与其组比较",
    "step.member.stop": "停止 {member} 上的组复制",
    "step.member.start": "启动 {member} 上的组复制",
    "step.member.await_online": "等待 {member} 变为 ONLINE",
    "step.member.clone": "启动 {member} 上的组复制，它将被克隆",
    "step.member.await_clone": "等待 {member} 克隆完成并变为 ONLINE",

    "consequence.member_stop":
      "{member} 离开组，不再获得更改；其服务器继续运行，只读。{total} 个投票者剩余 {online} 个。",
    "consequence.member_fragile": "在它恢复之前，组不能再失去任何成员。",
    "consequence.member_stop_primary":
      "它是主库：其未结束的事务会被终止，写入会停止直到组选出另一个主库，客户端需自行找到它。",
    "consequence.member_stop_primary_vip":
      "它是主库：其未结束的事务会被终止，写入会停止直到组选出另一个主库，{addresses:list} 的客户端会重新连接。",
    "consequence.member_stop_primary_paused":
      "它是主库：其未结束的事务会被终止，在组选出另一个主库之前写入停止。{address} 已暂停：不会因此有主机接管它，恢复之前其客户端无法通过该地址连接。",
    "consequence.member_join_paused":
      "{address} 已暂停在 {member} 所在主机上。{member} 以从库身份加入，因此在恢复该地址或 {member} 再次成为主库之前，没有主机持有它。",
    "consequence.member_stop_primary_paused_here":
      "它是主库：其未结束的事务会被终止，在组选出另一个主库之前写入停止。{address} 已暂停在 {member} 所在主机上：没有其他主机会接管它，在恢复该地址或 {member} 再次成为主库之前，其客户端无法通过该地址连接。",
    "consequence.member_stop_primary_paused_elsewhere":
      "它是主库：其未结束的事务会被终止，在组选出另一个主库之前写入停止。{address} 已暂停在 {host} 上：如果组选出那里的成员，{host} 会重新接管它。没有其他主机会接管它：否则在恢复之前，其客户端无法通过该地址连接。",
    "consequence.member_stop_reads":
      "其主机持有的读 VIP 会在数秒内移到其他主机，客户端需重新连接：{addresses:list}。",
    "consequence.member_stop_reads_paused":
      "已暂停在其主机上的读 VIP 不会移到其他主机：在 {member} 重新提供服务或这些地址被恢复之前，没有主机持有它们，其客户端无法连接：{addresses:list}。",
    "consequence.member_stop_writer":
      "它与该组的每个成员一样接受写入：其未结束的事务会被终止，客户端需改用其他成员。",
    "consequence.member_start": "{member} 加入组，并从捐献者获取 {missing:list} 个事务。写入不受影响。",
    "consequence.member_clone": "{member} 的全部数据会被捐献者的副本替换，其 mysqld 会重启。此操作无法撤销。",
    "consequence.member_clone_unlimited":
      "复制需要多久就等多久：不会因此再次停止 {member}，取消只会结束观察。",
    "consequence.member_listed": "最多等待 {seconds} 秒，直到组放弃其旧连接。",
    "consequence.member_limit": "如果在 {limitMs:duration}内没有变为 ONLINE，会将其再次停止。",

    "detail.member_stopped":
      "{member} 的状态是 {state}；super_read_only 为 {readOnly}。{total} 个成员中有 {online} 个在线。",
    "detail.member_stopped_before":
      "无需操作：{member} 原本就是 {state}；super_read_only 为 {readOnly}。{total} 个成员中有 {online} 个在线。",
    "detail.member_in_group": "{member} 在组中已经是 {state}。",
    "detail.member_listed": "组仍将 {member} 计为 {listed}。",
    "detail.member_joined": "{member} 正在加入组；缺少 {missing:list} 个事务。",
    "detail.member_recovering": "{member} 为 {state}：缺少 {left}/{missing:list} 个事务，{queue} 个在排队。",
    "detail.member_cloning": "正在克隆 {member}，已用 {ms:duration}。",
    "detail.member_cloning_share": "正在克隆 {member}，已用 {ms:duration}：已复制 {copied}/{total} MiB。",
    "detail.member_state": "{member} 的状态是 {state}。",
    "detail.member_waits": "{member} 没有应答：{reason:why}。",
    "detail.member_online": "{ms:duration}后 {member} 为 ONLINE；super_read_only 为 {readOnly}。",
    "detail.member_online_untimed": "{member} 为 ONLINE；super_read_only 为 {readOnly}。",

    "log.member_state": "{member} 现在是 {state}。",
    "log.member_recovering": "{member}：缺少 {left}/{missing:list} 个事务，{queue} 个在排队。",
    "log.member_compared": "{member} 缺少组的 {missing:list} 个事务，没有组所缺少的事务。",
    "log.member_taken_over": "{member} 在组中是 {state}：继续被中断的操作。",
    "log.member_stopped_again": "{member} 上的组复制已停止：状态是 {state}，super_read_only 为 {readOnly}。",
    "log.member_writable":
      "{member} 在组外接受写入（super_read_only 为 OFF）。写入其上的内容会使它无法恢复：请在其上执行 SET GLOBAL super_read_only = ON。",
    "log.member_offline_mode":
      "{member} 处于离线模式，拒绝客户端：请以管理员身份在其上执行 SET GLOBAL offline_mode = OFF。",

    "failure.member_refused":
      "{member} 保持原状，因为计划之后情况有变：检查“{check:check}”未通过。原因见日志。",
    "failure.member_other_server":
      "未触动 {member}：{address}:{port} 上应答的是另一台服务器，其 server UUID 是 {other}，而不是 {uuid}。如果服务器是重建的，请重新发现成员。",
    "failure.member_errant":
      "未启动 {member}：它有 {errant} 个组所缺少的事务：{gtids}。请重新克隆，或将它们带入组。",
    "failure.member_still_listed":
      "未启动 {member}：{seconds} 秒后组仍将其计为 {listed}。组会在 group_replication_member_expel_timeout 之后驱逐它；请届时重试。",
    "failure.member_stop_refused":
      "{member} 没有停止：{reason:why}。其状态是 {state}。请重试，或查看其错误日志。",
    "failure.member_stop_silent":
      "{member} 在 {seconds} 秒内没有说明已停止：{reason:why}。它之后仍可能停止；请查看拓扑。",
    "failure.member_stop_late":
      "已命令 {member} 停止，但 {seconds} 秒后其状态仍是 {state}。请查看其错误日志。",
    "failure.member_clone_stopped":
      "{member} 已 OFFLINE {seconds} 秒：它不再加入组。请在其错误日志中确认是否克隆完成，然后再次启动。",
    "failure.member_not_online":
      "{member} 在 {limitMs:duration}内没有变为 ONLINE；最后的状态是 {state}，缺少 {left} 个事务。最后的错误：{reason:why}。",
    "failure.member_error": "{member} 在加入时变为 {state}：{reason:why}。",
    "failure.member_undo_online": "{member} 期间已变为 ONLINE，因此留在组中。如果不需要，请停止它。",
    "failure.member_undo_cloning":
      "{member} 正在被克隆，因此未停止：现在停止它将没有任何数据。它会自行变为 ONLINE；请查看拓扑。",
    "failure.member_undo_unknown":
      "{member} 处于 RECOVERING 状态，因此未停止：无法得知它是否正在被克隆，若在克隆中途停止将没有任何数据。请查看拓扑。",
    "failure.member_undo_silent":
      "不知道 {member} 是否已再次停止：{reason:why}。请检查它，并在其应答后停止它。",
    "failure.member_join_errant":
      "组拒绝了 {member}：它有组所缺少的事务（{reason:why}）。请重新克隆，或将它们带入组。",
    "failure.member_join_incarnation":
      "组拒绝了 {member}，因为仍保留其旧连接（{reason:why}）。请等待组将其驱逐，然后让它重新加入。",
    "failure.member_join_config": "组拒绝了 {member}，其版本或设置不符（{reason:why}）。请按其他成员设置。",
    "failure.member_join_purged":
      "{member} 无法获取所缺少的事务，因为没有捐献者的二进制日志仍保留它们（{reason:why}）。请克隆，或恢复较新的备份。",
    "failure.member_join_credentials":
      "{member} 无法登录捐献者（{reason:why}）。请为通道 group_replication_recovery 设置用户和密码，并确认可以连接捐献者的 MEMBER_HOST。",
    "failure.member_join_address":
      "有成员拒绝了 {member} 的连接（{reason:why}）。请在所有成员的 group_replication_ip_allowlist 中加入其地址。",
    "failure.member_join_peers":
      "{member} 在组的端口上没有连到任何其他成员（{reason:why}）。请检查 group_replication_group_seeds、group_replication_local_address 和它们之间的防火墙。",
    "failure.member_join_timeout":
      "组没有及时让 {member} 加入（{reason:why}）。组可能正在驱逐其旧连接，或正忙；请一分钟后重试。",
    "failure.member_join_running":
      "{member} 上的组复制已在运行，或正在自行加入（{reason:why}）。请等待一分钟，或让它重新加入。",
    "failure.member_join_refused":
      "{member} 没有启动：{reason:why}。其错误日志中有详情；查看它需要 performance_schema.error_log 的 SELECT 权限。",
  },
);
