import { catalog } from "../message/catalog/catalog";

/** Titles and checks of a planned change of the primary. */
export const switchoverMessages = catalog(
  {
    "operation.switchover.check": "Check a switchover of {cluster} to {member}",
    "operation.switchover": "Switch {cluster} over to {member}",
    "work.switchover.check": "Check of a switchover",
    "work.switchover": "Switchover",
    "check.switchover_target.title": "The target can become the primary",
    "check.switchover_target.pass": "{member} is an online secondary.",
    "check.switchover_target.fail_primary": "{member} is already the primary.",
    "check.switchover_target.fail_state": "{member} is {state}, not ONLINE.",
    "check.switchover_target.remedy": "Choose a member that is online and not the primary.",
    "check.switchover_queue.title": "The target has applied all transactions of the group",
    "check.switchover_queue.pass": "{queue} transactions are waiting to be applied; it is {lagMs} ms behind.",
    "check.switchover_queue.warn":
      "{queue} transactions are waiting to be applied, and it is {lagMs} ms behind: writes stop until they are applied.",
    "check.switchover_queue.fail":
      "{queue} transactions are waiting to be applied, and it is {lagMs} ms behind: writes would stop for too long.",
    "check.switchover_queue.fail_unknown": "The target did not report its lag.",
    "check.switchover_queue.remedy": "Wait until the target has caught up.",
    "check.switchover_agents.title": "The VIP can move at once",
    "check.switchover_agents.pass": "The agents of both members answer, and the target's may take the VIP.",
    "check.switchover_agents.pass_no_vip": "The cluster has no enabled write VIP.",
    "check.switchover_agents.warn_plugin":
      "The plugin greatdb_ha moves {address}. In most releases the old primary releases it only when told: if it cannot be told, two hosts have the address for good.",
    "check.switchover_agents.remedy_plugin":
      "Make sure that the plugins reach each other: from 8.4.4-5 on, the account of the recovery channel needs REPLICATION_SLAVE_ADMIN; from 8.0.32-25 to 8.4.4-4, port 18888 must be open between the members. 8.0.32-24 releases it by itself.",
    "check.switchover_agents.fail": "The agent on {host} does not answer: {reason:why}",
    "check.switchover_agents.fail_blocked":
      "The agent on {host} would not take the VIP: it is {state}. {reason:why}",
    "check.switchover_agents.warn":
      "The agent on {hosts} does not answer: the new holder waits {waitSeconds} s for its release instead of asking.",
    "check.switchover_agents.remedy": "Repair the agent, or remove what blocks it, and try again.",
  },
  {
    "operation.switchover.check": "检查 {cluster} 切换到 {member}",
    "operation.switchover": "将 {cluster} 切换到 {member}",
    "work.switchover.check": "检查切换",
    "work.switchover": "切换主库",
    "check.switchover_target.title": "目标可以成为主库",
    "check.switchover_target.pass": "{member} 是在线的从库。",
    "check.switchover_target.fail_primary": "{member} 已经是主库。",
    "check.switchover_target.fail_state": "{member} 的状态是 {state}，不是 ONLINE。",
    "check.switchover_target.remedy": "请选择在线且不是主库的成员。",
    "check.switchover_queue.title": "目标已应用组的写入",
    "check.switchover_queue.pass": "有 {queue} 个事务等待应用，落后 {lagMs} 毫秒。",
    "check.switchover_queue.warn":
      "有 {queue} 个事务等待应用，落后 {lagMs} 毫秒：写入会停止到它们应用完为止。",
    "check.switchover_queue.fail": "有 {queue} 个事务等待应用，落后 {lagMs} 毫秒：写入会停止太久。",
    "check.switchover_queue.fail_unknown": "目标没有说明它落后多少。",
    "check.switchover_queue.remedy": "请等待目标追上。",
    "check.switchover_agents.title": "VIP 可以立即移动",
    "check.switchover_agents.pass": "两个成员的代理都有应答，且目标的代理可以接管 VIP。",
    "check.switchover_agents.pass_no_vip": "该集群没有启用的写 VIP。",
    "check.switchover_agents.warn_plugin":
      "{address} 由 greatdb_ha 插件移动。在大多数版本中，原主库得到告知才会释放：若无法告知，会一直有两台主机持有该地址。",
    "check.switchover_agents.remedy_plugin":
      "请确认各插件能互相通信：自 8.4.4-5 起，恢复通道的账户需要 REPLICATION_SLAVE_ADMIN 权限；8.0.32-25 至 8.4.4-4 须在成员之间开放端口 18888。8.0.32-24 会自行释放。",
    "check.switchover_agents.fail": "{host} 上的代理没有应答：{reason:why}",
    "check.switchover_agents.fail_blocked": "{host} 上的代理不会接管 VIP：状态为 {state}。{reason:why}",
    "check.switchover_agents.warn":
      "{hosts:list} 上的代理没有应答：新的持有者无法询问，只能等待 {waitSeconds} 秒。",
    "check.switchover_agents.remedy": "请修复代理或消除阻碍，然后重试。",
  },
);
