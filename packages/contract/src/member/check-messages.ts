import { catalog } from "../message/catalog/catalog";

/** The checks before a member is stopped, started or joins again. */
export const memberCheckMessages = catalog(
  {
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
  },
  {
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
  },
);
