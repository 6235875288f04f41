import { catalog } from "./catalog";

/** Why an agent holds, does not hold, took or released an address. */
export const reasonCatalog = catalog(
  {
    "reason.starting": "The agent has just started and first checks its host.",
    "reason.unconfigured": "The agent has no configuration yet.",
    "reason.not_primary": "This member is not the primary: it is {role}, {state}.",
    "reason.not_writable":
      "This member is the primary, but it accepts no writes from clients: {variable} is on.",
    "reason.no_evidence": "The group has not confirmed within {limitMs} ms that this member is its primary.",
    "reason.stopping": "The server received the order to stop and is leaving its group.",
    "reason.not_assigned": "The group has not assigned the address to this host.",
    "reason.reads_unassigned":
      "Read VIPs stay where they are, even if their hosts fail, because they cannot be assigned ({error:why}).",
    "reason.not_online": "This member is not ONLINE: it is {state}.",
    "reason.offline_mode": "Clients cannot read from this member: offline_mode is on.",
    "reason.no_assignment":
      "The group has not confirmed within {limitMs} ms that the address is assigned to this host.",
    "reason.database_down": "The MySQL server of this host does not answer.",
    "reason.waiting_for_peers":
      "Waiting until {hosts} have released the address, or until {waitMs} ms have passed.",
    "reason.stranger": "A conflicting host answers for the address: {macs}.",
    "reason.wire_unknown":
      "The agent has not checked recently enough, by ARP or neighbour discovery, whether the address is free.",
    "reason.cooldown": "The address was released a moment ago.",
    "reason.multi_primary": "The group runs in multi-primary mode.",
    "reason.mode_unknown":
      "The MySQL server does not say whether the group has a single primary (group_replication_single_primary_mode).",
    "reason.nic_down": "The interface {nic} is down or has no carrier.",
    "reason.nic_missing": "The interface {nic} does not exist.",
    "reason.foreign_address": "The address is already on this host, but this agent did not add it.",
    "reason.flapping":
      "Another program keeps removing the address from this host, usually systemd-networkd, NetworkManager or a script. The checks show what manages the interface.",
    "reason.act_failed": "The address could not be changed: {error:why}.",
    "reason.maintenance": "Maintenance: this agent does not take the address.",
    "reason.paused": "The VIP is paused: this host keeps it if it holds it, but does not take it.",
    "reason.joining": "The host is joining: not all other hosts have acknowledged it yet.",
    "reason.holding": "The group confirms this member as its primary, and no other host holds the address.",
    "reason.holding_assigned":
      "The group confirms that the address is assigned to this host, and no other host holds it.",
    "reason.operator_release": "An operator released the address.",
    "reason.reconfigured": "The configuration changed.",
    "reason.shutdown": "The agent is stopping.",
    "reason.late_act": "The change of the address came too late for its evidence.",
    "reason.stray_address":
      "The kernel held the address of this agent without a right to it, left over from an earlier run or a voided change.",
    "reason.no_gate":
      "This host has no nft: when it loses the address, clients wait for their own timeouts instead of a reset.",
    "reason.gate_failing": "The reset gate does not work; clients may wait for their own timeouts.",
    "reason.no_netlink":
      "The agent changes addresses with commands, which takes longer: koffi.node cannot be loaded.",
    "reason.no_arp": "The agent cannot send ARP on this host, so it takes no address.",
    "reason.no_supervisor":
      "No supervisor watches the agent. If it dies, the address ends with the kernel's lease.",
    "reason.as_root":
      "The process with the network sockets runs as root: this host has no setpriv, or the system user could not be created.",
    "reason.not_permitted":
      "This host has no signed grant of the console for {addresses}, so it does not take them.",
    "reason.peer_unaware":
      "{host} does not know that this host may hold the address. The console must send its configuration to {host} or to this host.",
    "reason.peer_holds": "{host} holds the address and has just proved its right to it.",
    "reason.peer_foreign":
      "The address is on {host}, but no agent added it. No host takes it until it is removed there.",
    "reason.taking": "The agent is adding the address to this host.",
    "reason.contested": "A conflicting host also answers for the address: {macs}.",
    "reason.config_invalid": "The configuration cannot be used: {detail:why}.",
    "reason.peer_primary":
      "Another member asked for the address, and this member could not prove that it is the primary.",
    "reason.peer_assigned":
      "Another host asked for the address, and this host could not prove its own right to it.",
  },
  {
    "reason.starting": "代理刚启动，正在先检查本机。",
    "reason.unconfigured": "代理尚无配置。",
    "reason.not_primary": "该成员不是主库：角色 {role}，状态 {state}。",
    "reason.not_writable": "该成员是主库，但不接受写入：{variable} 已开启。",
    "reason.no_evidence": "组在 {limitMs} 毫秒内没有确认该成员是主库。",
    "reason.stopping": "服务器已收到停止命令，正在离开组。",
    "reason.not_assigned": "组没有把该地址分配给本机。",
    "reason.reads_unassigned": "读 VIP 会停留在原处，无论其主机发生什么：无法重新分配（{error:why}）。",
    "reason.not_online": "该成员不是 ONLINE：状态为 {state}。",
    "reason.offline_mode": "客户端不能从该成员读取：offline_mode 已开启。",
    "reason.no_assignment": "组在 {limitMs} 毫秒内没有确认该地址属于本机。",
    "reason.database_down": "本机的 MySQL 服务器没有应答。",
    "reason.waiting_for_peers": "等待 {hosts:list} 释放该地址，或等待 {waitMs} 毫秒。",
    "reason.stranger": "另一台机器在应答该地址：{macs:list}。",
    "reason.wire_unknown": "最近没有在网络上确认该地址是否空闲。",
    "reason.cooldown": "该地址刚刚被释放。",
    "reason.multi_primary": "该组运行在多主模式。",
    "reason.mode_unknown":
      "无法从本机的 MySQL 服务器读取该组是否为单主模式（group_replication_single_primary_mode）。",
    "reason.nic_down": "网卡 {nic} 未启用或没有链路。",
    "reason.nic_missing": "网卡 {nic} 不存在。",
    "reason.foreign_address": "该地址已在本机上，由其他程序设置。",
    "reason.flapping":
      "有程序不断从本机删除该地址：多为 systemd-networkd、NetworkManager 或脚本。预检查会说明其网卡由谁管理。",
    "reason.act_failed": "无法更改地址：{error:why}。",
    "reason.maintenance": "维护中：代理不接管该地址。",
    "reason.paused": "VIP 已暂停：本机若持有则保留，但不会接管。",
    "reason.joining": "主机正在加入：其他主机尚未全部确认。",
    "reason.holding": "组确认该成员是主库，且没有其他主机持有该地址。",
    "reason.holding_assigned": "组确认该地址属于本机，且没有其他主机持有该地址。",
    "reason.operator_release": "操作员释放了该地址。",
    "reason.reconfigured": "配置已更改。",
    "reason.shutdown": "代理正在停止。",
    "reason.late_act": "对地址的更改晚于其依据的有效期。",
    "reason.stray_address": "内核中有本代理的地址，但本机无权持有：由先前的运行或已作废的更改留下。",
    "reason.no_gate": "本机没有 nft：失去该地址时，客户端要等到自己超时，而不会收到重置。",
    "reason.gate_failing": "重置门没有生效；客户端可能要等到自己超时。",
    "reason.no_netlink": "代理通过命令更改地址，耗时更长：无法加载 koffi.node。",
    "reason.no_arp": "代理无法在本机发送 ARP，因此不接管任何地址。",
    "reason.no_supervisor": "没有监督进程看护代理：若代理终止，地址由内核租约结束。",
    "reason.as_root": "带有网络套接字的进程以 root 身份运行：本机没有 setpriv，或无法创建系统用户。",
    "reason.not_permitted": "控制台尚未签署允许本机持有 {addresses:list}：在此之前本机不会接管。",
    "reason.peer_unaware": "{host} 不知道本机可以持有该地址，需要由控制台告知它或本机。",
    "reason.peer_holds": "{host} 持有该地址，并刚刚证明了自己的权利。",
    "reason.peer_foreign":
      "{host} 上有代理以外的程序或人员添加的该地址；在那里将其移除之前，没有主机会持有它。",
    "reason.taking": "代理正在把该地址设置到本机。",
    "reason.contested": "另一台机器也在应答该地址：{macs:list}。",
    "reason.config_invalid": "该配置无法使用：{detail:why}。",
    "reason.peer_primary": "另一成员请求该地址，而本机无法证明自己是主库。",
    "reason.peer_assigned": "另一台主机请求该地址，而本机无法证明自己对它的权利。",
  },
);
