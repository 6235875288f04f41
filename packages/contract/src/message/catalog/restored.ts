import { catalog } from "./catalog";

/** What agents hold and a console that was restored from an older database has otherwise, or not at all. */
export const restoredCatalog = catalog(
  {
    "topology.agents_differ":
      "The agents hold another configuration than this console, which was restored from an older database. They keep theirs, and nothing is told to any of them until you decide. To keep what they hold, change the VIP to it here; to put what this console has in force, say so on the page of the cluster's members.",
    "topology.differs_address": "The agents hold {held}, where this console has {address}.",
    "topology.differs_taken":
      "This console has {address} enabled; the agents do not hold it: it was disabled or removed since.",
    "topology.differs_dropped": "The agents hold {held}; this console has {address} disabled.",
    "topology.differs_unknown": "The agents hold {held}, which this console does not know.",
    "topology.differs_paused": "The agents have {address} paused; this console has not.",
    "topology.differs_unpaused": "This console has {address} paused; the agents have not.",
    "topology.differs_nic": "On {host} the agent has {address} on {held}, where this console has {nic}.",
    "topology.differs_settings":
      "The agents hold {address} with another network, port, timing, handling of connections or rules of a read VIP than this console has.",
    "topology.differs_cluster":
      "The agent on {host} holds {held} for a cluster that is not this one. It keeps it, and is told nothing of this cluster until you decide.",
    "topology.differs_unread":
      "The agent on {host} holds a configuration of epoch {held}, which is newer than this console's {own}, and speaks another protocol: what it holds cannot be compared. Upgraded, it holds nothing until it is told anew.",
    "consequence.restored":
      "This console was restored from an older database. What it has configured comes into force in the place of what the agents hold.",
    "consequence.restored_taken":
      "This console was restored from an older database. What the agents hold becomes its own configuration.",
    "consequence.restored_kept":
      "This console was restored from an older database. The agents keep what they hold also when the members were discovered; decide about the VIP then.",
    "problem.agents_differ":
      "The agents hold a newer configuration than this console, which was restored from an older database. Change the VIP to what they hold, or put in force first what this console has, on the page of the cluster's members.",
    "failure.agents_newer":
      "The agent on {host} holds a newer configuration than this console, which was restored from an older database. It keeps it; decide about the VIP first.",
    "detail.agents_kept":
      "The agents hold a newer configuration than this console; they keep it, and nothing was told to any of them.",
    "check.restored.title": "What the agents hold",
    "check.restored.fail":
      "What is asked for is not what the agents hold: this console was restored from an older database, or a cluster was removed here while an agent did not answer. {reasons}",
    "check.restored.remedy":
      "Ask for what the agents of this cluster hold, or put in force first what this console has, on the page of the cluster's members: hosts let go then of what they hold for another cluster.",
    "detail.hosts_kept":
      "The agents of {hosts} hold addresses for another cluster; they keep them, and were told nothing of this one.",
    "discovery.agents_keep":
      "The agents of {hosts} hold {addresses} for a cluster that this console does not know: it was restored from an older database, or the cluster was removed here while they were silent. They keep that, and are told nothing of this cluster, until you put in force what this console has, on the page of the cluster's members.",
    "discovery.agents_hold":
      "The agents of {hosts} hold {addresses} for a cluster that this console does not know: it was restored from an older database, or the cluster was removed here while they were silent. In this cluster they let go of it: its clients are cut off until you configure the address again. A newer backup of the console keeps it.",
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
    "check.restored.title": "代理所持有的配置",
    "check.restored.fail":
      "所请求的与代理所持有的不同：本控制台是从较旧的数据库恢复的，或某个集群在代理没有应答时已在此移除。{reasons}",
    "check.restored.remedy":
      "请按本集群代理所持有的配置提出请求，或先在集群成员页面上使本控制台的配置生效：主机随后会放弃为其他集群持有的地址。",
    "detail.hosts_kept":
      "{hosts:list} 的代理为其他集群持有地址；它们保持这些地址，没有告知它们本集群的任何内容。",
    "discovery.agents_keep":
      "{hosts:list} 的代理为本控制台不知道的集群持有 {addresses:list}：控制台是从较旧的数据库恢复的，或该集群在代理没有应答时已在此移除。它们保持这些地址，在您于集群成员页面上使本控制台的配置生效之前，不会告知它们本集群的任何内容。",
    "discovery.agents_hold":
      "{hosts:list} 的代理为本控制台不知道的集群持有 {addresses:list}：控制台是从较旧的数据库恢复的，或该集群在代理没有应答时已在此移除。加入本集群后代理会放开它：在您重新配置该地址之前，其客户端将断开。使用控制台较新的备份可以保留它。",
  },
);
