import { catalog } from "./catalog";

/** What an operation or a picture cannot prove, and what a restored console does not know. */
export const evidenceCatalog = catalog(
  {
    "problem.unknown_peers":
      "The agents name hosts that this console does not know ({hosts}), because it was restored from an older database. First discover the members of the cluster again, while all of them run.",
    "topology.unknown_peers":
      "The agents name hosts that this console does not know ({hosts}), because it was restored from an older database. The console sends nothing to the agents until you discover the members again. Do that while all of them run.",
    "failure.unknown_peers":
      "The agent on {host} names hosts that this console does not know ({hosts}), because it was restored from an older database. First discover the members of the cluster again.",
    "failure.vip_host_silent":
      "Not proven: that only one host holds {address}. The agents of {hosts} do not answer.",
    "failure.vip_not_asked":
      "Not proven: that only {host} answers for {address}. No other host could check it by ARP or neighbour discovery ({hosts}).",
    "failure.vip_not_released_proven":
      "Not proven: that no host holds {address}. The agents of {hosts} do not answer, and within {seconds} s no host could check it by ARP or neighbour discovery.",
    "failure.switchover_not_asked":
      "{member} is the primary and its host holds {address}, but within {seconds} s no other host could check it by ARP or neighbour discovery ({hosts}).",
    "detail.release_not_proven":
      "Not proven: that no host holds {address}. No agent answers. Check {hosts} before you use the address elsewhere.",
    "detail.proved_partly":
      "{host} holds {address}; {macs} answered {askers}; a write through it arrived at the primary. {others} could not check it by ARP or neighbour discovery.",
    "log.account_left":
      "The account {account} existed before and remains, with a new password that is not stored: set its password before you use it.",
    "log.previous_not_back":
      "{address} is configured again, but after {seconds} s no host holds it. {reason:why}",
    "reason.document_differs":
      "{host} has another configuration with the same epoch {epoch}: discover the members of the cluster again.",
    "reason.configuration_unknown":
      "Another version of the agent stored the configuration on this host, or it is damaged (protocol {protocol}). The agent takes no address until the console sends the configuration again.",
    "detail.primary_untimed":
      "{member} is the primary. The time of the change is unknown, because the order came earlier.",
    "detail.followed_untimed": "The host of the new primary holds {address}. The duration is unknown.",
    "topology.vip_answered_unheard":
      "{answerer} answers for {address}, but this console cannot reach its agent. No agent that the console can reach holds the address.",
    "topology.summary_answered_unheard":
      "{standing}. Writes go to {primary}. {answerer} answers for VIP {address}, but this console cannot reach its agent.",
    "failure.agents_refused": "{hosts} did not accept the configuration of the cluster: {reasons}",
    "log.peers_forgotten":
      "The agents named hosts that are no longer members ({hosts}). The console sends them the members that it discovered.",
  },
  {
    "problem.unknown_peers":
      "代理提到了本控制台不知道的主机（{hosts:list}）：控制台是从较旧的数据库恢复的。请先在所有成员运行时重新发现集群成员。",
    "topology.unknown_peers":
      "代理提到了本控制台不知道的主机（{hosts:list}）：控制台是从较旧的数据库恢复的。重新发现集群成员之前不会告知任何代理；请在所有成员运行时重新发现。",
    "failure.unknown_peers":
      "{host} 上的代理提到了本控制台不知道的主机（{hosts:list}）：控制台是从较旧的数据库恢复的。请先重新发现集群成员。",
    "failure.vip_host_silent": "无法证明只有一台主机持有 {address}：{hosts:list} 的代理没有应答。",
    "failure.vip_not_asked":
      "无法证明只有 {host} 应答 {address}：没有其他主机可以在网络上询问（{hosts:list}）。",
    "failure.vip_not_released_proven":
      "无法证明没有主机持有 {address}：{hosts:list} 的代理没有应答，且 {seconds} 秒内没有主机可以在网络上询问。",
    "failure.switchover_not_asked":
      "{member} 已是主库，其主机持有 {address}，但 {seconds} 秒内没有其他主机可以在网络上询问它（{hosts:list}）。",
    "detail.release_not_proven":
      "无法证明没有主机持有 {address}：没有代理应答。在别处使用该地址之前，请检查 {hosts:list}。",
    "detail.proved_partly":
      "{host} 持有 {address}；{macs:list} 应答了 {askers:list}；经其写入到达主库。{others:list} 无法在网络上询问。",
    "log.account_left": "账户 {account} 原已存在，予以保留，但其新密码未被保存：使用前请重新设置其密码。",
    "log.previous_not_back": "已重新需要 {address}，但 {seconds} 秒后仍没有主机持有它。{reason:why}",
    "reason.document_differs": "{host} 在同一纪元 {epoch} 下持有不同的配置：请重新发现集群成员。",
    "reason.configuration_unknown":
      "本机上的配置由另一版本的代理保存，或已损坏（协议 {protocol}）：在控制台重新告知之前，代理不接管任何地址。",
    "detail.primary_untimed": "{member} 是主库。其成为主库的时刻未知：命令在此之前已下达。",
    "detail.followed_untimed": "{address} 由新主库的主机持有。所用时间未知。",
    "topology.vip_answered_unheard":
      "{address} 由 {answerer:list} 应答，但本控制台听不到其代理。本控制台能听到的代理都没有持有它。",
    "topology.summary_answered_unheard":
      "{standing}。写入发往 {primary}。VIP {address} 由 {answerer:list} 应答，但本控制台听不到其代理。",
    "failure.agents_refused": "{hosts:list} 没有接受集群的配置：{reasons}",
    "log.peers_forgotten": "代理曾提到现在已不是成员的主机（{hosts:list}）。将告知它们重新发现的成员。",
  },
);
