import { catalog } from "../message/catalog/catalog";

/** What a failover drill found: its phases, its verdict, and why one is halted. */
export const drillFindingMessages = catalog(
  {
    "drill_mark.armed": "The console orders the fault on {member}.",
    "drill_mark.injected_switchover":
      "The group is told to make {member} its primary in the place of {primary}.",
    "drill_mark.injected_stop_mysqld": "The service of mysqld on {member} is stopped.",
    "drill_mark.injected_kill_mysqld": "mysqld on {member} is killed.",
    "drill_mark.injected_freeze_mysqld": "mysqld on {member} is frozen.",
    "drill_mark.injected_cut_host": "{member} is cut off from everybody but the console.",
    "drill_mark.injected_cut_secondary": "{member} is cut off from everybody but the console.",
    "drill_mark.injected_cut_one_way": "What {from} sends to {to} is dropped.",
    "drill_mark.injected_kill_agent": "The agent on {member} is killed.",
    "drill_mark.injected_freeze_agent": "The agent on {member} is frozen.",
    "drill_mark.injected_kill_proxy": "{program} on {host} is killed.",
    "drill_mark.suspected": "{member} is shown as UNREACHABLE.",
    "drill_mark.expelled": "{member} is no longer in the view of the group.",
    "drill_mark.elected": "{member} is shown as PRIMARY.",
    "drill_mark.writable": "super_read_only is OFF on {member}, which is PRIMARY and ONLINE.",
    "drill_mark.vip_taken": "The kernel of {host} has {address}.",
    "drill_mark.arp_seen": "{host} alone answers ARP or neighbour discovery for {address}.",
    "drill_mark.first_write": "{member} acknowledges a write through {endpoint}.",
    "drill_mark.heal_begun": "The heal begins.",
    "drill_mark.healed": "All members are ONLINE again.",
    "drill_mark.healed_writes": "All members are ONLINE, and writes come through every endpoint again.",
    "drill_mark.healed_proxy": "All members are ONLINE, and writes come through the proxy again.",

    "drill_phase.suspected": "suspicion",
    "drill_phase.expelled": "expulsion",
    "drill_phase.elected": "election",
    "drill_phase.writable": "the new primary becoming writable",
    "drill_phase.vip_taken": "the move of the VIP",
    "drill_phase.first_write": "the first write of a client",

    "drill_found.back":
      "Writes were back {ms:duration} ± {errorMs:duration} after the fault; {objectiveMs:duration} are allowed.",
    "drill_found.back_all":
      "Writes were back through all {ways} endpoints {ms:duration} ± {errorMs:duration} after the fault; {objectiveMs:duration} are allowed.",
    "drill_found.late":
      "Writes through {endpoint} were back only {ms:duration} ± {errorMs:duration} after the fault; {objectiveMs:duration} are allowed.",
    "drill_found.again":
      "Writes through {endpoint} stopped for {ms:duration}, or up to {errorMs:duration} less; {objectiveMs:duration} are allowed.",
    "drill_found.never":
      "Writes through {endpoint} were not back within {ms:duration} of the fault; {objectiveMs:duration} are allowed.",
    "drill_found.stopped":
      "Writes never stopped for longer than {ms:duration}; {objectiveMs:duration} are allowed.",
    "drill_found.none_lost":
      "None of the {acked} writes that were acknowledged before the rows were read is lost.",
    "drill_found.lost":
      "{count} of the {acked} writes that were acknowledged before the rows were read are lost.",
    "drill_found.dual": "Two servers took writes at the same time, {count} in all.",
    "drill_found.unread":
      "No server could be asked for the rows of the clients, so nobody knows whether acknowledged writes are lost.",
    "drill_found.primary_unread":
      "The primary could not be asked for the rows of the clients, so nobody knows whether acknowledged writes are lost.",
    "drill_found.no_effect": "Not tested: the fault was not seen to take effect.",
    "drill_found.early_end": "Not tested: the fault ended before it was healed: {reason:why}.",

    "drill_note.lost":
      "Lost through {endpoint}: {count} acknowledged writes, with the numbers {missing:list}.",
    "drill_note.phantom":
      "Phantom rows through {endpoint}: {count} writes that were refused or never sent are there, with the numbers {extra:list}.",
    "drill_note.dual":
      "Through {endpoint}, a server acknowledged {count} writes after another server had become the writer.",
    "drill_note.stale":
      "{count} reads through {endpoint} missed a row that had been acknowledged to the same client.",
    "drill_note.reads_lag":
      "The highest lag of reads through {endpoint} was {lagMs:duration}. Between two reads it may have been {lagErrorMs:duration} more.",
    "drill_note.reads_unknown":
      "How far reads through {endpoint} lagged is not known: after the fault none was answered while writes through {written} were acknowledged.",
    "drill_note.reads":
      "The longest time between two answered reads through {endpoint} was {ms:duration}. The outage itself may have been {errorMs:duration} shorter.",
    "drill_note.reads_away":
      "At the end of the record, no read through {endpoint} had been answered for {ms:duration}.",
    "drill_note.never":
      "No write came through {endpoint} again, up to the end of the record at {ms:duration}.",
    "drill_note.down": "At the end of the record, no write came through {endpoint}.",
    "drill_note.unknown_there":
      "Unknown through {endpoint}: {count} writes of which the client was not told the outcome are there, with the numbers {there:list}.",
    "drill_note.unknown_absent":
      "Unknown through {endpoint}: {count} writes of which the client was not told the outcome are not there, with the numbers {absent:list}.",
    "drill_note.unread": "These servers could not be asked for their rows: {servers:list}.",
    "drill_note.within":
      "{span} was predicted. The measured {ms:duration}, or up to {errorMs:duration} less, lies in this range.",
    "drill_note.above":
      "{span} was predicted. The measured {ms:duration}, or up to {errorMs:duration} less, is longer.",
    "drill_note.below":
      "{span} was predicted. The measured {ms:duration}, or up to {errorMs:duration} less, is shorter.",
    "drill_note.within_way":
      "Through {endpoint}, {span} was predicted. The measured {ms:duration}, or up to {errorMs:duration} less, lies in this range.",
    "drill_note.above_way":
      "Through {endpoint}, {span} was predicted. The measured {ms:duration}, or up to {errorMs:duration} less, is longer.",
    "drill_note.below_way":
      "Through {endpoint}, {span} was predicted. The measured {ms:duration}, or up to {errorMs:duration} less, is shorter.",
    "drill_note.unpredicted": "How long writes would stop was not predicted: no server told its variables.",
    "drill_note.unforeseen":
      "How long writes would stop was not predicted: of a link that is lost one way, no limit is known.",
    "drill_note.unforeseen_proxy":
      "How long writes would stop was not predicted: proxies and their clients have settings of their own.",
    "drill_note.longest": "Longest phase: {phase:drill_phase}, {ms:duration}.",
    "drill_note.longest_why": "Longest phase: {phase:drill_phase}, {ms:duration}. {why}",
    "drill_note.ways": "Writes were back after: {ways}.",
    "drill_note.way": "{ms:duration} ± {errorMs:duration} through {endpoint}",
    "drill_note.way_never": "never through {endpoint}",

    "drill_halt.dual_holders": "{hosts:list} had {address} at the same time, for {ms:duration}.",
    "drill_halt.no_holder":
      "No host has had {address} for {ms:duration}; at most {limitMs:duration} are allowed.",
    "drill_halt.member_lost": "{member} is lost as well: {primary}, the primary, shows it as {state}.",
    "drill_halt.member_gone":
      "{member} is lost as well: {primary}, the primary, has it in its view no longer.",
    "drill_halt.no_majority": "The group has no majority: {reachable} of {total} members are reachable.",
    "drill_halt.no_member": "No server is in the group any longer.",

    "drill_mark.injected_cpu_pressure": "Busy processes take the processors of {member}'s host.",
    "drill_note.unforeseen_load":
      "How long writes would stop was not predicted: nobody should be expelled, and how slow a busy host is depends on the host.",
    "drill_mark.injected_fill_disk": "The file system with the data of {member} is filled.",
    "drill_note.unforeseen_disk":
      "How long writes would stop was not predicted: they come back by the heal alone, when the server next looks for space.",
    "drill_note.moved":
      "This fault should have left {primary} the primary: {member} was the primary {ms:duration} ± {errorMs:duration} after it.",
  },
  {
    "drill_mark.armed": "控制台下令在 {member} 上制造故障。",
    "drill_mark.injected_switchover": "已要求组将主库由 {primary} 切换为 {member}。",
    "drill_mark.injected_stop_mysqld": "{member} 上 mysqld 的服务被停止。",
    "drill_mark.injected_kill_mysqld": "{member} 上的 mysqld 被杀死。",
    "drill_mark.injected_freeze_mysqld": "{member} 上的 mysqld 被冻结。",
    "drill_mark.injected_cut_host": "{member} 与控制台以外的所有主机断开。",
    "drill_mark.injected_cut_secondary": "{member} 与控制台以外的所有主机断开。",
    "drill_mark.injected_cut_one_way": "{from} 发往 {to} 的数据被丢弃。",
    "drill_mark.injected_kill_agent": "{member} 上的代理被杀死。",
    "drill_mark.injected_freeze_agent": "{member} 上的代理被冻结。",
    "drill_mark.injected_kill_proxy": "{host} 上的 {program} 被杀死。",
    "drill_mark.suspected": "{member} 显示为 UNREACHABLE。",
    "drill_mark.expelled": "{member} 已不在组视图中。",
    "drill_mark.elected": "{member} 显示为 PRIMARY。",
    "drill_mark.writable": "{member} 为 PRIMARY 且 ONLINE，super_read_only 为 OFF。",
    "drill_mark.vip_taken": "{host} 的内核已有 {address}。",
    "drill_mark.arp_seen": "网络上只有 {host} 应答 {address}。",
    "drill_mark.first_write": "{member} 确认了经 {endpoint} 的一次写入。",
    "drill_mark.heal_begun": "恢复开始。",
    "drill_mark.healed": "所有成员恢复为 ONLINE。",
    "drill_mark.healed_writes": "所有成员均为 ONLINE，写入再次经所有入口通过。",
    "drill_mark.healed_proxy": "所有成员均为 ONLINE，写入再次经代理服务通过。",

    "drill_phase.suspected": "怀疑",
    "drill_phase.expelled": "驱逐",
    "drill_phase.elected": "选举",
    "drill_phase.writable": "新主库变为可写",
    "drill_phase.vip_taken": "VIP 切换",
    "drill_phase.first_write": "客户端的首次写入",

    "drill_found.back": "故障后 {ms:duration} ± {errorMs:duration} 恢复写入；允许 {objectiveMs:duration}。",
    "drill_found.back_all":
      "故障后 {ms:duration} ± {errorMs:duration}，经全部 {ways} 个入口恢复写入；允许 {objectiveMs:duration}。",
    "drill_found.late":
      "经 {endpoint} 的写入在故障后 {ms:duration} ± {errorMs:duration} 才恢复；允许 {objectiveMs:duration}。",
    "drill_found.again":
      "经 {endpoint} 的写入中断了 {ms:duration}，实际可能最多短 {errorMs:duration}；允许 {objectiveMs:duration}。",
    "drill_found.never": "经 {endpoint} 的写入在故障后 {ms:duration} 内未恢复；允许 {objectiveMs:duration}。",
    "drill_found.stopped": "写入的中断从未超过 {ms:duration}；允许 {objectiveMs:duration}。",
    "drill_found.none_lost": "读取各行之前确认的 {acked} 次写入均未丢失。",
    "drill_found.lost": "读取各行之前确认的 {acked} 次写入中丢失 {count} 次。",
    "drill_found.dual": "两台服务器曾同时接受写入，共 {count} 次。",
    "drill_found.unread": "无法向任何服务器查询客户端写入的行，因此不知道已确认的写入是否丢失。",
    "drill_found.primary_unread": "无法向主库查询客户端写入的行，因此不知道已确认的写入是否丢失。",
    "drill_found.no_effect": "未测试：未观察到故障生效。",
    "drill_found.early_end": "未测试：故障在恢复之前就已结束：{reason:why}。",

    "drill_note.lost": "经 {endpoint} 丢失：{count} 次已确认的写入，序号 {missing:list}。",
    "drill_note.phantom":
      "经 {endpoint} 的幻影行：{count} 次被拒绝或从未发送的写入却存在，序号 {extra:list}。",
    "drill_note.dual": "经 {endpoint}，一台服务器在另一台成为写入者之后仍确认了 {count} 次写入。",
    "drill_note.stale": "经 {endpoint} 的 {count} 次读取缺少此前已向同一客户端确认的行。",
    "drill_note.reads_lag":
      "经 {endpoint} 的读取，最高滞后为 {lagMs:duration}。两次读取之间，滞后可能再多 {lagErrorMs:duration}。",
    "drill_note.reads_unknown":
      "经 {endpoint} 的读取滞后多少不得而知：故障之后，经 {written} 的写入得到确认的期间，没有读取得到应答。",
    "drill_note.reads":
      "经 {endpoint} 的两次已应答读取之间，最长为 {ms:duration}。中断本身可能短 {errorMs:duration}。",
    "drill_note.reads_away": "到记录结束时，经 {endpoint} 的读取已有 {ms:duration} 没有应答。",
    "drill_note.never": "截至记录结束（{ms:duration}），没有写入再经 {endpoint} 通过。",
    "drill_note.down": "记录结束时，没有写入能经 {endpoint} 通过。",
    "drill_note.unknown_there":
      "经 {endpoint} 结果未知：客户端不知道结果的 {count} 次写入存在，序号 {there:list}。",
    "drill_note.unknown_absent":
      "经 {endpoint} 结果未知：客户端不知道结果的 {count} 次写入不存在，序号 {absent:list}。",
    "drill_note.unread": "无法向以下服务器查询其行：{servers:list}。",
    "drill_note.within": "预测为 {span}。测得的 {ms:duration}（最多可短 {errorMs:duration}）在此范围内。",
    "drill_note.above": "预测为 {span}。测得的 {ms:duration}（最多可短 {errorMs:duration}）更长。",
    "drill_note.below": "预测为 {span}。测得的 {ms:duration}（最多可短 {errorMs:duration}）更短。",
    "drill_note.within_way":
      "经 {endpoint} 预测为 {span}。测得的 {ms:duration}（最多可短 {errorMs:duration}）在此范围内。",
    "drill_note.above_way":
      "经 {endpoint} 预测为 {span}。测得的 {ms:duration}（最多可短 {errorMs:duration}）更长。",
    "drill_note.below_way":
      "经 {endpoint} 预测为 {span}。测得的 {ms:duration}（最多可短 {errorMs:duration}）更短。",
    "drill_note.unpredicted": "没有服务器提供其变量，因此未预测写入会中断多久。",
    "drill_note.unforeseen": "未预测写入会中断多久：单向丢失的链路没有已知的上限。",
    "drill_note.unforeseen_proxy": "未预测写入会中断多久：代理服务及其客户端各有自己的设置。",
    "drill_note.longest": "最长的阶段：{phase:drill_phase}，{ms:duration}。",
    "drill_note.longest_why": "最长的阶段：{phase:drill_phase}，{ms:duration}。{why}",
    "drill_note.ways": "恢复写入所需时间：{ways}。",
    "drill_note.way": "经 {endpoint} {ms:duration} ± {errorMs:duration}",
    "drill_note.way_never": "经 {endpoint} 未恢复",

    "drill_halt.dual_holders": "{hosts:list} 同时持有 {address}，持续 {ms:duration}。",
    "drill_halt.no_holder": "已有 {ms:duration} 没有主机持有 {address}；最多允许 {limitMs:duration}。",
    "drill_halt.member_lost": "{member} 也已失去：主库 {primary} 显示其为 {state}。",
    "drill_halt.member_gone": "{member} 也已失去：主库 {primary} 的视图中已没有它。",
    "drill_halt.no_majority": "组没有多数派：{total} 个成员中只有 {reachable} 个可达。",
    "drill_halt.no_member": "已没有服务器在组中。",

    "drill_mark.injected_cpu_pressure": "繁忙进程占用 {member} 所在主机的处理器。",
    "drill_note.unforeseen_load":
      "未预测写入会中断多久：不应有成员被驱逐，而繁忙的主机会慢多少取决于主机本身。",
    "drill_mark.injected_fill_disk": "{member} 的数据所在的文件系统被填满。",
    "drill_note.unforeseen_disk":
      "未预测写入会中断多久：写入只有在恢复之后、服务器下一次查看空间时才会恢复。",
    "drill_note.moved":
      "此故障不应使 {primary} 失去主库角色：故障后 {ms:duration} ± {errorMs:duration}，主库已是 {member}。",
  },
);
