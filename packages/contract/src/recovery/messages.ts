import { catalog } from "../message/catalog/catalog";

/** Checks, steps, failures and problems of bringing back a group that serves nobody. */
export const recoveryMessages = catalog(
  {
    "operation.recovery.check": "Check how the group of {cluster} can be recovered",
    "operation.recovery": "Recover the group of {cluster}",
    "work.recovery.check": "Check of a group recovery",
    "work.recovery": "Group recovery",
    "check.recovery_target.title":
      "The chosen member is in no part with a majority, and the group can be recovered from it",
    "check.recovery_target.pass_lost":
      "{member} reaches {present} of the group's {total} voters, itself included. That is no majority, so its part of the group accepts no writes.",
    "check.recovery_target.pass_out": "{member} is {state}: it has left its group.",
    "check.recovery_target.fail_silent": "The server of {member} does not answer: {reason:why}.",
    "check.recovery_target.remedy_silent": "Start its server, or choose another member.",
    "check.recovery_target.fail_other_server": "Another server ({other}) answers at the address of {member}.",
    "check.recovery_target.remedy_other_server": "Choose another member.",
    "check.recovery_target.fail_group": "{member} is configured for the group {other}, not for {group}.",
    "check.recovery_target.remedy_group": "Correct group_replication_group_name on this member.",
    "check.recovery_target.fail_majority":
      "{member} reaches {present} of the group's {total} voters: the group has a majority and needs no recovery.",
    "check.recovery_target.remedy_majority": "Start or rejoin the other members one by one instead.",
    "check.recovery_target.fail_state": "{member} is {state} in a group without a majority.",
    "check.recovery_target.remedy_state": "Choose a member of this group that is ONLINE.",
    "check.recovery_strangers.title": "Every voter of the group is registered",
    "check.recovery_strangers.warn":
      "group_replication_group_seeds contains addresses that belong to no registered member: {addresses}. If a server of the group runs there, it would continue in parallel.",
    "check.recovery_strangers.fail":
      "Some voters of the group are not registered, so Primacy cannot tell whether they accept writes: {addresses}.",
    "check.recovery_strangers.remedy":
      "Make sure that no server of the group runs at these addresses, or register the servers after the recovery.",
    "check.recovery_other.title": "No other member can accept writes in parallel",
    "check.recovery_other.pass_stays": "{member} is in the same part of the group and continues with it.",
    "check.recovery_other.pass_out": "{member} is {state}: it has left its group and is read-only.",
    "check.recovery_other.pass_gone":
      "Neither the agent on the host nor the console finds a server that listens at the address of {member}.",
    "check.recovery_other.warn":
      "Neither the console nor an agent can reach {member}: {reason:why}. Nothing proves that its server accepts no writes.",
    "check.recovery_other.remedy":
      "Power the host off or cut it off from the network. Then sign the order that confirms this.",
    "check.recovery_other.fail_majority": "{member} is in a group that has a majority.",
    "check.recovery_other.remedy_majority":
      "That group is the one to keep. Start or rejoin the other members instead.",
    "check.recovery_other.fail_in_group":
      "{member} is in another part of the group, which has no majority either.",
    "check.recovery_other.remedy_in_group":
      "Repair the network between the hosts; the group then continues by itself. Or choose this member as the target, or stop Group Replication on it.",
    "check.recovery_other.fail_writable":
      "{member} has left its group but still accepts writes (super_read_only is OFF).",
    "check.recovery_other.remedy_writable": "Run SET GLOBAL super_read_only = ON on this member.",
    "check.recovery_other.fail_other_server": "Another server ({other}) answers at the address of {member}.",
    "check.recovery_other.remedy_other_server": "Stop the server that answers there.",
    "check.recovery_other.fail_answering":
      "The console cannot use the server of {member} ({reason:why}), but something answers at its address. The server may be running.",
    "check.recovery_other.fail_present":
      "The console cannot reach {member}, but the part of the group that would continue can.",
    "check.recovery_other.remedy_present": "Make sure that the console can connect to this server.",
    "check.recovery_other.fail_unnameable":
      "Neither the console nor an agent can reach {member} ({reason:why}), and its host is not registered, so an order cannot name it.",
    "check.recovery_other.remedy_unnameable":
      "Make sure that the console can connect to this server, or register its host.",
    "check.recovery_other.fail_heard":
      "The server of {member} does not answer ({reason:why}), but its host does: {hosts} can hear it. The server may be running.",
    "check.recovery_other.remedy_heard":
      "Make sure that the console can connect to this server, stop the server, or power the host off.",
    "check.recovery_data.title": "The chosen member has all the data of the others",
    "check.recovery_data.pass": "No other member has a transaction that the continuing members lack.",
    "check.recovery_data.warn":
      "Primacy does not know which transactions {others} executed. The group loses every transaction that only such a member has.",
    "check.recovery_data.remedy_unread": "If possible, start these servers first.",
    "check.recovery_data.fail": "The continuing members lack transactions of {others}: {gtids}.",
    "check.recovery_data.remedy": "Choose that member as the target.",
    "check.recovery_data.fail_unknown":
      "The transactions of {others} could not be compared with those of {member}.",
    "check.recovery_data.remedy_unknown": "Compare gtid_executed on both servers.",
    "check.recovery_keys.title": "The agents know which operator keys are valid",
    "check.recovery_keys.pass": "Operator keys are registered on {hosts}.",
    "check.recovery_keys.fail": "No operator key is valid on {hosts}, or the agent there does not answer.",
    "check.recovery_keys.remedy":
      "As root on each of these hosts, put your Ed25519 public key (as in authorized_keys) into /etc/primacy-agent/operator-keys. Only root may be able to write to that file. 'primacy-agent keys' shows which keys are valid, and why a line is not.",

    "step.recovery.look": "Check the members and their agents",
    "step.recovery.fence": "Send the signed order to the agent on {host}",
    "step.recovery.force": "Force the group to continue from {member} without the lost members",
    "step.recovery.bootstrap": "Bootstrap the group on {member}",

    "consequence.recovery_force":
      "The group continues with {members} only. Every other member leaves the group; start or rejoin it afterwards. MySQL needs up to a minute for this.",
    "consequence.recovery_bootstrap":
      "The group is bootstrapped on {members}, which becomes its primary. Start every other member afterwards.",
    "consequence.recovery_lost":
      "The group loses the transactions that only {members} has. That member cannot join again until it is cloned.",
    "consequence.recovery_fence":
      "Only you can confirm that these hosts are off: {members}. If a server there still accepts writes, data is lost. Primacy records the order with your signature.",
    "consequence.recovery_rest": "This cannot be undone.",

    "detail.recovery_ordered": "The agent accepted the order of {signer}.",
    "detail.recovery_ordered_before": "The agent had already accepted the order of {signer}.",
    "detail.recovered": "{member} is ONLINE. The group has {count} members and a majority.",
    "log.recovery_left":
      "The settings on {member} could not be undone yet: {reason:why}. Set group_replication_bootstrap_group to OFF and group_replication_force_members to empty.",
    "log.recovery_offline":
      "offline_mode is still ON on {member}: {reason:why}. Clients cannot connect until it is OFF.",
    "log.recovery_signed": "{signer} signed order {orderId}. These hosts are off or cut off: {hosts}.",

    "failure.recovery_order_refused": "The agent on {host} does not accept the order: {details:why}.",
    "order.used": "It was used before: an order serves one recovery.",
    "order.key_unknown": "It is not signed with a key that is registered on this host.",
    "order.other_namespace": "It is signed for '{namespace}' and not for '{expected}'.",
    "order.other_text": "The signature is not of this text: the text was changed after it was signed.",
    "order.signature_unreadable":
      "The signature is not one that 'ssh-keygen -Y sign' makes with an Ed25519 key.",
    "order.text_unreadable": "The text is no order of this version, or was changed.",
    "order.other_cluster": "It is about cluster {clusterId}.",
    "order.own_host": "It says that this host itself is off.",
    "order.no_peers": "It names hosts that are no peers of this one: {hosts}.",
    "order.ended": "It ended at {at}, {seconds} s ago by this host's clock.",
    "order.too_long": "It ends more than {minutes} min from now, by this host's clock.",
    "keys.line": "Line {line} is not '{form}'.",
    "keys.file_exposed":
      "{file} must belong to the agent's user, and nobody else may write it (chown root, chmod 0600).",
    "failure.recovery_refused":
      "{member} was not recovered, because this changed after the plan: {check:check}.",
    "failure.recovery_other_ground":
      "{member} was not recovered, because the situation no longer matches the plan: other members would continue, or other members cannot be reached. Run the checks again.",
    "failure.recovery_order_ended":
      "{member} was not recovered, because the order expired at {at}. Run the checks again to get a new order.",
    "failure.recovery_not_out": "{member} was not stopped, because it is now {state}. Run the checks again.",
    "failure.recovery_sql": "The server of {member} refused a statement: {reason:why}.",
    "failure.recovery_unseen":
      "{member} did not serve within {limitMs:duration}; its last state was {state}.",

    "problem.order_needed":
      "Neither the console nor an agent can reach {hosts}. Sign the order that the check made, and send it with its signature.",
    "problem.order_unreadable": "This text is not an order of this console, or somebody changed it.",
    "problem.order_other_cluster": "The order is for another cluster.",
    "problem.order_ended": "The order expired at {at}. Run the checks again to get a new one.",
    "problem.order_hosts": "The order does not name {hosts}, which cannot be reached.",
    "problem.recovery_other_method":
      "The group would now be recovered in another way than shown. Run the checks again.",
    "problem.order_answering":
      "The order names hosts that answer, or that need no order: {hosts}. Run the checks again to get a new one.",
    "problem.order_staying": "The order names hosts that continue in the group: {hosts}.",
    "problem.recovery_not_allowed":
      "A group recovery needs the privilege SYSTEM_VARIABLES_ADMIN, and the account {user} does not have it on {member}. Grant it to the account directly; Primacy does not see privileges that come with a role.",
  },
  {
    "operation.recovery.check": "检查如何恢复 {cluster} 的组",
    "operation.recovery": "恢复 {cluster} 的组",
    "work.recovery.check": "检查组恢复",
    "work.recovery": "组恢复",
    "check.recovery_target.title": "所选成员不在有多数派的部分中，且可以恢复组",
    "check.recovery_target.pass_lost":
      "{member} 能连通组的 {total} 个投票成员中的 {present} 个（含自身）：没有多数派，因此这一部分不接受写入。",
    "check.recovery_target.pass_out": "{member} 为 {state}：已不在组中。",
    "check.recovery_target.fail_silent": "{member} 的服务器没有应答：{reason:why}。",
    "check.recovery_target.remedy_silent": "请启动其服务器，或选择另一个成员。",
    "check.recovery_target.fail_other_server": "在 {member} 的地址上应答的是另一台服务器（{other}）。",
    "check.recovery_target.remedy_other_server": "请选择另一个成员。",
    "check.recovery_target.fail_group": "{member} 配置的组是 {other}，而不是 {group}。",
    "check.recovery_target.remedy_group": "请更正其 group_replication_group_name。",
    "check.recovery_target.fail_majority":
      "{member} 能连通组的 {total} 个投票成员中的 {present} 个：组有多数派，无需恢复。",
    "check.recovery_target.remedy_majority": "请改为启动或重新加入单个成员。",
    "check.recovery_target.fail_state": "{member} 在没有多数派的组中为 {state}。",
    "check.recovery_target.remedy_state": "请选择其中一个 ONLINE 的成员。",
    "check.recovery_strangers.title": "组的每个投票成员都已注册",
    "check.recovery_strangers.warn":
      "group_replication_group_seeds 含有不属于任何已注册成员的地址：{addresses:list}。那里若有组中的服务器，将与其并行运行。",
    "check.recovery_strangers.fail": "组中有未注册的投票成员，无法得知它们是否接受写入：{addresses:list}。",
    "check.recovery_strangers.remedy": "请确认那里没有组的服务器在运行，或在组恢复之后注册它们。",
    "check.recovery_other.title": "没有其他成员会同时接受写入",
    "check.recovery_other.pass_stays": "{member} 在组的同一部分中，并随之继续。",
    "check.recovery_other.pass_out": "{member} 为 {state}：已不在组中，且为只读。",
    "check.recovery_other.pass_gone": "在 {member} 的服务器应监听之处，代理和控制台都发现没有程序在监听。",
    "check.recovery_other.warn": "无人能连通 {member}：{reason:why}。没有任何证据表明其服务器不接受写入。",
    "check.recovery_other.remedy": "请关闭该主机或切断其网络，并签署相应的命令。",
    "check.recovery_other.fail_majority": "{member} 所在的组有多数派。",
    "check.recovery_other.remedy_majority": "那就是当前的组。请改为启动或重新加入其他成员。",
    "check.recovery_other.fail_in_group": "{member} 在组的另一部分中，同样没有多数派。",
    "check.recovery_other.remedy_in_group":
      "请修复主机之间的网络，组会自行继续。或者选择该成员，或停止其组复制。",
    "check.recovery_other.fail_writable": "{member} 已不在组中，却接受写入（super_read_only 为 OFF）。",
    "check.recovery_other.remedy_writable": "请在其上执行 SET GLOBAL super_read_only = ON。",
    "check.recovery_other.fail_other_server": "在 {member} 的地址上应答的是另一台服务器（{other}）。",
    "check.recovery_other.remedy_other_server": "请停止在那里应答的服务器。",
    "check.recovery_other.fail_answering":
      "{member} 的服务器没有为控制台服务（{reason:why}），但其地址上有应答。服务器可能仍在运行。",
    "check.recovery_other.fail_present": "控制台无法连通 {member}，但将继续运行的那部分组可以。",
    "check.recovery_other.remedy_present": "请让控制台能连通其服务器。",
    "check.recovery_other.fail_unnameable":
      "无人能连通 {member}（{reason:why}），且它不在任何可由命令列出的已注册主机上。",
    "check.recovery_other.remedy_unnameable": "请让控制台能连通其服务器，或注册其主机。",
    "check.recovery_other.fail_heard":
      "{member} 的服务器没有应答（{reason:why}），但其主机有应答：{hosts:list} 能听到它。服务器可能仍在运行。",
    "check.recovery_other.remedy_heard": "请让控制台能连通其服务器，或停止该服务器，或关闭该主机。",
    "check.recovery_data.title": "所选成员拥有其他成员的全部数据",
    "check.recovery_data.pass": "没有其他成员拥有继续运行者所缺的事务。",
    "check.recovery_data.warn": "{others:list} 执行过的事务不明。只有该成员才有的事务将从组中丢失。",
    "check.recovery_data.remedy_unread": "如有可能，请先启动这些服务器。",
    "check.recovery_data.fail": "{others:list} 拥有继续运行者所缺的事务：{gtids}。",
    "check.recovery_data.remedy": "请选择那个成员。",
    "check.recovery_data.fail_unknown": "{others:list} 执行过的事务无法与 {member} 比较。",
    "check.recovery_data.remedy_unknown": "请查看双方的 gtid_executed。",
    "check.recovery_keys.title": "代理知道谁的签名有效",
    "check.recovery_keys.pass": "{hosts:list} 上已登记操作员的密钥。",
    "check.recovery_keys.fail": "{hosts:list} 上没有有效的操作员密钥，或其代理没有应答。",
    "check.recovery_keys.remedy":
      "请在这些主机上以 root 身份将您的 Ed25519 公钥（与 authorized_keys 的格式相同）写入 /etc/primacy-agent/operator-keys，且该文件不得由他人写入。'primacy-agent keys' 显示其中哪些有效以及无效的原因。",

    "step.recovery.look": "检查各成员及其代理",
    "step.recovery.fence": "将签署的命令交给 {host} 上的代理",
    "step.recovery.force": "让组从 {member} 继续，不再包括已失去的成员",
    "step.recovery.bootstrap": "在 {member} 上重新建立组",

    "consequence.recovery_force":
      "组仅以 {members:list} 继续。其他成员都不在组中，须另行启动或重新加入。MySQL 最多需要一分钟。",
    "consequence.recovery_bootstrap":
      "组在 {members:list} 上重新建立，它将成为主库。其他成员之后须另行启动。",
    "consequence.recovery_lost":
      "只有 {members:list} 才有的事务将从组中丢失，且该成员在被克隆之前无法加入组。",
    "consequence.recovery_fence":
      "这些主机是否已关闭，只有您能说明：{members:list}。若其服务器仍接受写入，数据将会丢失。带有您签名的命令会被记录。",
    "consequence.recovery_rest": "此操作不会撤销。",

    "detail.recovery_ordered": "{signer} 的命令生效。",
    "detail.recovery_ordered_before": "{signer} 的命令此前已被接受。",
    "detail.recovered": "{member} 为 ONLINE，组有 {count} 个成员，并有多数派。",
    "log.recovery_left":
      "{member} 上的设置尚未能还原：{reason:why}。group_replication_bootstrap_group 必须为 OFF，group_replication_force_members 必须为空。",
    "log.recovery_offline":
      "{member} 上的 offline_mode 仍为 ON：{reason:why}。在其变为 OFF 之前客户端无法连接。",
    "log.recovery_signed": "命令 {orderId} 由 {signer} 签署：已关闭或被切断的是 {hosts:list}。",

    "failure.recovery_order_refused": "{host} 上的代理不接受该命令：{details:why}。",
    "order.used": "它已被使用：一个命令只用于一次恢复。",
    "order.key_unknown": "签名所用的密钥没有在本机登记。",
    "order.other_namespace": "它是为“{namespace}”而不是为“{expected}”签署的。",
    "order.other_text": "签名与此文本不符：文本在签署后被改动。",
    "order.signature_unreadable": "该签名不是 'ssh-keygen -Y sign' 用 Ed25519 密钥生成的。",
    "order.text_unreadable": "该文本不是此版本的命令，或已被改动。",
    "order.other_cluster": "它针对集群 {clusterId}。",
    "order.own_host": "它称本机自身已关闭。",
    "order.no_peers": "它列出了不是本机对等的主机：{hosts:list}。",
    "order.ended": "它已于 {at} 失效（按本机时钟为 {seconds} 秒前）。",
    "order.too_long": "按本机时钟，它在 {minutes} 分钟之后才失效。",
    "keys.line": "第 {line} 行不是“{form}”。",
    "keys.file_exposed": "{file} 必须属于代理的用户，且其他人不可写（chown root、chmod 0600）。",
    "failure.recovery_refused": "没有恢复 {member}，因为计划之后情况有变：{check:check}。",
    "failure.recovery_other_ground":
      "没有恢复 {member}，因为情况已与计划不同：继续运行的成员或无法连通的成员有变。请重新查看。",
    "failure.recovery_order_ended": "没有恢复 {member}，因为该命令已于 {at} 失效。请重新查看以获得新的命令。",
    "failure.recovery_not_out": "没有停止 {member}，因为它现在为 {state}。请重新查看。",
    "failure.recovery_sql": "{member} 的服务器拒绝：{reason:why}。",
    "failure.recovery_unseen": "{member} 在 {limitMs:duration}内没有提供服务；最后的状态为 {state}。",

    "problem.order_needed": "无人能连通 {hosts:list}：请签署检查所生成的命令，并连同签名一起提交。",
    "problem.order_unreadable": "此文本不是本控制台的命令，或已被改动。",
    "problem.order_other_cluster": "该命令针对另一个集群。",
    "problem.order_ended": "该命令已于 {at} 失效。请重新查看以获得新的命令。",
    "problem.order_hosts": "该命令没有列出 {hosts:list}，而无人能连通它。",
    "problem.recovery_other_method": "现在的恢复方式已与所显示的不同。请重新查看。",
    "problem.order_answering": "该命令列出了有应答或无需命令的主机：{hosts:list}。请重新查看以获得新的命令。",
    "problem.order_staying": "该命令列出了将继续运行的主机：{hosts:list}。",
    "problem.recovery_not_allowed":
      "账户 {user} 在 {member} 上没有被直接授予 SYSTEM_VARIABLES_ADMIN 权限，没有它就无法恢复组。通过角色获得的权限无法识别。",
  },
);
