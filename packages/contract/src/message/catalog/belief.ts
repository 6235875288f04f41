import { catalog } from "./catalog";

/** What is proved of servers, beside what their group believes of them, and what that comes to for the cluster. */
export const beliefCatalog = catalog(
  {
    "topology.members_online": "{online} of {total} members online",
    "topology.members_degraded":
      "Degraded: {online} of {total} members online, and the group tolerates no further failure",
    "topology.members_degraded_one":
      "Degraded: {online} of {total} members online, and the group tolerates one further failure",
    "topology.members_degraded_some":
      "Degraded: {online} of {total} members online, and the group tolerates {count} further failures",
    "topology.fault_down": "The MySQL server of {member}, the primary, is down",
    "topology.fault_outside": "The MySQL server of {member}, the primary, has left its group",
    "topology.fault_silent": "The MySQL server of {member}, the primary, does not answer",
    "topology.fault_host": "{member}, the primary's host, is gone",
    "topology.summary_lost":
      "{online} of {total} members online. {fault}, and the group has no new primary yet: no member accepts writes.",
    "topology.summary_lost_usual":
      "{online} of {total} members online. {fault}, and the group has no new primary yet: no member accepts writes. That usually lasts {minMs:duration} to {maxMs:duration}.",
    "topology.summary_lost_late":
      "{online} of {total} members online. {fault}, and the group still has no new primary: no member accepts writes. This takes longer than the usual {minMs:duration} to {maxMs:duration}.",
    "topology.summary_lost_majority":
      "{online} of {total} members online. The group has lost {lost}, and without a majority it accepts no writes.",
    "topology.summary_at_lost":
      "{standing}. Writes go to {primary}. VIP {address} is held by {holder}, whose MySQL server does not answer.",
    "topology.summary_moving": "{standing}. Writes go to {primary}. VIP {address} is moving there.",
    "topology.vip_moving": "{address} is moving to {assigned}.",
    "topology.vip_at_lost": "{address} is held by {holder}, whose MySQL server does not answer.",
    "topology.server_outside": "{subject} itself says that it is out of its group.",
    "topology.still_said":
      "The group has not noticed yet: as seen by {observers}, {subject} is still {state}, {role}.",
    "topology.host_mute":
      "Neither the agent nor the MySQL server on {host} answers, though the host itself does.",
    "topology.database_refuses_console":
      "The console gets no answer from the MySQL server: nothing listens on {place}.",
    "topology.database_answers_console": "Its MySQL server answers the console.",
  },
  {
    "topology.members_online": "{total} 个成员中有 {online} 个在线",
    "topology.members_degraded": "已降级：{total} 个成员中有 {online} 个在线，该组无法再承受任何成员故障",
    "topology.members_degraded_one": "已降级：{total} 个成员中有 {online} 个在线，该组还能承受 1 个成员故障",
    "topology.members_degraded_some":
      "已降级：{total} 个成员中有 {online} 个在线，该组还能承受 {count} 个成员故障",
    "topology.fault_down": "主库 {member} 的 MySQL 服务器已停止运行",
    "topology.fault_outside": "主库 {member} 的 MySQL 服务器已不在组中",
    "topology.fault_silent": "主库 {member} 的 MySQL 服务器没有应答",
    "topology.fault_host": "主库所在主机 {member} 已失联",
    "topology.summary_lost": "{total} 个成员中有 {online} 个在线。{fault}，组尚未选出新主库：目前无法写入。",
    "topology.summary_lost_usual":
      "{total} 个成员中有 {online} 个在线。{fault}，组尚未选出新主库：目前无法写入。通常持续 {minMs:duration}至 {maxMs:duration}。",
    "topology.summary_lost_late":
      "{total} 个成员中有 {online} 个在线。{fault}，组仍未选出新主库：目前无法写入。已超过通常的 {minMs:duration}至 {maxMs:duration}。",
    "topology.summary_lost_majority":
      "{total} 个成员中有 {online} 个在线。该组失去了 {lost:list}：没有多数派，不接受写入。",
    "topology.summary_at_lost":
      "{standing}。写入发往 {primary}。VIP {address} 由 {holder:list} 持有，但其 MySQL 服务器没有应答。",
    "topology.summary_moving": "{standing}。写入发往 {primary}。VIP {address} 正在移往该主机。",
    "topology.vip_moving": "{address} 正在移往 {assigned}。",
    "topology.vip_at_lost": "{address} 由 {holder:list} 持有，但其 MySQL 服务器没有应答。",
    "topology.server_outside": "{subject} 自己说它已不在组中。",
    "topology.still_said": "组尚未察觉：在 {observers:list} 看来，{subject} 仍是 {state}、{role}。",
    "topology.host_mute": "{host} 上的代理和 MySQL 服务器都没有应答，但主机本身有应答。",
    "topology.database_refuses_console": "控制台得不到 MySQL 服务器的应答：{place} 上没有程序在监听。",
    "topology.database_answers_console": "其 MySQL 服务器应答控制台。",
  },
);
