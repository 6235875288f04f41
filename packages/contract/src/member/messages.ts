import { catalog } from "../message/catalog/catalog";

/** Steps, failures and log lines of starting, stopping and rejoining one member. */
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
