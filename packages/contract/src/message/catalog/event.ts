import { catalog } from "./catalog";

/** What happened to a cluster (`event.*`), and the sentences that say its state (`topology.*`). */
export const eventCatalog = catalog(
  {
    "event.primary_changed": "{member} is now the primary; it was {previous}.",
    "event.primary_known": "{member} is now the primary.",
    "event.member_state_changed": "{member} is now {state}; it was {previous}.",
    "event.member_stopped_ordered": "{member} is now {state}, as an operation ordered; it was {previous}.",
    "event.member_left_ordered": "{member} left the group, as an operation ordered.",
    "event.member_joined": "{member} joined the group.",
    "event.member_left": "{member} left the group.",
    "event.vip_taken": "{host} took {address}.",
    "event.vip_released": "{host} released {address}.",
    "event.read_vip_taken": "{host} took the read VIP {address}.",
    "event.read_vip_released": "{host} released the read VIP {address}.",
    "event.vip_released_why": "{host} released {address}. {reason:why}",
    "event.read_vip_released_why": "{host} released the read VIP {address}. {reason:why}",
    "event.vip_state_changed": "{address} on {host}: {state}; it was {previous}.",
    "event.wire_owner_changed": "The answer for {address} now comes from {macs}.",
    "event.wire_duplicate": "More than one machine answers for {address}: {macs}.",
    "event.agent_lost": "The agent on {host} stopped answering.",
    "event.agent_back": "The agent on {host} answers again.",
    "event.host_lost": "{host} no longer answers on the network.",
    "event.host_back": "{host} answers on the network again.",
    "event.database_lost": "The MySQL server on {host} stopped answering.",
    "event.database_lost_restart": "The MySQL server on {host} does not answer: an operation restarts it.",
    "event.database_lost_ordered":
      "The MySQL server on {host} did not answer while an operation stopped its Group Replication.",
    "event.database_back": "The MySQL server on {host} answers again.",
    "event.operation_finished": "{operation:work}: {outcome:outcome}.",
    "event.switchover":
      "Switchover from {from} to {to} succeeded: {to} was the primary after {primaryAfterMs:duration}.",
    "event.switchover_followed":
      "Switchover from {from} to {to} succeeded: {to} was the primary after {primaryAfterMs:duration} and its host held the VIP after {heldAfterMs:duration}.",
    "event.switchover_untimed": "Switchover from {from} to {to} succeeded.",
    "event.switchover_from_to": "Switchover from {from} to {to}: {outcome:outcome}.",
    "event.switchover_to": "Switchover to {to}: {outcome:outcome}.",
    "event.member_start": "Start of {member}: {outcome:outcome}.",
    "event.member_stop": "Stop of {member}: {outcome:outcome}.",
    "event.member_rejoin": "Rejoin of {member}: {outcome:outcome}.",

    "topology.summary_unknown": "No data for this cluster yet.",
    "topology.summary_unwatched": "No data for this cluster for {seconds} s: no worker is watching it.",
    "topology.summary_stale":
      "No member answers now. At the last answer, {online} of {total} members were online.",
    "topology.summary_no_majority":
      "{online} of {total} members online: the group has no majority and accepts no writes.",
    "topology.summary_multi_primary": "{standing}. The group runs in multi-primary mode.",
    "topology.summary_no_primary":
      "{online} of {total} members online. There is no primary, so no member accepts writes.",
    "topology.summary_plain": "{standing}. Writes go to {primary}.",
    "topology.summary_held":
      "{standing}. Writes go to {primary}. {holder} holds VIP {address}, and {answerer} answers for it.",
    "topology.summary_held_not_asked":
      "{standing}. Writes go to {primary}. {holder} holds VIP {address}; no host could check it by ARP or neighbour discovery.",
    "topology.summary_held_unanswered":
      "{standing}. Writes go to {primary}. {holder} holds VIP {address}, but no machine answers ARP or neighbour discovery for it.",
    "topology.summary_held_other":
      "{standing}. Writes go to {primary}. {holder} holds VIP {address}, but {answerer} answers for it.",
    "topology.summary_held_wrong": "{standing}. Writes go to {primary}, but {holder} holds VIP {address}.",
    "topology.summary_paused": "{standing}. Writes go to {primary}. VIP {address} is paused on {holder}.",
    "topology.summary_paused_nobody":
      "{standing}. Writes go to {primary}. VIP {address} is paused, and no host holds it.",
    "topology.summary_nobody": "{standing}. Writes go to {primary}. No host holds VIP {address}.",
    "topology.summary_two_holders":
      "{standing}. Writes go to {primary}. More than one host holds VIP {address}: {holder}.",
    "topology.summary_duplicate":
      "{standing}. Writes go to {primary}. More than one machine answers for VIP {address}: {answerer}.",
    "topology.summary_stranger":
      "{standing}. Writes go to {primary}. A conflicting host answers for VIP {address}: {answerer}.",
    "topology.summary_vip_unknown":
      "{standing}. Writes go to {primary}. No agent reports which host holds VIP {address}.",
    "topology.summary_read_held_wrong":
      "{standing}. Writes go to {primary}. {holder} holds read VIP {address}, but the group has assigned it to {assigned}.",
    "topology.summary_read_at_primary":
      "{standing}. Writes go to {primary}. The primary holds read VIP {address} in place of a secondary.",
    // A read VIP where a sentence names any VIP by its address.
    "topology.read_address": "{address} (read)",

    "topology.vip_ok": "{holder} holds {address}, and {answerer} answers for it.",
    "topology.vip_not_asked":
      "{holder} holds {address}. No other host could check it by ARP or neighbour discovery.",
    "topology.vip_unanswered":
      "{holder} holds {address}, but no machine answers ARP or neighbour discovery for it.",
    "topology.vip_other_answers": "{holder} holds {address}, but {answerer} answers for it.",
    "topology.vip_wrong_host": "{holder} holds {address}, but writes go to {primary}.",
    "topology.vip_paused": "{address} is paused on {holder}. No other host takes it until you resume it.",
    "topology.vip_paused_nobody":
      "{address} is paused, and no host holds it. Resume it so that the primary can take it.",
    "topology.vip_nobody": "No host holds {address}.",
    "topology.vip_two_holders": "More than one host holds {address}: {holder}.",
    "topology.vip_duplicate": "More than one machine answers for {address}: {answerer}.",
    "topology.vip_stranger": "A conflicting host answers for {address}: {answerer}.",
    "topology.vip_unknown": "No agent reports which host holds {address}.",
    "topology.vip_disabled": "{address} is disabled.",
    "topology.vip_disabled_held": "{address} is disabled, but {holder} still holds it.",
    "topology.read_vip_at_primary":
      "The primary, {holder}, holds the read VIP {address}, because no secondary can hold it now.",
    "topology.read_vip_stands_in":
      "The primary, {holder}, holds the read VIP {address} until its secondary can hold it again.",
    "topology.read_vip_wrong_host":
      "{holder} holds the read VIP {address}, but the group has assigned it to {assigned}.",
    "topology.read_vip_nobody": "No host holds the read VIP {address}.",
    "topology.read_vip_paused_nobody":
      "The read VIP {address} is paused, and no host holds it. Resume it so that a host can take it.",

    "topology.multi_primary":
      "The group runs in multi-primary mode, so a write VIP has no single primary to follow.",
    "topology.unregistered": "{address} is in the group but not registered here. Discover the members again.",
    "topology.newer_agents":
      "The agents hold {address}, which this console does not know, because it was restored from an older database. Configure {address} again to manage it.",
    "topology.no_host": "No host is registered for {address}.",
    "topology.host_agent_dead": "The agent on {host} does not answer, but the host does.",
    "topology.host_host_dead": "{host} is gone: it answers neither ARP nor SSH.",
    "topology.host_database_dead": "The MySQL server on {host} does not answer.",
    "topology.host_no_agent": "{host} has no agent.",
    "topology.host_agent_outdated": "The agent on {host} is another version. Upgrade it.",
    "topology.host_unknown": "No data for {host} now.",
    "topology.agent_cut_off": "The console cannot reach the agent, but {peers} can.",
    "topology.arp_answers": "The host answers ARP from {peers}.",
    "topology.arp_silent": "The host does not answer ARP from {peers}.",
    "topology.ssh_answers": "The host's SSH port answers the console.",
    "topology.ssh_silent": "The host's SSH port does not answer the console.",
    "topology.database_down": "The agent gets no answer from the MySQL server: {error:why}",
    "topology.database_denied": "The MySQL server refuses the agent: {error:why}",
    "topology.database_unreadable":
      "The MySQL server answers, but the agent cannot read the answer: {error:why}",
    "topology.database_down_console": "The console gets no answer from the MySQL server.",
    "topology.clock_offset": "The clock of {host} differs by {seconds} s from the console's.",
    "topology.view_lacks": "{observer} does not list {subject}.",
    "topology.view_differs": "{observer} reports {subject} as {state}, {role}.",
  },
  {
    "event.primary_changed": "{member} 现在是主库，之前是 {previous}。",
    "event.primary_known": "{member} 现在是主库。",
    "event.member_state_changed": "{member} 现在是 {state}，之前是 {previous}。",
    "event.member_stopped_ordered": "{member} 已按操作停止，现在是 {state}，之前是 {previous}。",
    "event.member_left_ordered": "{member} 已按操作离开了组。",
    "event.member_joined": "{member} 加入了组。",
    "event.member_left": "{member} 离开了组。",
    "event.vip_taken": "{host} 接管了 {address}。",
    "event.vip_released": "{host} 释放了 {address}。",
    "event.read_vip_taken": "{host} 接管了读 VIP {address}。",
    "event.read_vip_released": "{host} 释放了读 VIP {address}。",
    "event.vip_released_why": "{host} 释放了 {address}。{reason:why}",
    "event.read_vip_released_why": "{host} 释放了读 VIP {address}。{reason:why}",
    "event.vip_state_changed": "{host} 上的 {address}：{state}，之前是 {previous}。",
    "event.wire_owner_changed": "{macs:list} 现在应答 {address}。",
    "event.wire_duplicate": "有多台机器应答 {address}：{macs:list}。",
    "event.agent_lost": "{host} 上的代理停止应答。",
    "event.agent_back": "{host} 上的代理恢复应答。",
    "event.host_lost": "{host} 在网络上停止应答。",
    "event.host_back": "{host} 在网络上恢复应答。",
    "event.database_lost": "{host} 上的 MySQL 服务器停止应答。",
    "event.database_lost_restart": "{host} 上的 MySQL 服务器没有应答：操作正在重启它。",
    "event.database_lost_ordered": "操作停止 {host} 的组复制期间，其 MySQL 服务器没有应答。",
    "event.database_back": "{host} 上的 MySQL 服务器恢复应答。",
    "event.operation_finished": "{operation:work}：{outcome:outcome}。",
    "event.switchover": "主库已从 {from} 切换到 {to}：{to} 在 {primaryAfterMs:duration}后成为主库。",
    "event.switchover_followed":
      "主库已从 {from} 切换到 {to}：{to} 在 {primaryAfterMs:duration}后成为主库，其主机在 {heldAfterMs:duration}后持有 VIP。",
    "event.switchover_untimed": "主库已从 {from} 切换到 {to}。",
    "event.switchover_from_to": "从 {from} 到 {to} 的主库切换：{outcome:outcome}。",
    "event.switchover_to": "到 {to} 的主库切换：{outcome:outcome}。",
    "event.member_start": "启动 {member}：{outcome:outcome}。",
    "event.member_stop": "停止 {member}：{outcome:outcome}。",
    "event.member_rejoin": "{member} 重新加入组：{outcome:outcome}。",

    "topology.summary_unknown": "尚未得到该集群的任何信息。",
    "topology.summary_unwatched": "已有 {seconds} 秒没有该集群的消息：没有 worker 在观察它。",
    "topology.summary_stale": "目前没有成员应答。最后一次得知时，{total} 个成员中有 {online} 个在线。",
    "topology.summary_no_majority": "{total} 个成员中有 {online} 个在线：该组没有多数派，不接受写入。",
    "topology.summary_multi_primary": "{standing}。该组运行在多主模式。",
    "topology.summary_no_primary": "{total} 个成员中有 {online} 个在线。没有主库：无处可写。",
    "topology.summary_plain": "{standing}。写入发往 {primary}。",
    "topology.summary_held":
      "{standing}。写入发往 {primary}。VIP {address} 由 {holder:list} 持有，由 {answerer:list} 应答。",
    "topology.summary_held_not_asked":
      "{standing}。写入发往 {primary}。VIP {address} 由 {holder:list} 持有；无法在网络上询问。",
    "topology.summary_held_unanswered":
      "{standing}。写入发往 {primary}。VIP {address} 由 {holder:list} 持有，但网络上无人应答。",
    "topology.summary_held_other":
      "{standing}。写入发往 {primary}。VIP {address} 由 {holder:list} 持有，但由 {answerer:list} 应答。",
    "topology.summary_held_wrong": "{standing}。写入发往 {primary}，但 VIP {address} 由 {holder:list} 持有。",
    "topology.summary_paused": "{standing}。写入发往 {primary}。VIP {address} 已暂停在 {holder:list} 上。",
    "topology.summary_paused_nobody":
      "{standing}。写入发往 {primary}。VIP {address} 已暂停，没有主机持有它。",
    "topology.summary_nobody": "{standing}。写入发往 {primary}。没有主机持有 VIP {address}。",
    "topology.summary_two_holders":
      "{standing}。写入发往 {primary}。有多台主机持有 VIP {address}：{holder:list}。",
    "topology.summary_duplicate":
      "{standing}。写入发往 {primary}。有多台机器应答 VIP {address}：{answerer:list}。",
    "topology.summary_stranger":
      "{standing}。写入发往 {primary}。一台不是成员的机器在应答 VIP {address}：{answerer:list}。",
    "topology.summary_vip_unknown": "{standing}。写入发往 {primary}。没有代理说明 VIP {address} 由谁持有。",
    "topology.summary_read_held_wrong":
      "{standing}。写入发往 {primary}。读 VIP {address} 由 {holder:list} 持有，但组已将其分配给 {assigned}。",
    "topology.summary_read_at_primary":
      "{standing}。写入发往 {primary}。读 VIP {address} 由主库代替从库持有。",
    "topology.read_address": "{address}（读）",

    "topology.vip_ok": "{address} 由 {holder:list} 持有，由 {answerer:list} 应答。",
    "topology.vip_not_asked": "{address} 由 {holder:list} 持有。没有其他主机可以在网络上询问它。",
    "topology.vip_unanswered": "{address} 由 {holder:list} 持有，但网络上无人应答。",
    "topology.vip_other_answers": "{address} 由 {holder:list} 持有，但由 {answerer:list} 应答。",
    "topology.vip_wrong_host": "{address} 由 {holder:list} 持有，但写入发往 {primary}。",
    "topology.vip_paused": "{address} 已暂停在 {holder:list} 上。恢复之前其他主机不会接管。",
    "topology.vip_paused_nobody": "{address} 已暂停，没有主机持有它。恢复后主库才会接管。",
    "topology.vip_nobody": "没有主机持有 {address}。",
    "topology.vip_two_holders": "有多台主机持有 {address}：{holder:list}。",
    "topology.vip_duplicate": "有多台机器应答 {address}：{answerer:list}。",
    "topology.vip_stranger": "一台不是成员的机器在应答 {address}：{answerer:list}。",
    "topology.vip_unknown": "没有代理说明 {address} 由谁持有。",
    "topology.vip_disabled": "{address} 已停用。",
    "topology.vip_disabled_held": "{address} 已停用，但 {holder:list} 仍持有它。",
    "topology.read_vip_at_primary": "读 VIP {address} 由主库 {holder:list} 持有：目前没有从库可以持有它。",
    "topology.read_vip_stands_in":
      "读 VIP {address} 暂由主库 {holder:list} 持有，直到原来的从库可以再次持有它。",
    "topology.read_vip_wrong_host": "读 VIP {address} 由 {holder:list} 持有，但组已将其分配给 {assigned}。",
    "topology.read_vip_nobody": "没有主机持有读 VIP {address}。",
    "topology.read_vip_paused_nobody": "读 VIP {address} 已暂停，没有主机持有它。恢复后才会有主机接管。",

    "topology.multi_primary": "该组运行在多主模式：写 VIP 没有唯一的主库可供跟随。",
    "topology.unregistered": "{address} 在组中，但未在此注册。请重新发现成员。",
    "topology.newer_agents":
      "代理持有本控制台不知道的 {address}：控制台是从较旧的数据库恢复的。请重新配置 {address} 以接管它。",
    "topology.no_host": "尚未为 {address} 添加主机。",
    "topology.host_agent_dead": "{host} 上的代理没有应答，但主机本身有应答。",
    "topology.host_host_dead": "{host} 已失联：ARP 和 SSH 均无应答。",
    "topology.host_database_dead": "{host} 上的 MySQL 服务器没有应答。",
    "topology.host_no_agent": "{host} 上没有代理。",
    "topology.host_agent_outdated": "{host} 上的代理版本不同，请升级。",
    "topology.host_unknown": "目前对 {host} 一无所知。",
    "topology.agent_cut_off": "控制台无法访问其代理，但 {peers:list} 可以。",
    "topology.arp_answers": "它应答 {peers:list} 的 ARP。",
    "topology.arp_silent": "它不应答 {peers:list} 的 ARP。",
    "topology.ssh_answers": "其 SSH 端口应答控制台。",
    "topology.ssh_silent": "其 SSH 端口没有应答控制台。",
    "topology.database_down": "其代理得不到 MySQL 服务器的应答：{error:why}",
    "topology.database_denied": "MySQL 服务器拒绝其代理：{error:why}",
    "topology.database_unreadable": "MySQL 服务器有应答，但其代理读不懂：{error:why}",
    "topology.database_down_console": "控制台得不到 MySQL 服务器的应答。",
    "topology.clock_offset": "{host} 的时钟与控制台相差 {seconds} 秒。",
    "topology.view_lacks": "{observer} 的成员列表中没有 {subject}。",
    "topology.view_differs": "{observer} 认为 {subject} 是 {state}，{role}。",
  },
);
