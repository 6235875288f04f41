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
      "It waits a further {seconds} s before it expels it (group_replication_member_expel_timeout).",
    "downtime.expel_range":
      "It waits a further {minSeconds} to {seconds} s before it expels it, as the member decides that does it (group_replication_member_expel_timeout).",
    "downtime.suspicion":
      "Suspicions are looked at once in {seconds} s, so that up to as much is added by chance.",
    "downtime.restarted":
      "A server that is started again at once is refused as an old incarnation of itself until that is expelled: up to {seconds} s longer were measured.",
    "downtime.suspicion_none":
      "With an expel timeout of 0 it is expelled within about {seconds} s of being noticed.",
    "downtime.election": "Electing the new primary takes about {seconds} s.",
    "downtime.handover":
      "Writes pause while the group hands over; open transactions are waited for, up to a limit.",
    "downtime.checkpoint":
      "If a transaction is being applied at that moment, the new primary waits for the applier's next checkpoint, up to {periodMs:duration} (replica_checkpoint_period).",
    "downtime.backlog": "The new primary first applies what waits in its queue, {lagMs:duration}.",
    "downtime.vip_move":
      "The VIP follows within {maxMs} ms, its announcement included (gratuitous ARP; with IPv6 a neighbour advertisement). A host that misses it hears it again 50, 200 and 1100 ms later.",
    "downtime.vip_wait":
      "The old host cannot confirm that it let go: its successor waits up to {seconds} s, and not at all where every other agent knows that the host has been silent for as long.",
    "downtime.vip_wait_host":
      "If the whole host stands still, it cannot confirm that it let go: up to {seconds} s more, unless every other agent knows that it has been silent for as long. Where only its server hangs, nothing is added.",
    "downtime.router":
      "MySQL Router asks the group for its primary once in {ttlMs:duration} (ttl), and its clients connect again.",
    "downtime.router_wait":
      "Where the silent server is one that it asks, it waits for up to {seconds} s from the fault on for the answer (read_timeout), and then up to {connectSeconds} s for each of two new connections (connect_timeout). Both are the defaults.",
    "downtime.haproxy":
      "HAProxy takes the new primary after {rise} good checks, and gives the old one up after {fall} bad ones, one in {intervalMs:duration} (rise, fall, inter).",
    "downtime.proxy_unsaid":
      "That is for clients that connect again. Of those that wait on a connection to the silent primary nothing is predicted: it ends by time limits of the proxy and of the client.",
    "downtime.minority_endless":
      "Clients that are connected to the cut-off primary directly wait for ever (group_replication_unreachable_majority_timeout is 0); through the VIP they are cut off after {releaseSeconds} s.",
    "downtime.minority_bounded":
      "Clients that are connected to the cut-off primary directly get an error after about {seconds} s; through the VIP they are cut off after {releaseSeconds} s.",
    "downtime.advice_expel":
      "group_replication_member_expel_timeout = {value} would make it {minMs:duration} to {maxMs:duration}. A member that is silent for a little over {silentSeconds} s is expelled then, also where it would have come back.",
    "downtime.advice_flp":
      "group_replication_communication_flp_timeout = {value} would make it {minMs:duration} to {maxMs:duration}. The group then notices a member that is silent for as long, also one that would have come back.",
    "downtime.advice_checkpoint":
      "replica_checkpoint_period = {value} would make it {minMs:duration} to {maxMs:duration}.",
    "downtime.advice_router":
      "ttl = {value} in the Router's [metadata_cache] would make it {minMs:duration} to {maxMs:duration}. It asks the group as often then.",
    "downtime.advice_router_read":
      "read_timeout = {value} in the Router's [DEFAULT], in place of {seconds}, would make it {minMs:duration} to {maxMs:duration}. It then gives up a server that takes longer to answer it.",
    "downtime.advice_haproxy":
      "inter {value} on HAProxy's servers would make it {minMs:duration} to {maxMs:duration}. Each of them is checked as often then.",
    "downtime.advice_majority":
      "group_replication_unreachable_majority_timeout = {value} would end the wait of clients that are connected to it directly after about {seconds} s. Writes through the VIP stop as long as before.",
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
