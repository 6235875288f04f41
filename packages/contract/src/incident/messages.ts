import { catalog } from "../message/catalog/catalog";

/** What unplanned failovers are told with. */
export const incidentMessages = catalog(
  {
    "noun.incident": "incident",

    "incident.cause.server_killed":
      "{member} was lost: its server was killed or crashed. Nothing listens where it should, its host answers, and the group missed it.",
    "incident.cause.server_stopped":
      "{member} was lost: its server was shut down. It left the group by itself, nothing listens where it should, and its host answers.",
    "incident.cause.server_gone":
      "{member} was lost: its server is gone. Nothing listens where it should, and its host answers. Whether it was killed or shut down is not known.",
    "incident.cause.server_hung":
      "{member} was lost: its server gives no answer, while its host does. It hangs or was halted.",
    "incident.cause.host_silent":
      "{member} was lost: its host is silent. No other host gets an answer from it, and the console does not either.",
    "incident.cause.expelled":
      "{member} was lost: the group put it out while its server was running. The others did not hear it.",
    "incident.cause.left":
      "{member} was lost: it left the group by itself while its server was running, as after STOP GROUP_REPLICATION.",
    "incident.cause.left_error":
      "{member} was lost: it left the group with an error while its server was running. Whether the others did not hear it is not known.",
    "incident.cause.no_majority": "{member} can commit no write: the group lost its majority.",
    "incident.cause.ordered_elsewhere":
      "{member} handed its role over and stays in the group. Somebody ordered that outside the console.",
    "incident.cause.address_lost": "{address} left {member}, whose server stayed the primary.",
    "incident.cause.unknown": "{member} was lost. Why is not known.",

    "incident_word.server_killed": "killed or crashed",
    "incident_word.server_stopped": "shut down",
    "incident_word.server_gone": "server gone",
    "incident_word.server_hung": "server hangs",
    "incident_word.host_silent": "host silent",
    "incident_word.expelled": "expelled while running",
    "incident_word.left": "left the group",
    "incident_word.left_error": "left the group with an error",
    "incident_word.no_majority": "majority lost",
    "incident_word.ordered_elsewhere": "ordered outside the console",
    "incident_word.address_lost": "address lost",
    "incident_word.unknown": "cause unknown",

    "incident.line.taken":
      "{member} was lost ({cause:incident_word}); {next} took the writes after {ms:duration}.",
    "incident.line.moved":
      "{member} handed the writes to {next} ({cause:incident_word}), which took {ms:duration}.",
    "incident.line.back":
      "{member} was lost ({cause:incident_word}) and took the writes again after {ms:duration}.",
    "incident.line.over": "{member} was lost ({cause:incident_word}); {next} takes the writes.",
    "incident.line.open": "{member} was lost ({cause:incident_word}); no member takes the writes yet.",
    "incident.line.away":
      "{member} was lost ({cause:incident_word}); {next} takes the writes, and {address} does not lead there yet.",
    "incident.line.address": "{address} was away from {member} for {ms:duration}.",
    "incident.line.address_over": "{address} was away from {member} and is back.",
    "incident.line.address_open": "{address} is away from {member}.",

    "incident.writable": "{next} took the writes after {ms:duration} ± {errorMs:duration}.",
    "incident.writable_over": "{next} takes the writes. When it began to was not seen.",
    "incident.writable_open": "No member takes the writes yet.",
    "incident.away": "{address} led to no server that takes writes for {ms:duration} ± {errorMs:duration}.",
    "incident.away_open": "{address} leads to no server that takes writes yet.",
    "incident.away_over": "{address} is held by {host}. For how long it was away was not seen.",
    "incident.within":
      "Predicted was an outage of {minMs:duration} to {maxMs:duration}. The measured {ms:duration} lies in this range.",
    "incident.above":
      "Predicted was an outage of {minMs:duration} to {maxMs:duration}. The measured {ms:duration} is longer.",
    "incident.below":
      "Predicted was an outage of {minMs:duration} to {maxMs:duration}. The measured {ms:duration} is shorter.",
    "incident.clients":
      "Clients of the standing prober at {endpoint} got no answer for {ms:duration}, or up to {errorMs:duration} less.",
    "incident.clients_open":
      "Clients of the standing prober at {endpoint} have got no answer for {ms:duration}.",
    "incident.clients_read":
      "Reads of the standing prober at {endpoint} got no answer for {ms:duration}, or up to {errorMs:duration} less.",
    "incident.clients_read_open":
      "Reads of the standing prober at {endpoint} have got no answer for {ms:duration}.",
    "incident.partial": "It was observed in part: the console was not watching all the time.",

    "incident.mark.lost": "{member} was last observed as the primary, and then no longer.",
    "incident.mark.lost_address": "The kernel of {host} no longer has {address}.",
    "incident.mark.suspected": "{member} is shown as UNREACHABLE.",
    "incident.mark.expelled": "{member} is no longer in the view of the group.",
    "incident.mark.elected": "{member} is shown as PRIMARY.",
    "incident.mark.writable": "super_read_only is OFF on {member}, which is PRIMARY and ONLINE.",
    "incident.mark.vip_released": "The kernel of {host} no longer has {address}.",
    "incident.mark.vip_taken": "The kernel of {host} has {address}.",
  },
  {
    "noun.incident": "故障事件",

    "incident.cause.server_killed":
      "失去 {member}：其服务器被杀死或已崩溃。其端口无人监听，主机有应答，且组曾等待它。",
    "incident.cause.server_stopped":
      "失去 {member}：其服务器已被关闭。它自行退出组，其端口无人监听，主机有应答。",
    "incident.cause.server_gone":
      "失去 {member}：其服务器已不存在。其端口无人监听，主机有应答。是被杀死还是被关闭尚不清楚。",
    "incident.cause.server_hung": "失去 {member}：其服务器没有应答，而主机有应答。服务器已挂起或被暂停。",
    "incident.cause.host_silent": "失去 {member}：其主机没有应答。其他主机和控制台都得不到它的应答。",
    "incident.cause.expelled": "失去 {member}：服务器仍在运行，却被组驱逐。其他成员收不到它的消息。",
    "incident.cause.left":
      "失去 {member}：服务器仍在运行，但自行退出了组，如同执行了 STOP GROUP_REPLICATION。",
    "incident.cause.left_error":
      "失去 {member}：服务器仍在运行，但因错误退出了组。其他成员是否收不到它的消息尚不清楚。",
    "incident.cause.no_majority": "{member} 无法提交任何写入：组失去了多数派。",
    "incident.cause.ordered_elsewhere": "{member} 交出了角色并留在组中。这是有人在控制台之外下令的。",
    "incident.cause.address_lost": "{address} 离开了 {member}，而其服务器一直是主库。",
    "incident.cause.unknown": "失去 {member}。原因未知。",

    "incident_word.server_killed": "被杀死或崩溃",
    "incident_word.server_stopped": "被关闭",
    "incident_word.server_gone": "服务器不存在",
    "incident_word.server_hung": "服务器挂起",
    "incident_word.host_silent": "主机无应答",
    "incident_word.expelled": "运行中被驱逐",
    "incident_word.left": "退出了组",
    "incident_word.left_error": "因错误退出了组",
    "incident_word.no_majority": "失去多数派",
    "incident_word.ordered_elsewhere": "在控制台之外下令",
    "incident_word.address_lost": "地址丢失",
    "incident_word.unknown": "原因未知",

    "incident.line.taken": "失去 {member}（{cause:incident_word}）；{ms:duration} 后 {next} 接管写入。",
    "incident.line.moved": "{member} 将写入交给 {next}（{cause:incident_word}），用时 {ms:duration}。",
    "incident.line.back": "失去 {member}（{cause:incident_word}），{ms:duration} 后它重新接受写入。",
    "incident.line.over": "失去 {member}（{cause:incident_word}）；现由 {next} 接受写入。",
    "incident.line.open": "失去 {member}（{cause:incident_word}）；尚无成员接受写入。",
    "incident.line.away":
      "失去 {member}（{cause:incident_word}）；现由 {next} 接受写入，但 {address} 尚未通向它。",
    "incident.line.address": "{address} 离开 {member} {ms:duration}。",
    "incident.line.address_over": "{address} 曾离开 {member}，现已恢复。",
    "incident.line.address_open": "{address} 已离开 {member}。",

    "incident.writable": "{ms:duration} ± {errorMs:duration} 后 {next} 接管写入。",
    "incident.writable_over": "现由 {next} 接受写入。未观察到从何时开始。",
    "incident.writable_open": "尚无成员接受写入。",
    "incident.away": "{address} 有 {ms:duration} ± {errorMs:duration} 没有通向可写的服务器。",
    "incident.away_open": "{address} 尚未通向可写的服务器。",
    "incident.away_over": "{address} 由 {host} 持有。未观察到它离开了多久。",
    "incident.within": "预测中断 {minMs:duration} 至 {maxMs:duration}。测得的 {ms:duration} 在此范围内。",
    "incident.above": "预测中断 {minMs:duration} 至 {maxMs:duration}。测得的 {ms:duration} 更长。",
    "incident.below": "预测中断 {minMs:duration} 至 {maxMs:duration}。测得的 {ms:duration} 更短。",
    "incident.clients":
      "{endpoint} 的常驻探测客户端有 {ms:duration} 没有得到应答，实际可能最多短 {errorMs:duration}。",
    "incident.clients_open": "{endpoint} 的常驻探测客户端已有 {ms:duration} 没有得到应答。",
    "incident.clients_read":
      "{endpoint} 的常驻探测的读取有 {ms:duration} 没有得到应答，实际可能最多短 {errorMs:duration}。",
    "incident.clients_read_open": "{endpoint} 的常驻探测的读取已有 {ms:duration} 没有得到应答。",
    "incident.partial": "仅观察到一部分：控制台并非一直在监视。",

    "incident.mark.lost": "最后一次观察到 {member} 是主库；下一次观察时已不是。",
    "incident.mark.lost_address": "{host} 的内核已没有 {address}。",
    "incident.mark.suspected": "{member} 显示为 UNREACHABLE。",
    "incident.mark.expelled": "{member} 已不在组视图中。",
    "incident.mark.elected": "{member} 显示为 PRIMARY。",
    "incident.mark.writable": "{member} 为 PRIMARY 且 ONLINE，super_read_only 为 OFF。",
    "incident.mark.vip_released": "{host} 的内核已没有 {address}。",
    "incident.mark.vip_taken": "{host} 的内核已有 {address}。",
  },
);
