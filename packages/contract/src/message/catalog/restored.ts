import { catalog } from "./catalog";

/** What agents hold and a console that was restored from an older database has otherwise, or not at all. */
export const restoredCatalog = catalog(
  {
    "topology.agents_differ":
      "The agents hold another configuration than this console, which was restored from an older database. They keep theirs, and the console sends them nothing until you decide. To keep their configuration, change the VIP here to match it. To replace it, enforce this console's configuration on the page Members.",
    "topology.differs_address": "The agents hold {held}, where this console has {address}.",
    "topology.differs_taken":
      "{address} is enabled in this console, but the agents do not hold it: it was disabled or removed after the backup.",
    "topology.differs_dropped": "The agents hold {held}, but {address} is disabled in this console.",
    "topology.differs_unknown": "The agents hold {held}, which this console does not know.",
    "topology.differs_paused": "{address} is paused on the agents, but not in this console.",
    "topology.differs_unpaused": "{address} is paused in this console, but not on the agents.",
    "topology.differs_nic": "On {host} the agent has {address} on {held}; in this console it is on {nic}.",
    "topology.differs_settings":
      "The network, port, timing, handling of connections or read VIP rules of {address} differ between the agents and this console.",
    "topology.differs_cluster":
      "The agent on {host} holds {held} for another cluster. It keeps the address, and the console sends it nothing about this cluster until you decide.",
    "topology.differs_unread":
      "The agent on {host} has a configuration of epoch {held}, newer than this console's {own}, and uses another protocol, so the console cannot compare it. After an upgrade the agent holds nothing until the console sends the configuration again.",
    "consequence.restored":
      "This console was restored from an older database. Its configuration replaces the configuration of the agents.",
    "consequence.restored_taken":
      "This console was restored from an older database. It adopts the configuration of the agents.",
    "consequence.restored_kept":
      "This console was restored from an older database. The agents keep their configuration after the discovery; decide about the VIP then.",
    "problem.agents_differ":
      "The agents hold a newer configuration than this console, which was restored from an older database. Change the VIP to match theirs, or first enforce this console's configuration on the page Members.",
    "failure.agents_newer":
      "The agent on {host} holds a newer configuration than this console, which was restored from an older database. The agent keeps it; first decide about the VIP.",
    "detail.agents_kept":
      "The agents hold a newer configuration than this console. They keep it, and the console sent them nothing.",
    "detail.hosts_kept":
      "The agents of {hosts} hold addresses for another cluster. They keep them, and the console sent them nothing about this cluster.",
    "discovery.agents_keep":
      "The agents of {hosts} hold {addresses} for a cluster that this console does not know: it was restored from an older database, or the cluster was removed here while the agents did not answer. They keep the addresses, and the console sends them nothing about this cluster, until you enforce this console's configuration on the page Members.",
    "discovery.agents_hold":
      "The agents of {hosts} hold {addresses} for a cluster that this console does not know: it was restored from an older database, or the cluster was removed here while the agents did not answer. When they join this cluster, they release the addresses, and clients are cut off until you configure the addresses again. To avoid this, restore a newer backup of the console.",
  },
  {
    "topology.agents_differ":
      "代理持有的配置与本控制台的不同，本控制台是从较旧的数据库恢复的。代理保持其配置，在您决定之前不会告知任何代理。若要保留代理所持有的，请在此将 VIP 改为与其一致；若要使本控制台的配置生效，请在集群成员页面上确认。",
    "topology.differs_address": "代理持有 {held}，而本控制台中是 {address}。",
    "topology.differs_taken": "本控制台中 {address} 已启用，但代理没有持有它：它之后已被停用或移除。",
    "topology.differs_dropped": "代理持有 {held}，而本控制台中 {address} 已停用。",
    "topology.differs_unknown": "代理持有 {held}，而本控制台不知道它。",
    "topology.differs_paused": "{address} 在代理上已暂停，在本控制台中没有。",
    "topology.differs_unpaused": "{address} 在本控制台中已暂停，在代理上没有。",
    "topology.differs_nic": "{host} 上的代理将 {address} 置于 {held}，而本控制台中是 {nic}。",
    "topology.differs_settings":
      "代理持有的 {address} 的网络、端口、时间参数、连接处理方式或读 VIP 规则与本控制台的不同。",
    "topology.differs_cluster":
      "{host} 上的代理为本集群以外的集群持有 {held}。它保持该地址，在您决定之前不会告知它本集群的任何内容。",
    "topology.differs_unread":
      "{host} 上的代理持有纪元 {held} 的配置，比本控制台的纪元 {own} 新，且使用另一种协议：无法比较其所持有的内容。升级后，在重新告知之前它不持有任何内容。",
    "consequence.restored": "本控制台是从较旧的数据库恢复的。其中的配置将生效，取代代理所持有的配置。",
    "consequence.restored_taken": "本控制台是从较旧的数据库恢复的。代理所持有的将成为其自身的配置。",
    "consequence.restored_kept":
      "本控制台是从较旧的数据库恢复的。重新发现成员之后，代理仍保持其配置；届时请就 VIP 作出决定。",
    "problem.agents_differ":
      "代理持有的配置比本控制台的新，本控制台是从较旧的数据库恢复的。请将 VIP 改为代理所持有的，或先在集群成员页面上使本控制台的配置生效。",
    "failure.agents_newer":
      "{host} 上的代理持有的配置比本控制台的新，本控制台是从较旧的数据库恢复的。代理保持其配置；请先就 VIP 作出决定。",
    "detail.agents_kept": "代理持有的配置比本控制台的新；代理保持其配置，没有告知任何代理。",
    "detail.hosts_kept":
      "{hosts:list} 的代理为其他集群持有地址；它们保持这些地址，没有告知它们本集群的任何内容。",
    "discovery.agents_keep":
      "{hosts:list} 的代理为本控制台不知道的集群持有 {addresses:list}：控制台是从较旧的数据库恢复的，或该集群在代理没有应答时已在此移除。它们保持这些地址，在您于集群成员页面上使本控制台的配置生效之前，不会告知它们本集群的任何内容。",
    "discovery.agents_hold":
      "{hosts:list} 的代理为本控制台不知道的集群持有 {addresses:list}：控制台是从较旧的数据库恢复的，或该集群在代理没有应答时已在此移除。加入本集群后代理会放开它：在您重新配置该地址之前，其客户端将断开。使用控制台较新的备份可以保留它。",
  },
);
