import { catalog } from "../message/catalog/catalog";

/** What is said of an address that the plugin left behind, and of what the agents did about it. */
export const pluginGuardMessages = catalog(
  {
    "consequence.plugin_guard":
      "From the end of this operation on, the agent of each member's host releases {address} where the plugin left it behind: after {killedMs:duration} where no server listens any more, and after {otherMs:duration} where the server says that it is not the primary or has no majority. It refuses where the kernel would delete other addresses with it.",
    "guard.cause.killed": "No server listened there any more.",
    "guard.cause.not_primary": "The server there said that it was not the primary, or in no group.",
    "guard.cause.no_majority": "The server there was a primary without a majority.",
    "guard.others_along":
      "The kernel would delete {others} with it: {address} is the first address of its network on {nic}, and promote_secondaries is 0 there. By hand: {command}",
    "guard.not_of_plugin":
      "{address} on {nic} is not as the plugin puts it there: it has a lifetime. It stays.",
    "guard.no_ip": "This host has no ip command, by which the address would be deleted.",
    "grant.guard_twice": "The grant has {address} both as a VIP and as an address of the plugin.",
    "grant.guard_prefix": "The grant has {address}/{prefixLength}, which no address can be.",
    "helper.left_not_granted":
      "the console has not granted that {address}/{prefixLength} is deleted from {nic} where the plugin left it behind",
    "reason.left_behind":
      "The plugin greatdb_ha left {address} on this host, and the agent did not release it. {reason:why}",
    "happened.plugin_left_released": "Left-behind address released",
    "happened.plugin_left_refused": "Left-behind address not released",
    "event.plugin_left_released":
      "The agent of {host} released {address}, which the plugin greatdb_ha had left behind. {reason:why}",
    "event.plugin_left_refused":
      "The plugin greatdb_ha left {address} on {host}, and the agent did not release it. {reason:why}",
    "topology.plugin_unguarded":
      "The agent of {host} does not guard {address}: it was of an earlier release when it was told, or the plan has no interface for it. Upgrade it if need be; it is told again with the next change of the cluster.",
    "topology.plugin_left_released":
      "On {host} the agent released the address, which the plugin had left behind. {reason:why}",
    "topology.plugin_left_refused":
      "The plugin greatdb_ha left {address} on {host}, and the agent did not release it. {reason:why}",
  },
  {
    "consequence.plugin_guard":
      "本操作结束之后，如果插件把 {address} 遗留在某个成员的主机上，该主机的代理会释放它：没有服务器监听时在 {killedMs:duration}后释放，服务器自称不是主库或失去多数派时在 {otherMs:duration}后释放。如果内核会连带删除其他地址，则拒绝释放。",
    "guard.cause.killed": "该主机上已没有服务器在监听。",
    "guard.cause.not_primary": "该主机上的服务器自称不是主库，或不在组内。",
    "guard.cause.no_majority": "该主机上的服务器是失去多数派的主库。",
    "guard.others_along":
      "内核会连带删除 {others:list}：{address} 是 {nic} 上该网络的第一个地址，而该网卡的 promote_secondaries 为 0。请手动处理：{command}",
    "guard.not_of_plugin": "{nic} 上的 {address} 不是插件设置的样子：它有有效期。它会保留。",
    "guard.no_ip": "本机没有 ip 命令，无法删除该地址。",
    "grant.guard_twice": "该授权既把 {address} 列为 VIP，又列为插件的地址。",
    "grant.guard_prefix": "该授权包含 {address}/{prefixLength}，没有这样的地址。",
    "helper.left_not_granted": "控制台没有授权从 {nic} 删除插件遗留的 {address}/{prefixLength}",
    "reason.left_behind": "greatdb_ha 插件把 {address} 遗留在本机，代理没有释放它。{reason:why}",
    "happened.plugin_left_released": "已释放遗留的地址",
    "happened.plugin_left_refused": "未释放遗留的地址",
    "event.plugin_left_released": "{host} 的代理释放了 greatdb_ha 插件遗留的 {address}。{reason:why}",
    "event.plugin_left_refused": "greatdb_ha 插件把 {address} 遗留在 {host} 上，代理没有释放它。{reason:why}",
    "topology.plugin_unguarded":
      "{host} 的代理没有看守 {address}：收到通知时它属于较早的版本，或计划中没有它的网卡。如有需要请升级该代理；集群下次变更时会再次通知它。",
    "topology.plugin_left_released": "{host} 的代理释放了插件遗留的该地址。{reason:why}",
    "topology.plugin_left_refused":
      "greatdb_ha 插件把 {address} 遗留在 {host} 上，代理没有释放它。{reason:why}",
  },
);
