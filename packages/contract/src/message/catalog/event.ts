import { catalog } from "./catalog";

/** What happened to a cluster (`event.*`), and the sentences that say its state (`topology.*`). */
export const eventCatalog = catalog(
  {
    "event.primary_changed": "{member} is the primary now; it was {previous}.",
    "event.primary_known": "{member} is the primary now.",
    "event.member_state_changed": "{member} is {state} now; it was {previous}.",
    "event.member_stopped_ordered": "{member} is {state} now, as an operation ordered; it was {previous}.",
    "event.member_left_ordered": "{member} left the group, as an operation ordered.",
    "event.member_joined": "{member} joined the group.",
    "event.member_left": "{member} left the group.",
    "event.vip_taken": "{host} took {address}.",
    "event.vip_released": "{host} let go of {address}.",
    "event.read_vip_taken": "{host} took the read VIP {address}.",
    "event.read_vip_released": "{host} let go of the read VIP {address}.",
    "event.vip_released_why": "{host} let go of {address}. {reason:why}",
    "event.read_vip_released_why": "{host} let go of the read VIP {address}. {reason:why}",
    "event.vip_state_changed": "{address} on {host}: {state}; it was {previous}.",
    "event.wire_owner_changed": "{macs} answers for {address} now.",
    "event.wire_duplicate": "More than one machine answers for {address}: {macs}.",
    "event.agent_lost": "The agent on {host} stopped answering.",
    "event.agent_back": "The agent on {host} answers again.",
    "event.host_lost": "{host} stopped answering on the wire.",
    "event.host_back": "{host} answers on the wire again.",
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
    "event.member_rejoin": "Return of {member} to the group: {outcome:outcome}.",

    "topology.summary_unknown": "Nobody has said anything about this cluster yet.",
    "topology.summary_unwatched":
      "Nothing has been heard of this cluster for {seconds} s: no worker is watching it.",
    "topology.summary_stale":
      "No member answers now. When last heard of, {online} of {total} members were online.",
    "topology.summary_no_majority":
      "{online} of {total} members online: the group has no majority and accepts no writes.",
    "topology.summary_multi_primary": "{standing}. The group runs in multi-primary mode.",
    "topology.summary_no_primary":
      "{online} of {total} members online. There is no primary: writes go nowhere.",
    "topology.summary_plain": "{standing}. Writes go to {primary}.",
    "topology.summary_held":
      "{standing}. Writes go to {primary}. VIP {address} is held by {holder}, answered by {answerer}.",
    "topology.summary_held_not_asked":
      "{standing}. Writes go to {primary}. VIP {address} is held by {holder}; nobody could ask the wire.",
    "topology.summary_held_unanswered":
      "{standing}. Writes go to {primary}. VIP {address} is held by {holder}, but nobody answers for it on the wire.",
    "topology.summary_held_other":
      "{standing}. Writes go to {primary}. VIP {address} is held by {holder}, but answered by {answerer}.",
    "topology.summary_held_wrong":
      "{standing}. Writes go to {primary}, but VIP {address} is held by {holder}.",
    "topology.summary_paused": "{standing}. Writes go to {primary}. VIP {address} is paused on {holder}.",
    "topology.summary_paused_nobody":
      "{standing}. Writes go to {primary}. VIP {address} is paused, and nobody holds it.",
    "topology.summary_nobody": "{standing}. Writes go to {primary}. Nobody holds VIP {address}.",
    "topology.summary_two_holders":
      "{standing}. Writes go to {primary}. More than one host holds VIP {address}: {holder}.",
    "topology.summary_duplicate":
      "{standing}. Writes go to {primary}. More than one machine answers for VIP {address}: {answerer}.",
    "topology.summary_stranger":
      "{standing}. Writes go to {primary}. A machine that is no member answers for VIP {address}: {answerer}.",
    "topology.summary_vip_unknown":
      "{standing}. Writes go to {primary}. No agent says who holds VIP {address}.",
    "topology.summary_read_held_wrong":
      "{standing}. Writes go to {primary}. Read VIP {address} is held by {holder}, but the group has given it to {assigned}.",
    "topology.summary_read_at_primary":
      "{standing}. Writes go to {primary}. Read VIP {address} is held by the primary in place of a secondary.",
    // A read VIP where a sentence names any VIP by its address.
    "topology.read_address": "{address} (read)",

    "topology.vip_ok": "{address} is held by {holder} and answered by {answerer}.",
    "topology.vip_not_asked": "{address} is held by {holder}. No other host could ask the wire for it.",
    "topology.vip_unanswered": "{address} is held by {holder}, but nobody answers for it on the wire.",
    "topology.vip_other_answers": "{address} is held by {holder}, but {answerer} answers for it.",
    "topology.vip_wrong_host": "{address} is held by {holder}, but writes go to {primary}.",
    "topology.vip_paused": "{address} is paused on {holder}. No other host takes it until it is resumed.",
    "topology.vip_paused_nobody":
      "{address} is paused, and nobody holds it. Resume it to let the primary take it.",
    "topology.vip_nobody": "Nobody holds {address}.",
    "topology.vip_two_holders": "More than one host holds {address}: {holder}.",
    "topology.vip_duplicate": "More than one machine answers for {address}: {answerer}.",
    "topology.vip_stranger": "A machine that is no member answers for {address}: {answerer}.",
    "topology.vip_unknown": "No agent says who holds {address}.",
    "topology.vip_disabled": "{address} is disabled.",
    "topology.vip_disabled_held": "{address} is disabled, but {holder} still holds it.",
    "topology.read_vip_at_primary":
      "The read VIP {address} is held by the primary, {holder}, because no secondary can hold it now.",
    "topology.read_vip_stands_in":
      "The read VIP {address} is held by the primary, {holder}, until its secondary can hold it again.",
    "topology.read_vip_wrong_host":
      "The read VIP {address} is held by {holder}, but the group has given it to {assigned}.",
    "topology.read_vip_nobody": "Nobody holds the read VIP {address}.",
    "topology.read_vip_paused_nobody":
      "The read VIP {address} is paused, and nobody holds it. Resume it to let a host take it.",

    "topology.multi_primary":
      "The group runs in multi-primary mode: a write VIP has no single primary to follow.",
    "topology.unregistered": "{address} is in the group but not registered here. Discover the members again.",
    "topology.newer_agents":
      "The agents hold {address}, which this console does not know: it was restored from an older database. Configure {address} again to take it over.",
    "topology.no_host": "No host has been added for {address}.",
    "topology.host_agent_dead": "The agent on {host} does not answer; the host itself does.",
    "topology.host_host_dead": "{host} is gone: neither ARP nor SSH gets an answer from it.",
    "topology.host_database_dead": "The MySQL server on {host} does not answer.",
    "topology.host_no_agent": "{host} has no agent.",
    "topology.host_agent_outdated": "The agent on {host} is of another version. Upgrade it.",
    "topology.host_unknown": "Nothing is known of {host} now.",
    "topology.agent_cut_off": "The console cannot reach its agent, but {peers} can.",
    "topology.arp_answers": "It answers ARP to {peers}.",
    "topology.arp_silent": "It does not answer ARP to {peers}.",
    "topology.ssh_answers": "Its SSH port answers the console.",
    "topology.ssh_silent": "Its SSH port does not answer the console.",
    "topology.database_down": "Its agent gets no answer from the MySQL server: {error:why}",
    "topology.database_denied": "The MySQL server refuses its agent: {error:why}",
    "topology.database_unreadable":
      "The MySQL server answers, but its agent cannot tell what the server says: {error:why}",
    "topology.database_down_console": "The console gets no answer from the MySQL server.",
    "topology.clock_offset": "The clock of {host} differs by {seconds} s from the console's.",
    "topology.view_lacks": "{observer} does not list {subject}.",
    "topology.view_differs": "{observer} says that {subject} is {state}, {role}.",
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
