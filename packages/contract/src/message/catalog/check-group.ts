import { catalog } from "./catalog";

/** Titles, evidence and remedies of the checks of a group and of its members in it. */
export const checkGroupCatalog = catalog(
  {
    "check.hosts_distinct.title": "Each member has its own host",
    "check.hosts_distinct.pass": "{count} members run on {count} hosts.",
    "check.hosts_distinct.fail": "{members} run on the same host, {host}.",
    "check.hosts_distinct.fail_unmatched": "{members} could not be matched to a host.",
    "check.hosts_distinct.remedy":
      "Add the missing hosts, then discover the members again. A host can run only one member of a cluster.",
    "check.members_registered.title": "Every voter of the group is registered",
    "check.members_registered.pass": "All {total} voters of the group are members of this cluster.",
    "check.members_registered.warn":
      "These voters of the group are not registered here: {addresses}. Primacy has not checked them, and no host holds the VIP while one of them is the primary.",
    "check.members_registered.fail":
      "These voters of the group are not registered here: {addresses}. Primacy knows no agent of theirs, so no host holds the VIP while one of them is the primary.",
    "check.members_registered.fail_read":
      "These voters of the group are not registered here: {addresses}. Primacy knows no agent of theirs, so no agent assigns read VIPs while one of them is the primary.",
    "check.members_registered.remedy":
      "Discover again, on the page Members. First add any host that the console does not know, with its agent.",
    "check.single_primary.title": "The group has a single primary",
    "check.single_primary.pass": "The group runs in single-primary mode; {primary} is the primary.",
    "check.single_primary.fail_multi":
      "The group runs in multi-primary mode, so there is no single primary that its VIPs can follow.",
    "check.single_primary.fail_none": "No member is the primary now.",
    "check.single_primary.fail_unknown": "No server reported whether the group has a single primary.",
    "check.single_primary.remedy":
      "Switch the group with SELECT group_replication_switch_to_single_primary_mode(), or wait until it has elected a primary.",
    "check.views_agree.title": "The members agree about their group",
    "check.views_agree.pass": "{observers} agree: {states}.",
    "check.views_agree.skipped": "Only {observers} answered, so there is nothing to compare.",
    "check.views_agree.warn": "The members disagree about their group. {says}",
    "check.views_agree.fail": "{claimants} each claim to be the primary. {says}",
    "check.views_agree.says": "According to {observers}, {subject} is {state}, {role}.",
    "check.views_agree.lacks": "According to {observers}, {subject} is not in the group.",
    "check.views_agree.remedy":
      "A running switchover or election ends by itself: check again. If the members still disagree, check the network between them, and the error log of each member that disagrees with most others.",
    "check.views_agree.remedy_claims":
      "A running election ends by itself: check again. If both still claim it, let no client write to either of them; the real primary is in the part of the group that has a majority. Run STOP GROUP_REPLICATION on the other one, and rejoin it from the page Members, which first shows the transactions that only it has.",
    "check.majority.title": "The group has a majority",
    "check.majority.pass": "{online} of {total} members are online.",
    "check.majority.fail":
      "{online} of {total} members are online: that is no majority, so the group accepts no writes.",
    "check.majority.fail_unknown": "No server reported the state of the group.",
    "check.majority.remedy": "Bring back members until more than half are online.",
    "check.voters.title": "The group keeps a majority if it loses one member",
    "check.voters.pass": "{total} members vote: the group survives the loss of {survives}.",
    "check.voters.warn":
      "{total} members vote: if the group loses one, it has no majority. Then writes stop, and no host holds the VIP until an operator acts.",
    "check.voters.remedy":
      "Add members until there are at least three. Until then, put an operator's public key into /etc/primacy-agent/operator-keys on every host: if you lose a member, a group recovery needs an order signed with this key.",
    "check.member_state.title": "The member is online",
    "check.member_state.pass": "{role}, {state}.",
    "check.member_state.warn_recovering":
      "RECOVERING: it counts for the group's majority, but cannot take over before it has caught up with the group.",
    "check.member_state.fail": "The group reports this member as {state}.",
    "check.member_state.fail_absent": "The group does not list this member.",
    "check.member_state.fail_unknown": "No server reported the state of this member.",
    "check.member_state.remedy":
      "Start the server and run START GROUP_REPLICATION on it, or remove the member from the group and discover again.",
    "check.member_state.remedy_recovering":
      "Wait until it is ONLINE. If it does not become ONLINE, its error log says why the recovery fails.",
  },
  {
    "check.hosts_distinct.title": "每个成员都有自己的主机",
    "check.hosts_distinct.pass": "{count} 个成员运行在 {count} 台主机上。",
    "check.hosts_distinct.fail": "{members:list} 运行在同一台主机 {host} 上。",
    "check.hosts_distinct.fail_unmatched": "{members:list} 未能匹配到主机。",
    "check.hosts_distinct.remedy": "请添加缺少的主机，然后重新发现成员。一台主机只承载一个集群成员。",
    "check.members_registered.title": "组中每个投票成员都已注册",
    "check.members_registered.pass": "组的 {total} 个投票成员都是该集群的成员。",
    "check.members_registered.warn":
      "在组中投票但未在此注册：{addresses:list}。它们的情况完全没有检查；只要其中之一是主库，VIP 就不在任何主机上。",
    "check.members_registered.fail":
      "在组中投票但未在此注册：{addresses:list}。不知道它们有代理：只要其中之一是主库，VIP 就不在任何主机上。",
    "check.members_registered.fail_read":
      "在组中投票但未在此注册：{addresses:list}。不知道它们有代理：只要其中之一是主库，就没有代理能将读 VIP 分配给另一台主机。",
    "check.members_registered.remedy": "请在成员页面执行“重新发现”。控制台不认识的主机须先添加并安装代理。",
    "check.single_primary.title": "该组只有一个主库",
    "check.single_primary.pass": "该组运行在单主模式，主库是 {primary}。",
    "check.single_primary.fail_multi": "该组运行在多主模式：没有唯一的主库可供 VIP 依据。",
    "check.single_primary.fail_none": "目前没有成员是主库。",
    "check.single_primary.fail_unknown": "没有服务器说明该组是否为单主模式。",
    "check.single_primary.remedy":
      "请执行 SELECT group_replication_switch_to_single_primary_mode()，或等待该组选出主库。",
    "check.views_agree.title": "各成员对组的说法一致",
    "check.views_agree.pass": "{observers:list} 的说法一致：{states:list}。",
    "check.views_agree.skipped": "只得到 {observers:list} 的应答：无从比较。",
    "check.views_agree.warn": "各成员对组的说法不一致。{says}",
    "check.views_agree.fail": "{claimants:list} 都声称自己是主库。{says}",
    "check.views_agree.says": "据 {observers:list}，{subject} 为 {state}，{role}。",
    "check.views_agree.lacks": "据 {observers:list}，{subject} 不在组中。",
    "check.views_agree.remedy":
      "正在进行的切换或选举会自行结束：请重新检查。若仍不一致，请查看成员之间的网络，以及说法与多数不同的成员的错误日志。",
    "check.views_agree.remedy_claims":
      "正在进行的选举会自行结束：请重新检查。若两者仍都声称是主库，请勿让客户端写入任何一个；拥有多数派的那一部分中的才是真正的主库。请在另一个上执行 STOP GROUP_REPLICATION，然后在成员页面让它重新加入，该页面会先显示只有它写入的内容。",
    "check.majority.title": "该组拥有多数派",
    "check.majority.pass": "{total} 个成员中有 {online} 个在线。",
    "check.majority.fail": "{total} 个成员中只有 {online} 个在线：不构成多数派，该组不接受写入。",
    "check.majority.fail_unknown": "无法向任何服务器查询该组的状态。",
    "check.majority.remedy": "请恢复成员，直到半数以上在线。",
    "check.voters.title": "失去一个成员后仍有多数派",
    "check.voters.pass": "共有 {total} 个投票成员：可以承受失去 {survives} 个。",
    "check.voters.warn":
      "共有 {total} 个投票成员：失去任何一个都会失去多数派。届时写入停止，VIP 不在任何主机上，直到操作员处理。",
    "check.voters.remedy":
      "请添加成员，至少达到三个。在此之前，请将操作员的公钥写入每台主机的 /etc/primacy-agent/operator-keys：若失去一台，出路是以其签署的命令进行组恢复。",
    "check.member_state.title": "该成员在线",
    "check.member_state.pass": "{role}，{state}。",
    "check.member_state.warn_recovering": "RECOVERING：它计入组的多数派，但在追上组之前不能接管。",
    "check.member_state.fail": "组认为该成员处于 {state} 状态。",
    "check.member_state.fail_absent": "组的成员列表中没有该成员。",
    "check.member_state.fail_unknown": "无法向任何服务器查询该成员的状态。",
    "check.member_state.remedy":
      "请启动该服务器并执行 START GROUP_REPLICATION，或将该成员移出集群后重新发现。",
    "check.member_state.remedy_recovering":
      "请等待它变为 ONLINE。若一直不能，请在其错误日志中查看恢复为何中止。",
  },
);
