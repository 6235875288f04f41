import { catalog } from "./catalog";

/** Checks of servers' settings, alone and together: `check.<code>.title`, what was seen, and the remedy. */
export const checkSettingCatalog = catalog(
  {
    "check.successor.title": "Another member can follow the primary",
    "check.successor.pass":
      "If the primary fails, {member} follows, weight {weight}: the lowest version first, then the greatest weight ({weights}), then the lowest server UUID.",
    "check.successor.warn": "No other member is online, so none can follow the primary.",
    "check.successor.remedy": "Bring back members until at least two are online.",
    "check.consistency.title": "A new primary applies its queue before it serves",
    "check.consistency.pass": "group_replication_consistency is {value}.",
    "check.consistency.warn_eventual":
      "group_replication_consistency is EVENTUAL: after a failover, the new primary serves reads and writes before it has applied its queue.",
    "check.consistency.warn_after":
      "group_replication_consistency is {value}: every write waits for all members, so a silent secondary stops writes until the group expels it.",
    "check.consistency.warn_differs":
      "group_replication_consistency differs: {values}. The guarantee for clients changes with each failover.",
    "check.consistency.remedy":
      "SET PERSIST group_replication_consistency = 'BEFORE_ON_PRIMARY_FAILOVER' on every member.",
    "check.single_leader.title": "A silent member does not slow the others",
    "check.single_leader.pass": "group_replication_paxos_single_leader is ON.",
    "check.single_leader.pass_off":
      "group_replication_paxos_single_leader is OFF: while a member is silent and not yet expelled, commits on the others paused for up to 0.44 s in our measurements. You can change it only when you bootstrap the whole group again.",
    "check.transaction_size.title": "No transaction can be large enough to break the group",
    "check.transaction_size.pass": "The group refuses transactions above {megabytes} MB.",
    "check.transaction_size.warn":
      "group_replication_transaction_size_limit: {values} bytes. A transaction of {megabytes} MB keeps members busy for so long that the group may take them for silent and expel them.",
    "check.transaction_size.warn_none":
      "group_replication_transaction_size_limit: {values}; with 0 a transaction may have any size, and the group expels members that it keeps busy for too long.",
    "check.transaction_size.remedy":
      "SET PERSIST group_replication_transaction_size_limit = 150000000 on every member, unless you need larger transactions.",
    "check.versions.title": "The members run the same version",
    "check.versions.pass": "All run {version}.",
    "check.versions.warn":
      "The versions differ: {values}. The group prefers a member of the lowest version as its primary.",
    "check.versions.remedy": "Finish the upgrade; until then expect a primary of the lowest version.",
    "check.settings_alike.title": "The members have the same settings",
    "check.settings_alike.pass": "Equal on all: {names}.",
    "check.settings_alike.warn":
      "Different: {values}. After a failover, clients get a server with other settings.",
    "check.settings_alike.fail":
      "Different: {values}. The group refuses members with another lower_case_table_names.",
    "check.settings_alike.remedy": "Set the same value on every member.",
    "check.primary_keys.title": "The group accepts writes to every table",
    "check.primary_keys.pass": "Every table is InnoDB and has a primary key or an equivalent unique key.",
    "check.primary_keys.pass_required":
      "sql_require_primary_key is ON: nobody can create a table without a primary key.",
    "check.primary_keys.warn":
      "The group refuses writes to these tables, which lack a primary key or are not InnoDB: {tables}.",
    "check.primary_keys.skipped":
      "Not checked: Primacy's own account may not see the tables, and the administrator's account is not stored.",
    "check.primary_keys.remedy":
      "Give them a primary key, and SET PERSIST sql_require_primary_key = ON to prevent new ones.",
    "check.group_requirements.title": "The server logs what the group needs",
    "check.group_requirements.pass": "GTIDs, row format and the binary log are on.",
    "check.group_requirements.fail": "{unmet}: with this setting, the server cannot join the group again.",
    "check.group_requirements.remedy": "Set {wanted} in the server's configuration.",
    "check.bootstrap.title": "A restarted server joins the group and does not bootstrap a new one",
    "check.bootstrap.pass": "group_replication_bootstrap_group is OFF.",
    "check.bootstrap.fail":
      "group_replication_bootstrap_group is ON: the next START GROUP_REPLICATION on this server bootstraps a second group next to the first.",
    "check.bootstrap.fail_configured":
      "group_replication_bootstrap_group is ON in the server's configuration: after a restart it bootstraps a second group next to the first, and accepts writes that the first never sees.",
    "check.bootstrap.remedy":
      "SET GLOBAL group_replication_bootstrap_group = OFF, and remove it from the server's configuration.",
    "check.exit_action.title": "A server that left the group refuses clients",
    "check.exit_action.pass":
      "group_replication_exit_state_action is {value}: a server that leaves for good accepts only administrators. MySQL does not end this by itself, even when the server is ONLINE again: then run SET GLOBAL offline_mode = OFF on it.",
    "check.exit_action.pass_abort":
      "group_replication_exit_state_action is ABORT_SERVER: a server that leaves the group ends, and you must start it again.",
    "check.exit_action.warn":
      "group_replication_exit_state_action is {value}: an expelled server keeps its clients and answers them with old data.",
    "check.exit_action.remedy":
      "SET PERSIST group_replication_exit_state_action = 'OFFLINE_MODE' on every member makes it refuse clients. The price: a member that leaves for good also refuses its agent, so its host cannot hold the VIP until an administrator runs SET GLOBAL offline_mode = OFF, even when the member is ONLINE again.",
    "check.autorejoin.title": "An expelled member comes back by itself",
    "check.autorejoin.pass": "group_replication_autorejoin_tries is {tries}.",
    "check.autorejoin.warn":
      "group_replication_autorejoin_tries is 0: an expelled member stays away until an operator acts, and the group survives one loss less.",
    "check.autorejoin.remedy": "SET PERSIST group_replication_autorejoin_tries = 3 on every member.",
    "check.backlog.title": "The member keeps up with the group",
    "check.backlog.pass": "{queue} transactions are waiting to be applied; it is {lagMs} ms behind.",
    "check.backlog.warn":
      "{queue} transactions are waiting to be applied, and it is {seconds} s behind: as the new primary it applies them before it serves.",
    "check.backlog.warn_read":
      "{queue} transactions are waiting to be applied, and it is {seconds} s behind, above the limit of {limit} s: it does not get this read VIP before it has caught up.",
    "check.backlog.remedy": "Find out what slows it down, and wait until it has caught up.",
  },
  {
    "check.successor.title": "主库有继任者",
    "check.successor.pass":
      "主库失效时由 {member} 继任，权重 {weight}：先取版本最低者，再取权重最大者（{weights:list}），最后取服务器 UUID 最小者。",
    "check.successor.warn": "没有其他成员在线：无人可以继任主库。",
    "check.successor.remedy": "请恢复成员，至少有两个在线。",
    "check.consistency.title": "新主库先应用收到的事务，再提供服务",
    "check.consistency.pass": "group_replication_consistency 为 {value}。",
    "check.consistency.warn_eventual":
      "group_replication_consistency 为 EVENTUAL：故障切换之后，新主库在应用队列中的事务之前就开始读写。",
    "check.consistency.warn_after":
      "group_replication_consistency 为 {value}：每次写入都等待所有成员，因此沉默的从库会使写入停住，直到它被驱逐。",
    "check.consistency.warn_differs":
      "group_replication_consistency 不一致：{values:list}。每次故障切换后，客户端能依赖的保证都会改变。",
    "check.consistency.remedy":
      "请在每个成员上执行 SET PERSIST group_replication_consistency = 'BEFORE_ON_PRIMARY_FAILOVER'。",
    "check.single_leader.title": "沉默的成员不会拖慢其他成员",
    "check.single_leader.pass": "group_replication_paxos_single_leader 为 ON。",
    "check.single_leader.pass_off":
      "group_replication_paxos_single_leader 为 OFF：成员沉默而尚未被驱逐期间，实测其他成员的提交会停顿至多 0.44 秒。只有重新建立整个组时才能更改。",
    "check.transaction_size.title": "没有大到足以破坏组的事务",
    "check.transaction_size.pass": "超过 {megabytes} MB 的事务会被拒绝。",
    "check.transaction_size.warn":
      "group_replication_transaction_size_limit（字节）：{values:list}。{megabytes} MB 的事务会使成员长时间繁忙，可能被当作沉默而遭驱逐。",
    "check.transaction_size.warn_none":
      "group_replication_transaction_size_limit：{values:list}；为 0 时事务大小不受限制，使成员繁忙过久的事务会导致其被驱逐。",
    "check.transaction_size.remedy":
      "除非需要更大的事务，请在每个成员上执行 SET PERSIST group_replication_transaction_size_limit = 150000000。",
    "check.versions.title": "各成员版本相同",
    "check.versions.pass": "全部为 {version}。",
    "check.versions.warn": "版本不一致：{values:list}。组优先选择版本最低的成员作为主库。",
    "check.versions.remedy": "请完成升级；在此之前，主库会是版本最低的成员。",
    "check.settings_alike.title": "各成员设置相同",
    "check.settings_alike.pass": "各成员一致：{names:list}。",
    "check.settings_alike.warn": "不一致：{values:list}。故障切换之后，客户端面对的是另一种服务器。",
    "check.settings_alike.fail": "不一致：{values:list}。组会拒绝 lower_case_table_names 不同的成员。",
    "check.settings_alike.remedy": "请在每个成员上设为相同的值。",
    "check.primary_keys.title": "组接受对每张表的写入",
    "check.primary_keys.pass": "所有表均为 InnoDB，且有主键或同等的唯一键。",
    "check.primary_keys.pass_required": "sql_require_primary_key 为 ON：无法创建没有主键的表。",
    "check.primary_keys.warn": "组会拒绝对以下表的写入，它们没有主键或不是 InnoDB：{tables:list}。",
    "check.primary_keys.skipped": "未检查：Primacy 自己的账户无权查看这些表，且未保存管理员账户。",
    "check.primary_keys.remedy":
      "请为它们添加主键，并执行 SET PERSIST sql_require_primary_key = ON，以免再出现此类表。",
    "check.group_requirements.title": "服务器记录组所需的日志",
    "check.group_requirements.pass": "GTID、行格式和二进制日志均已启用。",
    "check.group_requirements.fail": "{unmet:list}：如此设置，该服务器无法再次加入组。",
    "check.group_requirements.remedy": "请在服务器配置中设置 {wanted:list}。",
    "check.bootstrap.title": "重启后的服务器加入组，而不是新建组",
    "check.bootstrap.pass": "group_replication_bootstrap_group 为 OFF。",
    "check.bootstrap.fail":
      "group_replication_bootstrap_group 为 ON：该服务器下一次 START GROUP_REPLICATION 会在原组之外再建一个组。",
    "check.bootstrap.fail_configured":
      "服务器配置中 group_replication_bootstrap_group 为 ON：重启之后它会在原组之外再建一个组，并接受原组看不到的写入。",
    "check.bootstrap.remedy":
      "请执行 SET GLOBAL group_replication_bootstrap_group = OFF，并从服务器配置中去掉它。",
    "check.exit_action.title": "离开组的服务器会拒绝客户端",
    "check.exit_action.pass":
      "group_replication_exit_state_action 为 {value}：彻底失去的服务器只允许管理员登录。MySQL 不会自行结束该模式，即使它重新 ONLINE：届时请在其上执行 SET GLOBAL offline_mode = OFF。",
    "check.exit_action.pass_abort":
      "group_replication_exit_state_action 为 ABORT_SERVER：离开组的服务器会退出，需要有人重新启动它。",
    "check.exit_action.warn":
      "group_replication_exit_state_action 为 {value}：被驱逐的服务器保留其客户端，并用最后所知的数据应答。",
    "check.exit_action.remedy":
      "在每个成员上执行 SET PERSIST group_replication_exit_state_action = 'OFFLINE_MODE' 可使其拒绝客户端。代价是：彻底失去的成员会拒绝客户端及其代理，因而无法持有 VIP，即使重新 ONLINE，也要等管理员执行 SET GLOBAL offline_mode = OFF。",
    "check.autorejoin.title": "被驱逐的成员会自行回来",
    "check.autorejoin.pass": "group_replication_autorejoin_tries 为 {tries}。",
    "check.autorejoin.warn":
      "group_replication_autorejoin_tries 为 0：被驱逐的成员会一直离开，直到操作员处理；组能承受的损失因此少一个。",
    "check.autorejoin.remedy": "请在每个成员上执行 SET PERSIST group_replication_autorejoin_tries = 3。",
    "check.backlog.title": "该成员跟得上组",
    "check.backlog.pass": "有 {queue} 个事务等待应用，落后 {lagMs} 毫秒。",
    "check.backlog.warn":
      "有 {queue} 个事务等待应用，落后 {seconds} 秒：成为新主库时，它要先应用完才提供服务。",
    "check.backlog.warn_read":
      "有 {queue} 个事务等待应用，落后 {seconds} 秒，超过 {limit} 秒的上限：追上之前不会得到该读 VIP。",
    "check.backlog.remedy": "请查明拖慢它的原因，并等待它追上。",
  },
);
