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
    "failure.agents_refused": "{hosts} did not take the cluster's configuration: {reasons}",
    "log.peers_forgotten":
      "The agents named hosts that are no members now ({hosts}). They are told the members that were discovered.",
  },
  {
    "problem.unknown_peers":
      "代理提到了本控制台不知道的主机（{hosts}）：控制台是从较旧的数据库恢复的。请先在所有成员运行时重新发现集群成员。",
    "topology.unknown_peers":
      "代理提到了本控制台不知道的主机（{hosts}）：控制台是从较旧的数据库恢复的。重新发现集群成员之前不会告知任何代理；请在所有成员运行时重新发现。",
    "failure.unknown_peers":
      "{host} 上的代理提到了本控制台不知道的主机（{hosts}）：控制台是从较旧的数据库恢复的。请先重新发现集群成员。",
    "failure.agents_refused": "{hosts} 没有接受集群的配置：{reasons}",
    "log.peers_forgotten": "代理曾提到现在已不是成员的主机（{hosts}）。将告知它们重新发现的成员。",
  },
);
