import { catalog } from "./catalog";

/** What an operation or a picture cannot prove, and what a restored console does not know. */
export const evidenceCatalog = catalog(
  {
    "problem.unknown_peers":
      "The agents name hosts that this console does not know ({hosts}): it was restored from an older database. Discover the cluster's members again first, while all of them run.",
    "topology.unknown_peers":
      "The agents name hosts that this console does not know ({hosts}): it was restored from an older database. Nothing is told to any agent until the cluster's members were discovered again; do that while all of them run.",
    "failure.unknown_peers":
      "The agent on {host} names hosts that this console does not know ({hosts}): it was restored from an older database. Discover the cluster's members again first.",
    "failure.vip_host_silent":
      "It is not proven that only one host holds {address}: the agents of {hosts} do not answer.",
    "failure.vip_not_asked":
      "It is not proven that only {host} answers for {address}: no other host could ask the wire ({hosts}).",
    "failure.vip_not_released_proven":
      "It is not proven that nobody holds {address}: the agents of {hosts} do not answer, and within {seconds} s no host could ask the wire.",
    "failure.switchover_not_asked":
      "{member} is the primary and its host holds {address}, but within {seconds} s no other host could ask the wire for it ({hosts}).",
    "detail.release_not_proven":
      "It is not proven that nobody holds {address}: no agent answers. Look at {hosts} before the address is used elsewhere.",
    "detail.proved_partly":
      "{host} holds {address}; {macs} answered {askers}; a write through it arrived at the primary. {others} could not ask the wire.",
    "log.account_left":
      "The account {account} was there before and is left, with a new password that is not kept: set its password before you use it.",
    "log.previous_not_back":
      "{address} is wanted again, but no host holds it {seconds} s later. {reason:why}",
    "reason.document_differs":
      "{host} has another configuration under the same epoch {epoch}: discover the cluster's members again.",
    "reason.configuration_unknown":
      "The configuration on this host was kept by another version of the agent, or is damaged (protocol {protocol}): the agent takes no address until the console has told it again.",
    "detail.primary_untimed":
      "{member} is the primary. When it became that is not known: it was ordered before.",
    "detail.followed_untimed": "{address} is held by the new primary's host. How long it took is not known.",
    "topology.vip_answered_unheard":
      "{address} is answered by {answerer}, whose agent this console cannot hear. No agent that it hears holds it.",
    "topology.summary_answered_unheard":
      "{standing}. Writes go to {primary}. VIP {address} is answered by {answerer}, whose agent this console cannot hear.",
    "failure.agents_refused": "{hosts} did not take the cluster's configuration: {reasons}",
    "log.peers_forgotten":
      "The agents named hosts that are no members now ({hosts}). They are told the members that were discovered.",
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
