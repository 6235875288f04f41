import { catalog } from "./catalog";

/** Steps, failures and log lines of operations on clusters: registration, VIPs, switchover. */
export const clusterStepCatalog = catalog(
  {
    "step.cluster.look": "Discover the group from {address}:{port}",
    "step.vip.look": "Check all members",
    "step.switchover.look": "Check the members and their agents",
    "step.cluster.store": "Save the cluster and its {count} members",
    "step.account.create": "Create the account {account} in the group",
    "step.member.inspect": "Sign in to each member with {account}",
    "step.agents.configure": "Send the agents the configuration of their cluster",
    "step.agents.converge": "Reconcile all agents",
    "step.cluster.members": "Update the registered members",
    "step.agent.forget": "Remove the cluster from the agent on {host}",
    "step.account.drop": "Drop Primacy's accounts",
    "step.cluster.forget": "Forget {cluster}",
    "step.schema.ensure": "Create the schema primacy in the group",
    "step.schema.drop": "Drop the schema primacy",
    "step.vip.store": "Save the configuration of {address}",
    "step.vip.change": "Save the change of {address}",
    "step.vip.disable": "Save that {address} is disabled",
    "step.vip.forget": "Delete the configuration of {address}",
    "step.credential.put": "Send the agent on {host} its database account",
    "step.document.join": "Announce {address} to {host}, without permission to take it",
    "step.document.acquire": "Allow {host} to take {address} when it is the primary",
    "step.document.acquire_read": "Allow {host} to take {address} when the group assigns it to {host}",
    "step.document.plain": "Remove {address} from the configuration of {host}",
    "step.epoch.raise": "All hosts know each other: allow the agents to take the address",
    "step.vip.await_held": "Wait until one host holds {address}",
    "step.vip.await_released": "Wait until no host holds {address}",
    "step.vip.verify":
      "Prove {address}: one kernel holds it, one machine answers ARP or neighbour discovery, a write arrives",
    "step.vip.verify_read":
      "Prove {address}: one kernel holds it, one machine answers ARP or neighbour discovery, a read arrives",
    "step.vip.release": "Release {address} on {host} and keep it released",
    "step.vip.resume": "Allow {host} to take {address} again when it is the primary",
    "step.vip.resume_read": "Allow {host} to take {address} again when the group assigns it to {host}",
    "step.vip.pause": "Save that {address} is paused",
    "step.vip.unpause": "Save that {address} follows the primary again",
    "step.vip.unpause_read": "Save that {address} is no longer paused",
    "step.document.keep": "Allow {host} to keep {address} while it is paused",
    "step.document.stay": "Forbid {host} to take {address} while it is paused",
    "step.document.follow": "Send {host} that {address} follows the primary again",
    "step.document.follow_read": "Send {host} that {address} is no longer paused",
    "step.switchover.order": "Ask the group to make {member} its primary",
    "step.switchover.follow": "Confirm that {address} follows",

    "consequence.vip_apply": "{address} appears on the primary, {primary}, and follows it from then on.",
    "consequence.vip_apply_read":
      "{address} appears on an online secondary. If that secondary fails or lags by more than {seconds} s, another secondary takes it, or the primary if there is no other.",
    "consequence.vip_apply_read_to_primary":
      "{address} appears on an online secondary. If that secondary fails or lags by more than {seconds} s, the primary takes it until the secondary is back.",
    "consequence.vip_address_change":
      "Clients of {address} lose their connections and cannot connect there any more; the new address is {next}.",
    "consequence.vip_settings_change": "Clients of {address} may lose their connections for a moment.",
    "consequence.vip_gone": "Clients of {address} lose their connections and cannot connect there any more.",
    "consequence.vip_paused":
      "{address} stays on its host as long as that host is the primary. If the primary changes or fails, clients of {address} lose their connections and cannot connect until you resume it.",
    "consequence.vip_paused_read":
      "{address} stays on its host, even if that host lags or has more load than others. If the host or its server fails, clients of {address} lose their connections and cannot connect until you resume it.",
    "consequence.vip_paused_nobody": "No host holds {address} now. No host takes it until you resume it.",
    "consequence.pause_left":
      "{address} is paused on {host}, which leaves the cluster. {host} releases it, and no host takes it until you resume it.",
    "consequence.vip_unpaused":
      "{address} follows the primary again. If the primary is on another host, clients reconnect.",
    "consequence.vip_unpaused_read":
      "{address} may move to another host to spread the read VIPs evenly. If it moves, clients reconnect.",
    "consequence.vip_released_read":
      "If {host} holds {address}, it releases it. The group assigns the address to another host within moments, and clients reconnect.",
    "consequence.vip_resumed_read": "{host} may get {address} again, within moments if it held it before.",
    "consequence.vip_resumed": "If {host} is the primary, {address} appears there within moments.",
    "consequence.schema":
      "Primacy creates the schema primacy in the group if it is missing. It contains one row that the agents read, and a table with the hosts of the read VIPs.",
    "consequence.schema_dropped": "Primacy drops the schema primacy: this was the last VIP.",
    "consequence.accounts":
      "Primacy creates three accounts in the group; existing accounts with these names get new passwords.",
    "consequence.administrator_forgotten": "Primacy forgets the administrator's password when this is done.",
    "consequence.administrator_kept":
      "Primacy keeps the administrator's password, encrypted, for later repair.",
    "consequence.cluster_removed": "Primacy no longer watches {cluster} and deletes its history here.",
    "consequence.switchover":
      "Writes pause for {span}. If transactions are open, the group refuses writes for up to {waitSeconds} s and then ends these transactions. Clients of {address} reconnect.",
    "consequence.switchover_also": "{address} follows too, and its clients reconnect.",
    "consequence.switchover_reads":
      "Another secondary takes the read VIPs that {host} holds, and their clients reconnect: {addresses}.",
    "consequence.switchover_no_vip":
      "Writes pause for {span}. If transactions are open, the group refuses writes for up to {waitSeconds} s and then ends these transactions. Clients must find the new primary by themselves.",

    "detail.agent_refused":
      "The MySQL server on {host} does not accept the agent's account yet; the check says why.",
    "detail.agent_absent":
      "The agent on {host} does not answer now. It gets the configuration when it is back.",
    "detail.agent_none": "{host} has no agent. It gets the configuration when you install one.",
    "detail.unchanged": "Nothing to change.",
    "detail.holder": "{host} holds {address}.",
    "detail.holder_not_preferred":
      "{host} holds {address}. It moves to its preferred host {expected} as soon as that host may hold it.",
    "detail.released": "No host holds {address}.",
    "detail.proved":
      "{host} holds {address}; {macs} answered {askers}; a write through it arrived at the primary.",
    "detail.proved_read":
      "{host} holds {address}; {macs} answered {askers}; the server of {host} answered a read through it.",
    "detail.proved_read_partly":
      "{host} holds {address}; {macs} answered {askers}; the server of {host} answered a read through it. {others} could not check it by ARP or neighbour discovery.",
    "detail.primary": "{member} is the primary, after {ms:duration}.",
    "detail.followed": "{address}: released after {releasedMs:duration}, held after {heldMs:duration}.",
    "detail.nobody_holds_yet": "No host holds {address} yet. {reason:why}",
    "detail.still_held": "{hosts} still holds {address}.",
    "detail.asking": "Asking {count} agents.",
    "detail.hosts_silent": "The agents of {hosts} do not answer.",
    "detail.wire_answered": "{macs} answered {askers} by ARP or neighbour discovery.",
    "detail.wire_unanswered": "No machine answered {askers} by ARP or neighbour discovery.",
    "detail.not_writable_yet": "{member} still accepts no writes after {seconds} s.",
    "detail.no_answer_within": "No answer within {seconds} s.",
    "detail.schema_foreign":
      "The schema primacy contains tables that are not Primacy's ({tables}), so it was not dropped.",
    "detail.accounts_left":
      "No server of the group answers with a certificate that Primacy can verify. Left in the group: the accounts primacy_admin, primacy_agent and primacy_verify, and the schema primacy if there was a VIP.",
    "detail.member_silent":
      "{members} did not answer, or not with a matching certificate. Primacy checks it when it is back.",

    "log.epoch_adopted":
      "The hosts know epoch {held}, higher than this console's {own}, because the console was restored from an older database. It continues from {next}.",
    "log.member_kept":
      "{member} is not in the group and does not answer. It stays registered while the cluster has a VIP.",
    "log.member_left": "{member} is no longer in the group.",
    "log.host_pending": "{host} could not be reached. It gets the configuration when it is back.",
    "warning.read_at_home":
      "This console runs on {host}, which holds {address}, so its read did not cross the network. The hosts that received an ARP or neighbour discovery answer prove that others can reach the address.",

    "failure.mysql_unreachable": "The server at {address}:{port} does not answer: {reason:why}.",
    "failure.mysql_denied": "The server at {address}:{port} refused the account {user}: {reason:why}.",
    "failure.mysql_no_tls":
      "The server at {address}:{port} offers no TLS, and Primacy sends no password without it. Give the server a certificate.",
    "failure.mysql_statement": "The server at {address}:{port} refused a statement: {reason:why}.",
    "failure.mysql_not_primary": "The server at {address}:{port} is not the primary.",
    "failure.no_primary":
      "No primary of {cluster} could be reached: {reasons}. Recover the group, then try again.",
    "failure.credential_missing": "The password of {account} is not stored. Register the cluster again.",
    "failure.schema_foreign":
      "The schema primacy has tables that are not Primacy's ({tables}). Primacy does not touch it; rename it first.",
    "failure.vip_moved": "{host} holds {address}, not {expected}, where it should have stayed.",
    "failure.vip_not_held": "No host held {address} within {seconds} s. {reason:why}",
    "failure.vip_still_held": "{hosts} still held {address} after {seconds} s.",
    "failure.vip_still_away": "{hosts} still does not hold {address} after {seconds} s.",
    "failure.vip_two_holders": "More than one host holds {address}: {hosts}.",
    "failure.vip_wire":
      "{host} holds {address}, but {macs} answered {askers} by ARP or neighbour discovery. Find the other machine that uses the address.",
    "failure.vip_write": "A write through {address}:{port} failed: {reason:why}.",
    "failure.vip_wrong_server":
      "A write through {address} arrived at {actual}, not at the primary {expected}.",
    "failure.vip_read": "A read through {address}:{port} failed: {reason:why}.",
    "failure.vip_wrong_reader":
      "{actual} answered a read through {address}, not {expected}, the server of its holder {host}.",
    "failure.wanted_changed": "The configuration of {address} changed in the meantime.",
    "failure.undo_not_told":
      "{host} could not be told to release {address}: its agent does not answer. It gets the order when it is back; check the host.",
    "failure.agent_not_told_leaving":
      "{host} leaves the cluster, but its agent cannot be told to release the VIP: {reason:why}. Bring the agent back, or remove the VIP first.",
    "failure.switchover_refused":
      "The group refused to make {member} its primary: {reason:why}. {primary} is still the primary.",
    "failure.switchover_timeout":
      "{member} was not the primary after {seconds} s; {primary} still is. The group may still execute the order.",
    "failure.switchover_lost":
      "The connection broke while the group handed over, and Primacy does not know whether it finished. {primary} is the primary.",
    "failure.switchover_unknown":
      "No member reports a primary now. The group decides by itself; check the topology.",
    "failure.switchover_vip":
      "{member} is the primary and serves, but {address} did not follow within {seconds} s. {reason:why}",
  },
  {
    "step.cluster.look": "向 {address}:{port} 询问其所在的组",
    "step.vip.look": "检查所有成员",
    "step.switchover.look": "检查各成员及其代理",
    "step.cluster.store": "保存集群及其 {count} 个成员",
    "step.account.create": "在组中创建账户 {account}",
    "step.member.inspect": "用 {account} 登录每个成员",
    "step.agents.configure": "将集群告知各代理",
    "step.agents.converge": "让所有代理更新到最新",
    "step.cluster.members": "更改已注册的成员",
    "step.agent.forget": "让 {host} 上的代理忘记该集群",
    "step.account.drop": "删除 Primacy 的账户",
    "step.cluster.forget": "忘记 {cluster}",
    "step.schema.ensure": "在组中创建 primacy 库",
    "step.schema.drop": "删除 primacy 库",
    "step.vip.store": "保存所需的 {address}",
    "step.vip.change": "保存对 {address} 的更改",
    "step.vip.disable": "保存不再需要 {address}",
    "step.vip.forget": "忘记 {address}",
    "step.credential.put": "将数据库账户交给 {host} 上的代理",
    "step.document.join": "将 {address} 告知 {host}，暂不允许接管",
    "step.document.acquire": "允许 {host} 在成为主库时接管 {address}",
    "step.document.acquire_read": "允许 {host} 在组将 {address} 分配给它时接管",
    "step.document.plain": "告知 {host} 不再负责 {address}",
    "step.epoch.raise": "所有主机均已互相知晓：开放对该地址的接管",
    "step.vip.await_held": "等待一台主机持有 {address}",
    "step.vip.await_released": "等待没有主机持有 {address}",
    "step.vip.verify": "验证 {address}：唯一内核持有、网络应答、经其写入",
    "step.vip.verify_read": "验证 {address}：唯一内核持有、网络应答、经其读取",
    "step.vip.release": "让 {host} 释放 {address} 并不再接管",
    "step.vip.resume": "允许 {host} 在成为主库时再次接管 {address}",
    "step.vip.resume_read": "允许 {host} 在组将 {address} 分配给它时再次接管",
    "step.vip.pause": "保存：{address} 已暂停",
    "step.vip.unpause": "保存：{address} 再次跟随主库",
    "step.vip.unpause_read": "保存：{address} 不再暂停",
    "step.document.keep": "告知 {host}：暂停期间可以保留 {address}",
    "step.document.stay": "告知 {host}：暂停期间不要接管 {address}",
    "step.document.follow": "告知 {host}：{address} 再次跟随主库",
    "step.document.follow_read": "告知 {host}：{address} 不再暂停",
    "step.switchover.order": "请求组将 {member} 设为主库",
    "step.switchover.follow": "确认 {address} 已跟随",

    "consequence.vip_apply": "{address} 将出现在主库 {primary} 上，并从此跟随主库。",
    "consequence.vip_apply_read":
      "{address} 将出现在一个在线的从库上。该从库故障或落后超过 {seconds} 秒时，由另一个从库接管；没有其他从库时由主库接管。",
    "consequence.vip_apply_read_to_primary":
      "{address} 将出现在一个在线的从库上。该从库故障或落后超过 {seconds} 秒时，由主库接管，直到该从库恢复。",
    "consequence.vip_address_change": "{address} 的客户端会断开，之后该地址不可用；新地址为 {next}。",
    "consequence.vip_settings_change": "{address} 的客户端可能短暂断开。",
    "consequence.vip_gone": "{address} 的客户端会断开，之后该地址不可用。",
    "consequence.vip_paused":
      "只要所在主机仍是主库，{address} 就留在该主机上。如果主库变化或故障，{address} 的客户端会断开，在恢复之前该地址不可用。",
    "consequence.vip_paused_read":
      "{address} 留在所在主机上，即使该主机落后，或另一台主机负担更轻。如果该主机或其服务器故障，{address} 的客户端会断开，在恢复之前该地址不可用。",
    "consequence.vip_paused_nobody": "目前没有主机持有 {address}。恢复之前没有主机会接管它。",
    "consequence.pause_left":
      "{address} 暂停在 {host} 上，而该主机将离开集群：{host} 会放弃该地址，恢复之前没有主机接管它。",
    "consequence.vip_unpaused": "{address} 再次跟随主库；若主库在别处，客户端需重新连接。",
    "consequence.vip_unpaused_read":
      "按读 VIP 的分布，{address} 可以再次移到另一台主机；届时客户端需重新连接。",
    "consequence.vip_released_read":
      "如果 {host} 持有 {address}，它会释放该地址。组会很快将其分配给另一台主机，客户端需重新连接。",
    "consequence.vip_resumed_read": "{host} 可以再次得到 {address}：若此前由它持有，很快就会回到它上面。",
    "consequence.vip_resumed": "如果 {host} 是主库，{address} 会很快出现在其上。",
    "consequence.schema":
      "将在组中创建尚不存在的 primacy 库，其中有一行供代理读取，以及一张记录各读 VIP 归属的表。",
    "consequence.schema_dropped": "primacy 库将从组中删除：这是最后一个 VIP。",
    "consequence.accounts": "将在组中创建三个账户；已有的同名账户会更换密码。",
    "consequence.administrator_forgotten": "完成后将忘记管理员密码。",
    "consequence.administrator_kept": "管理员密码将加密保存，供以后修复使用。",
    "consequence.cluster_removed": "不再监视 {cluster}，并删除其在此处的历史。",
    "consequence.switchover":
      "写入会暂停 {span}；有未结束的事务时，新的写入会被拒绝至多 {waitSeconds} 秒，之后终止这些事务。{address} 的客户端会重新连接。",
    "consequence.switchover_also": "{address} 也会跟随，其客户端会重新连接。",
    "consequence.switchover_reads":
      "{host} 持有的读 VIP 会移到其他从库，其客户端会重新连接：{addresses:list}。",
    "consequence.switchover_no_vip":
      "写入会暂停 {span}；有未结束的事务时，新的写入会被拒绝至多 {waitSeconds} 秒，之后终止这些事务。客户端需自行找到新的主库。",

    "detail.agent_refused": "{host:list} 上的 MySQL 服务器尚未允许其代理登录；原因见检查。",
    "detail.agent_absent": "{host:list} 上的代理目前没有应答；恢复后会告知它。",
    "detail.agent_none": "{host} 上没有代理，安装后会告知它。",
    "detail.unchanged": "无需更改。",
    "detail.holder": "{host} 持有 {address}。",
    "detail.holder_not_preferred":
      "{host} 持有 {address}。一旦首选主机 {expected} 可以持有，地址就会移到那里。",
    "detail.released": "没有主机持有 {address}。",
    "detail.proved": "{host} 持有 {address}；{macs:list} 应答了 {askers:list}；经其写入到达主库。",
    "detail.proved_read":
      "{host} 持有 {address}；{macs:list} 应答了 {askers:list}；经其读取由 {host} 的服务器应答。",
    "detail.proved_read_partly":
      "{host} 持有 {address}；{macs:list} 应答了 {askers:list}；经其读取由 {host} 的服务器应答。{others:list} 无法在网络上询问。",
    "detail.primary": "{ms:duration}后 {member} 成为主库。",
    "detail.followed": "{address}：{releasedMs:duration}后释放，{heldMs:duration}后被持有。",
    "detail.nobody_holds_yet": "尚无主机持有 {address}。{reason:why}",
    "detail.still_held": "{hosts:list} 仍持有 {address}。",
    "detail.asking": "正在询问 {count} 个代理。",
    "detail.hosts_silent": "{hosts:list} 的代理没有应答。",
    "detail.wire_answered": "网络上 {macs:list} 应答了 {askers:list}。",
    "detail.wire_unanswered": "网络上无人应答 {askers:list}。",
    "detail.not_writable_yet": "{seconds} 秒后 {member} 仍不接受写入。",
    "detail.no_answer_within": "{seconds} 秒内没有应答。",
    "detail.schema_foreign": "primacy 库中有不属于 Primacy 的表（{tables:list}），因此保持不变。",
    "detail.accounts_left":
      "没有参与该组且证书可验证的服务器应答。会留下账户 primacy_admin、primacy_agent 和 primacy_verify；曾有 VIP 时还有 primacy 库。",
    "detail.member_silent": "{members:list} 没有应答，或其证书不符；恢复后再查看。",

    "log.epoch_adopted":
      "各主机已知的纪元为 {held}，高于本控制台的 {own}：控制台是从较旧的数据库恢复的。将从 {next} 继续。",
    "log.member_kept": "{member} 目前不在组中且没有应答；集群有 VIP 期间保留其注册。",
    "log.member_left": "{member} 已不在组中。",
    "log.host_pending": "未能告知 {host}，恢复后会告知它。",
    "warning.read_at_home":
      "本控制台就运行在持有 {address} 的 {host} 上：其读取没有经过网络。其他机器能否到达该地址，由在网络上收到应答的主机证明。",

    "failure.mysql_unreachable": "{address}:{port} 上的服务器没有应答：{reason:why}。",
    "failure.mysql_denied": "{address}:{port} 上的服务器拒绝账户 {user}：{reason:why}。",
    "failure.mysql_no_tls": "{address}:{port} 上的服务器不提供 TLS；没有 TLS 时不发送密码。请为其配置证书。",
    "failure.mysql_statement": "{address}:{port} 上的服务器拒绝了语句：{reason:why}。",
    "failure.mysql_not_primary": "{address}:{port} 上的服务器不是主库。",
    "failure.no_primary": "无法连接 {cluster} 的任何主库：{reasons}。请恢复该组后重试。",
    "failure.credential_missing": "没有保存 {account} 的密码。请重新注册该集群。",
    "failure.schema_foreign": "primacy 库中有不属于 Primacy 的表（{tables:list}）。未做更改；请先将其改名。",
    "failure.vip_moved": "{address} 现由 {host} 持有，不再由应保留它的 {expected} 持有。",
    "failure.vip_not_held": "{seconds} 秒内没有主机持有 {address}。{reason:why}",
    "failure.vip_still_held": "{seconds} 秒后 {hosts:list} 仍持有 {address}。",
    "failure.vip_still_away": "{seconds} 秒后 {hosts:list} 仍不参与 {address}。",
    "failure.vip_two_holders": "有多台主机持有 {address}：{hosts:list}。",
    "failure.vip_wire":
      "{host} 持有 {address}，但网络上 {macs:list} 应答了 {askers:list}。请查找另一台使用该地址的机器。",
    "failure.vip_write": "经 {address}:{port} 的写入未成功：{reason:why}。",
    "failure.vip_wrong_server": "经 {address} 的写入到达了 {actual}，而不是主库 {expected}。",
    "failure.vip_read": "经 {address}:{port} 的读取未成功：{reason:why}。",
    "failure.vip_wrong_reader":
      "经 {address} 的读取由 {actual} 应答，而不是持有它的 {host} 的服务器 {expected}。",
    "failure.wanted_changed": "期间对 {address} 的需求已被更改。",
    "failure.undo_not_told": "无法告知 {host} 放弃 {address}：其代理没有应答。恢复后会告知它；请检查该主机。",
    "failure.agent_not_told_leaving":
      "{host} 将离开集群，但无法告知其代理放弃 VIP：{reason:why}。请恢复它，或先移除 VIP。",
    "failure.switchover_refused": "组拒绝将 {member} 设为主库：{reason:why}。{primary} 仍在提供服务。",
    "failure.switchover_timeout":
      "{seconds} 秒后 {member} 仍不是主库；{primary} 在提供服务。组之后仍可能执行该命令。",
    "failure.switchover_lost": "组移交期间连接中断，无法确认是否完成。{primary} 在提供服务。",
    "failure.switchover_unknown": "没有成员说明现在谁是主库。组会自行决定；请查看拓扑。",
    "failure.switchover_vip":
      "{member} 已是主库并提供服务，但 {address} 在 {seconds} 秒内没有跟随。{reason:why}",
  },
);
