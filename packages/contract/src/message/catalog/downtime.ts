import { catalog } from "./catalog";

/** What decides how long writes stop. */
export const downtimeCatalog = catalog(
  {
    "downtime.span": "{minMs:duration} to {maxMs:duration}",
    "downtime.span_up_to": "up to {maxMs:duration}",
    "downtime.span_exact": "{maxMs:duration}",
    "downtime.detection":
      "The group notices a silent member after {seconds} s (fixed in MySQL's consensus layer).",
    "downtime.detection_flp":
      "The group notices a silent member after {seconds} s (group_replication_communication_flp_timeout).",
    "downtime.expel":
      "The group waits a further {seconds} s before it expels the member (group_replication_member_expel_timeout).",
    "downtime.expel_range":
      "The group waits a further {minSeconds} to {seconds} s before it expels the member, depending on the member that expels it (group_replication_member_expel_timeout).",
    "downtime.suspicion":
      "The group processes suspicions every {seconds} s, so up to this much is added by chance.",
    "downtime.restarted":
      "The group refuses a server that restarts at once as an old instance of itself until it has expelled that instance: we measured up to {seconds} s more.",
    "downtime.suspicion_none":
      "With an expel timeout of 0 the group expels the member within about {seconds} s after it notices it.",
    "downtime.election": "The election of the new primary takes about {seconds} s.",
    "downtime.handover":
      "Writes pause while the group hands over; the group waits for open transactions, up to a limit.",
    "downtime.checkpoint":
      "If a transaction is being applied at that moment, the new primary waits for the applier's next checkpoint, up to {periodMs:duration} (replica_checkpoint_period).",
    "downtime.backlog": "The new primary first applies its queue, {lagMs:duration}.",
    "downtime.shutdown":
      "A server that is stopped in order leaves its group first, so that the others elect a new primary at once.",
    "downtime.silent_member":
      "The group has its majority without the silent member. Until the member is expelled, single commits may wait up to {ms:duration}.",
    "downtime.waits_for_all":
      "group_replication_consistency is AFTER or BEFORE_AND_AFTER: commits wait for every member, so also for the silent one, until it is expelled.",
    "downtime.agent_lease":
      "No other host takes the VIP, for its server is not the primary. Its lease of {leaseMs:duration} may end before the next agent is there, which then takes it again.",
    "downtime.watchdog":
      "An agent that is stopped is killed by its own watchdog after {ms:duration}, and its supervisor starts another one.",
    "downtime.vip_move":
      "The VIP follows within {maxMs} ms, including its announcement (gratuitous ARP; with IPv6 a neighbour advertisement). A host that misses it receives it again 50, 200 and 1100 ms later.",
    "downtime.vip_wait":
      "The old host cannot confirm its release: the new host waits up to {seconds} s, or not at all if every other agent knows that the host has been silent for that long.",
    "downtime.vip_wait_host":
      "If the whole host freezes, it cannot confirm its release: up to {seconds} s more, unless every other agent knows that it has been silent for that long. If only its server hangs, nothing is added.",
    "downtime.router":
      "MySQL Router asks the group for its primary every {ttlMs:duration} (ttl), and its clients reconnect.",
    "downtime.router_wait":
      "If MySQL Router asks the silent server, it waits up to {seconds} s from the fault for the answer (read_timeout), and then up to {connectSeconds} s for each of two new connections (connect_timeout). Both are the defaults.",
    "downtime.haproxy":
      "HAProxy uses the new primary after {rise} successful checks and drops the old one after {fall} failed checks, one every {intervalMs:duration} (rise, fall, inter).",
    "downtime.role_check":
      "HAProxy asks the agents, which read the role of their server every {everyMs:duration} (rolePollMs).",
    "downtime.proxy_unsaid":
      "This applies to clients that reconnect. Primacy predicts nothing for clients that wait on a connection to the silent primary: the timeouts of the proxy and the client decide.",
    "downtime.minority_endless":
      "Clients with a direct connection to the cut-off primary wait forever (group_replication_unreachable_majority_timeout is 0); through the VIP they are cut off after {releaseSeconds} s.",
    "downtime.minority_bounded":
      "Clients with a direct connection to the cut-off primary get an error after about {seconds} s; through the VIP they are cut off after {releaseSeconds} s.",
    "downtime.advice_expel":
      "group_replication_member_expel_timeout = {value} would make it {minMs:duration} to {maxMs:duration}. The group then expels a member that is silent for a little over {silentSeconds} s, even if it would have come back.",
    "downtime.advice_flp":
      "group_replication_communication_flp_timeout = {value} would make it {minMs:duration} to {maxMs:duration}. The group then notices a member that is silent for this long, even if it would have come back.",
    "downtime.advice_checkpoint":
      "replica_checkpoint_period = {value} would make it {minMs:duration} to {maxMs:duration}.",
    "downtime.advice_router":
      "ttl = {value} in the Router's [metadata_cache] would make it {minMs:duration} to {maxMs:duration}. The Router then asks the group at this interval.",
    "downtime.advice_router_read":
      "read_timeout = {value} in the Router's [DEFAULT], in place of {seconds}, would make it {minMs:duration} to {maxMs:duration}. The Router then drops a server that takes longer to answer.",
    "downtime.advice_haproxy":
      "inter {value} on HAProxy's servers would make it {minMs:duration} to {maxMs:duration}. HAProxy then checks each server at this interval.",
    "downtime.advice_majority":
      "group_replication_unreachable_majority_timeout = {value} would end the wait of clients with a direct connection after about {seconds} s. Writes through the VIP stop as long as before.",
  },
  {
    "downtime.span": "{minMs:duration}至 {maxMs:duration}",
    "downtime.span_up_to": "至多 {maxMs:duration}",
    "downtime.span_exact": "{maxMs:duration}",
    "downtime.detection": "组在 {seconds} 秒后察觉成员沉默（由 MySQL 的共识层固定）。",
    "downtime.detection_flp":
      "组在 {seconds} 秒后察觉成员沉默（group_replication_communication_flp_timeout）。",
    "downtime.expel": "驱逐之前再等 {seconds} 秒（group_replication_member_expel_timeout）。",
    "downtime.expel_range":
      "驱逐之前再等 {minSeconds} 至 {seconds} 秒，取决于由哪个成员驱逐（group_replication_member_expel_timeout）。",
    "downtime.suspicion": "每 {seconds} 秒处理一次怀疑，因此会随机再增加至多这么久。",
    "downtime.restarted":
      "崩溃后立即重启的服务器会被当作自身的旧实例而被拒绝，直到旧实例被驱逐：实测最多再长 {seconds} 秒。",
    "downtime.suspicion_none": "驱逐超时为 0 时，察觉后约 {seconds} 秒内即被驱逐。",
    "downtime.election": "选出新主库约需 {seconds} 秒。",
    "downtime.handover": "组移交期间写入暂停；会在限定时间内等待未结束的事务。",
    "downtime.checkpoint":
      "若此时有事务正在应用，新主库会等到应用线程的下一个检查点，最长 {periodMs:duration}（replica_checkpoint_period）。",
    "downtime.backlog": "新主库先应用队列中等待的事务，需 {lagMs:duration}。",
    "downtime.shutdown": "正常停止的服务器会先离开组，因此其他成员立即选出新主库。",
    "downtime.silent_member":
      "没有沉默的成员，组仍有多数派。在该成员被驱逐之前，个别提交可能等待至多 {ms:duration}。",
    "downtime.waits_for_all":
      "group_replication_consistency 为 AFTER 或 BEFORE_AND_AFTER：提交会等待每个成员，因此也等待沉默的成员，直到它被驱逐。",
    "downtime.agent_lease":
      "其他主机的服务器不是主库，因此不会接管 VIP。在下一个代理就绪之前，其 {leaseMs:duration}的租约可能到期，之后重新获取。",
    "downtime.watchdog": "被暂停的代理会在 {ms:duration}后被其看门狗杀死，由其守护程序启动新的代理。",
    "downtime.vip_move":
      "VIP 在 {maxMs} 毫秒内跟随，已含其通告（免费 ARP；IPv6 为邻居通告）。错过通告的主机在 50、200 和 1100 毫秒后会再次收到。",
    "downtime.vip_wait":
      "旧主机无法确认已释放：继任者最多等 {seconds} 秒；若其他每个代理都知道该主机已沉默这么久，则无需等待。",
    "downtime.vip_wait_host":
      "如果整台主机停滞，它无法确认已释放：最多再增加 {seconds} 秒，除非其他每个代理都知道它已沉默这么久。只有其服务器挂起时不增加。",
    "downtime.router": "MySQL Router 每 {ttlMs:duration}向组查询一次主库（ttl），其客户端需重新连接。",
    "downtime.router_wait":
      "若 Router 查询的正是沉默的服务器，则自故障起最多等待应答 {seconds} 秒（read_timeout），随后两次新建连接各最多等待 {connectSeconds} 秒（connect_timeout）。均为默认值。",
    "downtime.haproxy":
      "HAProxy 每 {intervalMs:duration}检查一次（inter），{rise} 次成功后启用新主库（rise），{fall} 次失败后停用旧主库（fall）。",
    "downtime.role_check":
      "HAProxy 询问各代理，代理每 {everyMs:duration}读取一次其服务器的角色（rolePollMs）。",
    "downtime.proxy_unsaid":
      "以上针对重新连接的客户端。对于仍在通往沉默主库的连接上等待的客户端不作预测：该连接何时结束，取决于 Router 或 HAProxy 和客户端的时限。",
    "downtime.minority_endless":
      "直接连接到被隔离主库的客户端会永远等待（group_replication_unreachable_majority_timeout 为 0）；经 VIP 的客户端在 {releaseSeconds} 秒后被断开。",
    "downtime.minority_bounded":
      "直接连接到被隔离主库的客户端约 {seconds} 秒后收到错误；经 VIP 的客户端在 {releaseSeconds} 秒后被断开。",
    "downtime.advice_expel":
      "将 group_replication_member_expel_timeout 设为 {value}，则为 {minMs:duration}至 {maxMs:duration}。此后沉默略超过 {silentSeconds} 秒的成员即被驱逐，即使它本会恢复。",
    "downtime.advice_flp":
      "group_replication_communication_flp_timeout = {value} 会使其变为 {minMs:duration}至 {maxMs:duration}。组便在成员沉默这么久时察觉，即使它本会恢复。",
    "downtime.advice_checkpoint":
      "将 replica_checkpoint_period 设为 {value}，则为 {minMs:duration}至 {maxMs:duration}。",
    "downtime.advice_router":
      "将 Router 的 [metadata_cache] 中的 ttl 设为 {value}，则为 {minMs:duration}至 {maxMs:duration}。它此后按此间隔查询组。",
    "downtime.advice_router_read":
      "将 Router 的 [DEFAULT] 中的 read_timeout 由 {seconds} 设为 {value}，则为 {minMs:duration}至 {maxMs:duration}。此后它放弃应答更慢的服务器。",
    "downtime.advice_haproxy":
      "将 HAProxy 各服务器的 inter 设为 {value}，则为 {minMs:duration}至 {maxMs:duration}。此后每个服务器按此间隔检查。",
    "downtime.advice_majority":
      "将 group_replication_unreachable_majority_timeout 设为 {value}，直接连接的客户端约 {seconds} 秒后不再等待。经 VIP 的写入中断时间不变。",
  },
);
