import { catalog } from "../message/catalog/catalog";

/** Fixes: variables that are set on every member, and what that means. */
export const fixMessages = catalog(
  {
    "operation.fix.apply": "Set {variables} on {cluster}",
    "operation.fix.restore": "Restore {variables} on {cluster}",
    "work.fix.apply": "Fix of a setting",
    "work.fix.restore": "Restoration of a setting",
    "step.variable.set": "Set {variable} to {value} on {host}, now {current}",
    "step.variable.reset":
      "Set {variable} to {value} on {host}, now {current}, and remove it from the persisted settings",
    "detail.variable_set": "It was {before}.",
    "consequence.fix.expel_timeout":
      "The group expels at once a member that is silent for a little over 5 s, even if it would have come back.",
    "consequence.fix.majority_timeout":
      "A member that sees no majority for {value} s leaves the group. After the loss of a majority, the members must join again.",
    "consequence.fix.autorejoin":
      "An expelled member tries {value} times to join the group again, 5 minutes apart.",
    "consequence.fix.checkpoint_period":
      "The applier threads write their progress every {value} ms: on an idle server this needs about 0.25 % of a core more than MySQL's 300 ms.",
    "consequence.fix.restart_safety":
      "A server that starts again joins the group by itself, even if you intended to start Group Replication by hand.",
    "consequence.fix.bootstrap":
      "A server that starts again joins the group and does not bootstrap one. A group recovery sets the variable for the one start that needs it.",
    "consequence.fix.durability":
      "Each commit waits until the binary log and InnoDB's log are on disk: writes become as slow as the disks.",
    "consequence.fix_persisted":
      "It takes effect at once and remains after a restart. Primacy records the previous value of each member.",
    "failure.variable_not_set":
      "{variable} on {host} is {actual} after Primacy set it to {value}. Another program sets it.",
    "failure.variable_changed":
      "{variable} on {host} is {actual} (persisted: {actualPersisted}) and no longer {expected} (persisted: {expectedPersisted}). Another user or program set it, so Primacy did not change it.",
    "failure.variable_other_server":
      "The server at {address} is not the registered one of {host}: its UUID is {actual} instead of {expected}. Primacy set nothing on it.",
    "failure.variable_member_gone": "{host} is no longer a member of the cluster.",
    "problem.fix_unfit":
      "No value of {variables} is compatible with the members' expel timeouts. Change those first.",
    "problem.fix_bootstrap_first":
      "group_replication_bootstrap_group is ON on a member, or a server did not report its value. With {variables} = ON that server would bootstrap a second group when it starts. Fix that first.",
    "problem.fix_founds_group":
      "With group_replication_bootstrap_group restored, {host} would bootstrap a second group when it starts, because group_replication_start_on_boot is ON. Restore or set that first.",
    "problem.fix_value_changed":
      "{variable} would now be set to {value}, not to {confirmed} as in the confirmed plan.",
    "problem.fix_member_changed":
      "{variable} on {host} is now {actual}, not {confirmed} as in the confirmed plan.",
    "problem.fix_members_changed": "The members of the cluster differ from the confirmed plan.",
    "problem.fix_set_since":
      "{variable} on {host} is {actual} (persisted: {actualPersisted}). It was set after the fix, so Primacy did not change it.",
    "problem.operation_no_fix": "That operation set no variables of this cluster.",
  },
  {
    "operation.fix.apply": "在 {cluster} 上设置 {variables:list}",
    "operation.fix.restore": "在 {cluster} 上恢复 {variables:list}",
    "work.fix.apply": "修正设置",
    "work.fix.restore": "恢复设置",
    "step.variable.set": "在 {host} 上将 {variable} 设为 {value}，目前为 {current}",
    "step.variable.reset": "在 {host} 上将 {variable} 设为 {value}，目前为 {current}，并从持久化设置中去掉它",
    "detail.variable_set": "原为 {before}。",
    "consequence.fix.expel_timeout": "沉默略超过 5 秒的成员会立即被驱逐，即使它本会恢复。",
    "consequence.fix.majority_timeout":
      "{value} 秒内看不到多数派的成员会离开组。失去多数派之后，成员需要重新加入。",
    "consequence.fix.autorejoin": "被驱逐的成员会尝试 {value} 次重新加入组，每次间隔 5 分钟。",
    "consequence.fix.checkpoint_period":
      "应用事务的线程每 {value} 毫秒记录一次进度：与 MySQL 默认的 300 毫秒相比，空闲服务器多用约 0.25% 个核。",
    "consequence.fix.restart_safety":
      "重新启动的服务器会自行加入组，即使有人打算手动启动 Group Replication。",
    "consequence.fix.bootstrap":
      "重新启动的服务器会寻找原组，而不新建组。组恢复只在需要的那一次启动时设置它。",
    "consequence.fix.durability": "每次提交都要等二进制日志和 InnoDB 日志写到磁盘：写入速度取决于磁盘。",
    "consequence.fix_persisted": "对运行中的组立即生效，重启之后仍然有效。每个成员原来的值会被记录。",
    "failure.variable_not_set":
      "将 {host} 上的 {variable} 设为 {value} 之后，它是 {actual}。有其他程序在设置它。",
    "failure.variable_changed":
      "{host} 上的 {variable} 为 {actual}（持久化：{actualPersisted}），不再是 {expected}（持久化：{expectedPersisted}）：已被他人设置，因此保持原样。",
    "failure.variable_other_server":
      "{address} 上的服务器不是注册的 {host}：其 UUID 为 {actual}，而不是 {expected}。未在其上设置任何内容。",
    "failure.variable_member_gone": "{host} 已不再是该集群的成员。",
    "problem.fix_unfit": "没有适合各成员驱逐超时的 {variables:list} 值。请先更改驱逐超时。",
    "problem.fix_bootstrap_first":
      "有成员的 group_replication_bootstrap_group 为 ON，或有服务器没有说明：若 {variables:list} 为 ON，它启动时会另建一个组。请先处理。",
    "problem.fix_founds_group":
      "恢复 group_replication_bootstrap_group 后，{host} 启动时会另建一个组，因为 group_replication_start_on_boot 为 ON。请先恢复或设置它。",
    "problem.fix_value_changed": "{variable} 现在会设为 {value}，而不是已确认计划中的 {confirmed}。",
    "problem.fix_member_changed":
      "{host} 上的 {variable} 现在为 {actual}，而不是已确认计划中的 {confirmed}。",
    "problem.fix_members_changed": "集群的成员与已确认计划中的不同。",
    "problem.fix_set_since":
      "{host} 上的 {variable} 为 {actual}（持久化：{actualPersisted}）：修正之后已被他人设置，因此保持原样。",
    "problem.operation_no_fix": "该操作没有设置过此集群的变量。",
  },
);
