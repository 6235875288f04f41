import { catalog } from "../message/catalog/catalog";

/** The check, the plan and the steps of a failover drill, and why one cannot be carried out. */
export const drillOrderMessages = catalog(
  {
    "operation.drill.check": "Check a drill on {cluster}",
    "operation.drill": "Drill on {cluster}",
    "work.drill.check": "Check of a drill",
    "work.drill": "Drill",

    "check.drill_allowed.title": "Drills are allowed",
    "check.drill_allowed.pass": "Drills are allowed for {cluster}.",
    "check.drill_allowed.fail": "Drills are not allowed for {cluster}.",
    "check.drill_allowed.remedy": "An administrator allows them on the page Members of the cluster.",
    "check.drill_target.title": "There is a member to hit",
    "check.drill_target.pass": "{member} is the primary, and will be hit.",
    "check.drill_target.pass_secondary": "{member} is a secondary, and will be hit.",
    "check.drill_target.pass_pair": "{member} is the primary, and {other} is the secondary.",
    "check.drill_target.fail_address": "No address of the host of {member} is known.",
    "check.drill_target.fail_secondary":
      "There is no such secondary on a registered host, besides the one that plays the clients.",
    "check.drill_target.fail": "No member is the primary now, or its host is not registered.",
    "check.drill_target.fail_mode": "The group does not run in single-primary mode, or no server said so.",
    "check.drill_target.remedy":
      "Bring the group back first. A drill hits the primary of a group in single-primary mode.",
    "check.drill_target.remedy_secondary":
      "Choose another secondary, or another host that plays the clients.",
    "check.drill_target.pass_proxy": "{program} on {host} will be hit, and no member.",
    "check.drill_target.fail_proxy":
      "This console has set up no proxy of this cluster with {program}, or not the one that you chose.",
    "check.drill_target.fail_unheld":
      "Which host of the proxy clients reach is not known: no agent there says that its host has the address.",
    "check.drill_target.remedy_proxy": "Set up such a proxy, or choose another program.",
    "check.drill_target.remedy_unheld":
      "See that Keepalived runs on these hosts, and that their agents answer.",
    "check.drill_proxy.title": "The host can kill the proxy, and start it again",
    "check.drill_proxy.pass": "On {host}, {program} runs as the service {service}.",
    "check.drill_proxy.fail": "On {host}, the service {service} does not run, or nobody could ask.",
    "check.drill_proxy.remedy": "Start it on this host.",
    "check.drill_proxy.warn_way":
      "No endpoint that is watched is a port of this proxy. What becomes of its clients when {program} dies is not seen then.",
    "check.drill_proxy.remedy_way":
      "Choose an endpoint of this proxy as well, unless another one leads through it.",
    "check.drill_proxy.warn_door":
      "Writes do not reach the primary through {endpoint} of this proxy now: {reason:why}. The heal does not wait for them there.",
    "check.drill_proxy.remedy_door": "Mend that first, unless nobody is to connect there.",
    "check.drill_whole.title": "The group is whole",
    "check.drill_whole.pass": "All {total} members are ONLINE.",
    "check.drill_whole.fail": "Not ONLINE: {members}.",
    "check.drill_whole.fail_few":
      "The group has {total} members. With fewer than {least}, no majority is left when one is lost.",
    "check.drill_whole.remedy": "Bring these members back first.",
    "check.drill_whole.remedy_few": "Add members to the group.",
    "check.drill_service.title": "The host can make the fault, and heal it",
    "check.drill_service.pass": "On {host}, the service {service} runs the server.",
    "check.drill_service.pass_able": "The host operator of {host} makes this fault, and heals it.",
    "check.drill_service.fail":
      "On {host}, none of the services mysql, mysqld and mariadb runs, so nothing would start the server again.",
    "check.drill_service.fail_outdated":
      "The host operator of {host} is too old: it does not make this fault.",
    "check.drill_service.remedy": "Run the server as one of these services.",
    "check.drill_service.remedy_outdated": "Upgrade the agent of this host.",
    "check.drill_console.title": "The console keeps its way to the host",
    "check.drill_console.pass":
      "{host} sees the console as {address}. Nothing to and from there is dropped. Where addresses are translated in between, the console cannot reach {host} meanwhile, which then heals itself at its deadline.",
    "check.drill_console.fail_target":
      "The console runs on {host} itself: it reaches the agent from {address}. It would be cut off with this host.",
    "check.drill_console.fail_observer":
      "{host} sees the console as {address}, which is an address of {observer}. Its clients would not be cut off either.",
    "check.drill_console.fail": "By which address {host} sees the console is not known.",
    "check.drill_console.fail_member":
      "{host} sees the console as {address}, which is an address of another member. What that member sends could not be dropped.",
    "check.drill_console.remedy_observer": "Choose another host to play the clients.",
    "check.drill_console.remedy":
      "Run the console on a host of its own, and see that the agent of this host answers.",
    "check.drill_observer.title": "Another host can play the clients",
    "check.drill_observer.pass": "{host} will play the clients.",
    "check.drill_observer.fail_none":
      "There is no host with an agent that has no part in the fault, or you chose one that has.",
    "check.drill_observer.fail_outdated": "The agent of {host} is too old: it plays no clients.",
    "check.drill_observer.fail_silent": "The agent of {host} does not answer: {reason:why}.",
    "check.drill_observer.remedy_none": "Choose another host, or install an agent on one.",
    "check.drill_observer.remedy_outdated": "Upgrade the agent of this host.",
    "check.drill_observer.remedy_silent": "Repair this agent, or choose another host.",
    "check.drill_sessions.title": "The primary has sessions for all writes that hang",
    "check.drill_sessions.pass":
      "{used} of {most} sessions are used. While the disk is full, the clients of the drill take up to {needed} more.",
    "check.drill_sessions.warn":
      "{used} of {most} sessions are used. While the disk is full, the clients of the drill take up to {needed} more, for one whose write hangs is kept by the server until it has space. Once all are taken, the primary refuses everybody's logins until then.",
    "check.drill_sessions.remedy":
      "Set max_connections to {least} or more on the primary, fill the disk for a shorter time, or watch fewer endpoints.",
    "check.drill_wait.title": "The drill ends before it gives up waiting",
    "check.drill_wait.pass":
      "What is predicted takes {shortestMs:duration} at least. A drill waits for {limitMs:duration} at most.",
    "check.drill_wait.fail":
      "What is predicted takes {shortestMs:duration} at least, for {variable} is {seconds} s. A drill waits for {limitMs:duration} at most, and would prove nothing.",
    "check.drill_wait.remedy": "Set a smaller group_replication_member_expel_timeout on all members.",
    "check.drill_way.title": "{endpoint} leads to the primary",
    "check.drill_way.pass": "{endpoint} leads to {member}, the primary.",
    "check.drill_way.fail_unknown": "{endpoint} is no endpoint of this cluster.",
    "check.drill_way.fail_silent": "{endpoint} does not answer: {reason:why}.",
    "check.drill_way.fail_secondary": "{endpoint} leads to {member}, which is not the primary.",
    "check.drill_way.remedy": "Choose an endpoint that leads to the primary, or repair this one.",

    "step.drill.look": "Check the group, the hosts and the endpoints",
    "step.drill.watch": "Play clients of {endpoints}, and listen to every agent",
    "step.drill.switchover": "Make {member} the primary",
    "step.drill.stop_mysqld": "Stop mysqld on {member}",
    "step.drill.kill_mysqld": "Kill mysqld on {member}",
    "step.drill.freeze_mysqld": "Freeze mysqld on {member}",
    "step.drill.cut_host": "Cut {member}, the primary, off from everybody but the console",
    "step.drill.cut_secondary": "Cut {member}, a secondary, off from everybody but the console",
    "step.drill.cut_one_way": "Drop what {from} sends to {to}",
    "step.drill.kill_agent": "Kill the agent on {member}",
    "step.drill.freeze_agent": "Freeze the agent on {member}",
    "step.drill.cpu_pressure": "Keep the processors of {member}'s host busy",
    "step.drill.kill_proxy": "Kill {program} on {host}",
    "step.drill.fill_disk": "Fill the file system with the data of {member}",
    "step.drill.measure": "Wait until writes are back",
    "step.drill.measure_held": "Watch the writes for as long as was chosen",
    "step.drill.measure_stay": "Watch the writes for as long as the fault may take to act",
    "step.drill.ledger": "Read the clients' rows from every server, before anything is healed",
    "step.drill.heal": "Heal {member}, and wait until the group is whole",
    "step.drill.whole": "Wait until the group is whole",
    "step.drill.judge": "Judge, and delete the clients' rows",
    "detail.drill_watching": "{acked} writes are acknowledged through {endpoints}.",
    "detail.drill_injected": "The fault is in effect; seen after {ms:duration}.",
    "detail.drill_ordered": "Ordered. {host} tells what came of it when an agent answers there again.",
    "detail.drill_waiting": "{ms:duration} since the fault. Writes are not back yet.",
    "detail.drill_watching_on": "{ms:duration} since the fault.",
    "detail.drill_steady": "Writes come through every endpoint, {ms:duration} after the fault.",
    "detail.drill_back": "Writes are back through every endpoint, {ms:duration} after the fault.",
    "detail.drill_held": "Writes were watched for {ms:duration}, as was chosen.",
    "detail.drill_late": "After {ms:duration}, writes are not back through every endpoint.",
    "detail.drill_ledger": "{rows} rows, read from {servers}.",
    "detail.drill_whole": "All {total} members are ONLINE.",
    "consequence.drill_switchover": "The group makes {member} its primary in the place of {primary}.",
    "consequence.drill_stop_mysqld": "mysqld of {member} is stopped. Its sessions break.",
    "consequence.drill_kill_mysqld": "mysqld of {member} is killed. Its sessions break.",
    "consequence.drill_freeze_mysqld":
      "mysqld of {member} is frozen: its sessions stay open and get no answer, until the VIP leaves the host.",
    "consequence.drill_cut_host":
      "{member} is cut off from everybody but the console: its sessions get no answer. All else that runs on this host is cut off too.",
    "consequence.drill_cut_secondary":
      "{member} is cut off from everybody but the console, with all that runs on this host. Reads there get no answer. The group expels it.",
    "consequence.drill_cut_one_way":
      "What {from} sends to {to} is lost. Each calls the other UNREACHABLE, while the third member sees all ONLINE: nobody need be expelled, and no other host takes the VIP. Writes become slow while it lasts, and may stop for seconds.",
    "consequence.drill_kill_agent":
      "The agent on {member} is killed. Its supervisor starts another one. mysqld is not touched.",
    "consequence.drill_freeze_agent":
      "The agent on {member} is frozen until its watchdog kills it, or for {limitMs:duration} at most. mysqld is not touched.",
    "consequence.drill_cpu_pressure":
      "{member} shares the processors of its host with busy processes ({perProcessor} for each), and so does all else that runs on this host. Nobody should be expelled; writes may become slow.",
    "consequence.drill_fill_disk":
      "The file system with the data of {member} is full for {ms:duration}, where it is a loop file system that was made for drills: its host checks that when the fault is ordered, and fills no other. Writes stop until the heal, and for up to {againMs:duration} more, for a server looks for space no sooner. Nobody should be expelled. A server that has to begin a new binary log meanwhile may end itself.",
    "consequence.drill_kill_mysqlrouter":
      "MySQL Router on {host} is killed. Sessions through it break, and new ones are refused until it runs again. The servers are not touched.",
    "consequence.drill_kill_haproxy":
      "HAProxy on {host} is killed. Sessions through it break, and new ones are refused until it runs again, or Keepalived has moved the address: that takes 1 to 3 s as Primacy sets it up. The servers are not touched.",
    "consequence.drill_kill_keepalived":
      "Keepalived on {host} is killed, and the address stays in the kernel of this host. Another Keepalived takes it when it has heard nothing for 3 advertisements and a part of one. Two hosts have it then until the heal, and open sessions break.",
    "consequence.drill_kill_keepalived_restarts":
      "Keepalived on {host} is killed, and the address stays in the kernel of this host. Where its service does not start it again within 3 advertisements and a part of one, another Keepalived takes the address as well, and open sessions break.",
    "consequence.drill_takeover":
      "By the configurations of the other hosts, another Keepalived takes the address {span} later.",
    "consequence.drill_stop":
      "Writes stop for {span}, by the variables of the servers and the timings of the agents.",
    "consequence.drill_stop_way":
      "Writes through {endpoint} stop for {span}, by the variables of the servers and the settings of the proxy.",
    "consequence.drill_stop_unknown": "Writes stop until another member is the primary.",
    "consequence.drill_primary":
      "Another member stays the primary afterwards; a switchover brings the old one back.",
    "consequence.drill_no_stop":
      "None of the endpoints that are watched is a VIP: writes do not stop there, for the agent has no part in them.",
    "consequence.drill_deadline":
      "If the console dies meanwhile, the host heals the fault by itself after {limitMs:duration}.",

    "failure.drill_changed": "{member} is not the primary any more, so nothing was done.",
    "failure.drill_not_whole_before":
      "Not ONLINE right before the fault, or its agent was silent, so nothing was done: {members}.",
    "failure.drill_proxy_moved":
      "The agent of {host} does not say any more that it has the address of the proxy, so nothing was done.",
    "failure.drill_stopped": "The drill was stopped before its fault, so nothing was done.",
    "failure.drill_untold": "{host} did not tell in time what came of the fault: {reason:why}.",
    "failure.drill_no_writes":
      "No writes came through {endpoint} before the fault, so nothing was done: {reason:why}.",
    "failure.drill_probe_lost": "{host} plays the clients no more: {reason:why}.",
    "failure.drill_not_made": "The fault did not take effect on {host}: {reason:why}.",
    "failure.drill_lost_sight": "The worker that recorded the drill ended, so that it cannot be judged.",
    "failure.drill_halted": "The drill was halted: {reason:why}.",
    "failure.drill_unhealed": "{member} is not as it was before: {reason:why}.",
    "failure.drill_not_whole": "Not ONLINE after the heal: {members}.",
    "failure.drill_rows_left":
      "Rows of the clients may be left in the table verify of the schema primacy: {reason:why}.",
    "why.drill_no_primary": "no primary was found",
    "why.drill_no_writes": "no write comes through {endpoints:list} yet",
    "why.drill_no_probe": "the agent knows nothing of it, so it was started again",
    "why.drill_stopped": "somebody stopped it",
    "why.drill_no_reason": "its host does not say why",
    "why.drill_no_evidence": "its host did not see it take effect",
    "why.drill_not_ordered": "another member was made the primary by somebody else",
    "why.drill_incomplete": "it was ended before it could be judged",
    "drill_ending.not_tested": "Not tested: {reason:why}.",
    "drill_ending.broken_off": "Broken off: {reason:why}.",
    "event.drill": "Drill on {member}: {verdict:drill_verdict}.",
    "drill_verdict.passed": "passed",
    "drill_verdict.failed": "failed",
    "drill_verdict.not_tested": "not tested",
    "drill_verdict.broken_off": "broken off",
  },
  {
    "operation.drill.check": "检查 {cluster} 的演练",
    "operation.drill": "{cluster} 的演练",
    "work.drill.check": "检查演练",
    "work.drill": "演练",

    "check.drill_allowed.title": "允许演练",
    "check.drill_allowed.pass": "{cluster} 允许演练。",
    "check.drill_allowed.fail": "{cluster} 不允许演练。",
    "check.drill_allowed.remedy": "请管理员在该集群的成员页面上允许。",
    "check.drill_target.title": "有可供演练的成员",
    "check.drill_target.pass": "{member} 是主库，将受到故障。",
    "check.drill_target.pass_secondary": "{member} 是从库，将受到故障。",
    "check.drill_target.pass_pair": "{member} 是主库，{other} 是从库。",
    "check.drill_target.fail_address": "不知道 {member} 所在主机的地址。",
    "check.drill_target.fail_secondary": "除充当客户端的主机外，已注册的主机上没有这样的从库。",
    "check.drill_target.fail": "目前没有成员是主库，或主库所在主机未注册。",
    "check.drill_target.fail_mode": "该组不是单主模式，或没有服务器说明其模式。",
    "check.drill_target.remedy": "请先恢复该组。演练针对单主模式的组的主库。",
    "check.drill_target.remedy_secondary": "请选择其他从库，或另选充当客户端的主机。",
    "check.drill_target.pass_proxy": "{host} 上的 {program} 将受到故障，成员不受影响。",
    "check.drill_target.fail_proxy":
      "本控制台没有为该集群安装带有 {program} 的代理服务，或您选择的代理服务不是这样的。",
    "check.drill_target.fail_unheld": "不知道客户端到达代理服务的哪台主机：没有代理说明其主机持有该地址。",
    "check.drill_target.remedy_proxy": "请安装这样的代理服务，或选择其他程序。",
    "check.drill_target.remedy_unheld": "请确认这些主机上的 Keepalived 正在运行，且其代理有应答。",
    "check.drill_proxy.title": "主机能杀死代理服务并再次启动它",
    "check.drill_proxy.pass": "在 {host} 上，{program} 作为服务 {service} 运行。",
    "check.drill_proxy.fail": "在 {host} 上，服务 {service} 未运行，或无法查询。",
    "check.drill_proxy.remedy": "请在该主机上启动它。",
    "check.drill_proxy.warn_way":
      "所监视的入口都不是该代理服务的端口，因此看不到 {program} 终止时其客户端的情况。",
    "check.drill_proxy.remedy_way": "请同时选择该代理服务的入口，除非另有入口经过它。",
    "check.drill_proxy.warn_door":
      "目前经该代理服务的 {endpoint} 无法写入主库：{reason:why}。恢复时不会等待该处的写入。",
    "check.drill_proxy.remedy_door": "请先修复，除非本来就无人连接该处。",
    "check.drill_whole.title": "该组完整",
    "check.drill_whole.pass": "全部 {total} 个成员均为 ONLINE。",
    "check.drill_whole.fail": "不是 ONLINE 的成员：{members:list}。",
    "check.drill_whole.fail_few": "该组有 {total} 个成员。少于 {least} 个时，失去一个便没有多数派。",
    "check.drill_whole.remedy": "请先恢复这些成员。",
    "check.drill_whole.remedy_few": "请为该组增加成员。",
    "check.drill_service.title": "主机能制造故障并恢复",
    "check.drill_service.pass": "在 {host} 上，服务器由服务 {service} 运行。",
    "check.drill_service.pass_able": "{host} 的主机操作进程能制造并恢复这种故障。",
    "check.drill_service.fail":
      "在 {host} 上，mysql、mysqld 和 mariadb 服务均未运行，因此没有什么会再次启动服务器。",
    "check.drill_service.fail_outdated": "{host} 的主机操作进程版本过旧，不能制造这种故障。",
    "check.drill_service.remedy": "请以其中一个服务运行服务器。",
    "check.drill_service.remedy_outdated": "请升级该主机的代理。",
    "check.drill_console.title": "控制台保留通往该主机的路径",
    "check.drill_console.pass":
      "{host} 看到的控制台地址为 {address}。与该地址的往来不会被丢弃。如果中间有地址转换，控制台在此期间无法访问 {host}，该主机会在期限到达时自行恢复。",
    "check.drill_console.fail_target":
      "控制台就运行在 {host} 上：它从 {address} 访问代理，会与该主机一同被隔离。",
    "check.drill_console.fail_observer":
      "{host} 看到的控制台地址为 {address}，而它是 {observer} 的地址，因此该主机上的客户端也不会被隔离。",
    "check.drill_console.fail": "不知道 {host} 以哪个地址看到控制台。",
    "check.drill_console.fail_member":
      "{host} 看到的控制台地址为 {address}，而它是另一成员的地址，因此无法丢弃该成员发送的数据。",
    "check.drill_console.remedy_observer": "请选择其他主机充当客户端。",
    "check.drill_console.remedy": "请在单独的主机上运行控制台，并确认该主机的代理有应答。",
    "check.drill_observer.title": "另有主机可充当客户端",
    "check.drill_observer.pass": "{host} 将充当客户端。",
    "check.drill_observer.fail_none": "没有与故障无关且装有代理的主机，或者您选择了与故障有关的主机。",
    "check.drill_observer.fail_outdated": "{host} 的代理版本过旧，不能充当客户端。",
    "check.drill_observer.fail_silent": "{host} 的代理没有应答：{reason:why}。",
    "check.drill_observer.remedy_none": "请选择其他主机，或在某台主机上安装代理。",
    "check.drill_observer.remedy_outdated": "请升级该主机的代理。",
    "check.drill_observer.remedy_silent": "请修复该代理，或选择其他主机。",
    "check.drill_sessions.title": "主库的会话数足以容纳所有挂起的写入",
    "check.drill_sessions.pass":
      "{most} 个会话已用 {used} 个。磁盘已满期间，演练的客户端最多再占用 {needed} 个。",
    "check.drill_sessions.warn":
      "{most} 个会话已用 {used} 个。磁盘已满期间，演练的客户端最多再占用 {needed} 个，因为写入挂起的会话会由服务器保留到有空间为止。会话全部占用后，主库在此之前会拒绝所有登录。",
    "check.drill_sessions.remedy":
      "请在主库上把 max_connections 设为 {least} 或更大，缩短磁盘已满的时间，或减少监视的入口。",
    "check.drill_wait.title": "演练在停止等待之前结束",
    "check.drill_wait.pass": "预计的过程至少需要 {shortestMs:duration}。演练最多等待 {limitMs:duration}。",
    "check.drill_wait.fail":
      "预计的过程至少需要 {shortestMs:duration}，因为 {variable} 为 {seconds} 秒。演练最多等待 {limitMs:duration}，这样什么也证明不了。",
    "check.drill_wait.remedy": "请在所有成员上把 group_replication_member_expel_timeout 设为较小的值。",
    "check.drill_way.title": "{endpoint} 通向主库",
    "check.drill_way.pass": "{endpoint} 通向主库 {member}。",
    "check.drill_way.fail_unknown": "{endpoint} 不是该集群的入口。",
    "check.drill_way.fail_silent": "{endpoint} 没有应答：{reason:why}。",
    "check.drill_way.fail_secondary": "{endpoint} 通向 {member}，而它不是主库。",
    "check.drill_way.remedy": "请选择通向主库的入口，或修复此入口。",

    "step.drill.look": "查看组、主机和入口",
    "step.drill.watch": "在 {endpoints:list} 上充当客户端，并监听每个代理",
    "step.drill.switchover": "将 {member} 切换为主库",
    "step.drill.stop_mysqld": "停止 {member} 上的 mysqld",
    "step.drill.kill_mysqld": "杀死 {member} 上的 mysqld",
    "step.drill.freeze_mysqld": "冻结 {member} 上的 mysqld",
    "step.drill.cut_host": "将主库 {member} 与控制台以外的所有主机断开",
    "step.drill.cut_secondary": "将从库 {member} 与控制台以外的所有主机断开",
    "step.drill.cut_one_way": "丢弃 {from} 发往 {to} 的数据",
    "step.drill.kill_agent": "杀死 {member} 上的代理",
    "step.drill.freeze_agent": "冻结 {member} 上的代理",
    "step.drill.cpu_pressure": "使 {member} 所在主机的处理器保持繁忙",
    "step.drill.kill_proxy": "杀死 {host} 上的 {program}",
    "step.drill.fill_disk": "填满 {member} 的数据所在的文件系统",
    "step.drill.measure": "等待写入恢复",
    "step.drill.measure_held": "按所选时间观察写入",
    "step.drill.measure_stay": "在故障可能起作用期间观察写入",
    "step.drill.ledger": "在恢复之前，从每台服务器读取客户端写入的行",
    "step.drill.heal": "恢复 {member}，并等待该组完整",
    "step.drill.whole": "等待该组完整",
    "step.drill.judge": "得出结论，并删除客户端写入的行",
    "detail.drill_watching": "经 {endpoints:list} 已确认 {acked} 次写入。",
    "detail.drill_injected": "故障已生效；{ms:duration} 后观察到。",
    "detail.drill_ordered": "已下令。待 {host} 上的代理再次应答时说明结果。",
    "detail.drill_waiting": "故障后 {ms:duration}，写入尚未恢复。",
    "detail.drill_watching_on": "故障后 {ms:duration}。",
    "detail.drill_steady": "故障后 {ms:duration}，写入经所有入口通过。",
    "detail.drill_back": "故障后 {ms:duration}，写入经所有入口恢复。",
    "detail.drill_held": "已按所选时间观察写入 {ms:duration}。",
    "detail.drill_late": "{ms:duration} 后，写入仍未经所有入口恢复。",
    "detail.drill_ledger": "从 {servers:list} 读取了 {rows} 行。",
    "detail.drill_whole": "全部 {total} 个成员均为 ONLINE。",
    "consequence.drill_switchover": "组将主库由 {primary} 切换为 {member}。",
    "consequence.drill_stop_mysqld": "{member} 的 mysqld 将被停止，其会话会断开。",
    "consequence.drill_kill_mysqld": "{member} 的 mysqld 将被杀死，其会话会断开。",
    "consequence.drill_freeze_mysqld":
      "{member} 的 mysqld 将被冻结：其会话保持打开但得不到应答，直到 VIP 离开该主机。",
    "consequence.drill_cut_host":
      "{member} 将与控制台以外的所有主机断开，其会话得不到应答。该主机上运行的其他一切也会断开。",
    "consequence.drill_cut_secondary":
      "{member} 将与控制台以外的所有主机断开，该主机上运行的一切也是如此。那里的读取得不到应答。组会驱逐它。",
    "consequence.drill_cut_one_way":
      "{from} 发往 {to} 的数据会丢失。两者互称 UNREACHABLE，而第三个成员看到全部 ONLINE：不一定有成员被驱逐，其他主机也不会接管 VIP。在此期间写入变慢，并可能中断数秒。",
    "consequence.drill_kill_agent": "{member} 上的代理将被杀死，由其守护程序启动新的代理。mysqld 不受影响。",
    "consequence.drill_freeze_agent":
      "{member} 上的代理将被冻结，直到其看门狗将其杀死，至多 {limitMs:duration}。mysqld 不受影响。",
    "consequence.drill_cpu_pressure":
      "{member} 及其主机上运行的其他一切，须与每个处理器上的 {perProcessor} 个繁忙进程共用处理器。不应有成员被驱逐；写入可能变慢。",
    "consequence.drill_fill_disk":
      "{member} 的数据所在的文件系统将满 {ms:duration}，前提是它是为演练创建的 loop 文件系统：其主机在下令制造故障时查看，不会填满其他文件系统。写入会中断，直到恢复，此后至多还有 {againMs:duration}，因为服务器不会更早地重新查看空间。不应有成员被驱逐。在此期间须新建二进制日志的服务器可能会自行结束。",
    "consequence.drill_kill_mysqlrouter":
      "{host} 上的 MySQL Router 将被杀死。经过它的会话会断开，在它再次运行之前新的会话会被拒绝。服务器不受影响。",
    "consequence.drill_kill_haproxy":
      "{host} 上的 HAProxy 将被杀死。经过它的会话会断开，新的会话会被拒绝，直到它再次运行，或 Keepalived 已转移地址：按 Primacy 的设置需要 1 到 3 秒。服务器不受影响。",
    "consequence.drill_kill_keepalived":
      "{host} 上的 Keepalived 将被杀死，而地址仍留在该主机的内核中。另一台主机的 Keepalived 在 3 个通告周期加一部分周期内没有收到通告后接管该地址。此后直到恢复，两台主机都持有该地址，已打开的会话会断开。",
    "consequence.drill_kill_keepalived_restarts":
      "{host} 上的 Keepalived 将被杀死，而地址仍留在该主机的内核中。如果其服务未在 3 个通告周期加一部分周期内再次启动它，另一台主机的 Keepalived 也会接管该地址，已打开的会话会断开。",
    "consequence.drill_takeover": "按其他主机的配置，另一台主机的 Keepalived 会在 {span} 后接管该地址。",
    "consequence.drill_stop": "按服务器的变量和代理的时限，写入将中断 {span}。",
    "consequence.drill_stop_way": "按服务器的变量和代理服务的设置，经 {endpoint} 的写入将中断 {span}。",
    "consequence.drill_stop_unknown": "写入会中断，直到另一成员成为主库。",
    "consequence.drill_primary": "之后主库仍是另一成员；通过切换可让原来的成员重新成为主库。",
    "consequence.drill_no_stop": "所监视的入口都不是 VIP：那里的写入不会停止，因为代理与它们无关。",
    "consequence.drill_deadline": "如果控制台在此期间停止，主机会在 {limitMs:duration} 后自行恢复。",

    "failure.drill_changed": "{member} 已不是主库，因此未做任何操作。",
    "failure.drill_not_whole_before":
      "即将制造故障时，以下成员不是 ONLINE，或其代理没有应答，因此未做任何操作：{members:list}。",
    "failure.drill_proxy_moved": "{host} 的代理已不再表明它持有代理服务的地址，因此未做任何操作。",
    "failure.drill_stopped": "演练在制造故障之前已停止，因此未做任何操作。",
    "failure.drill_untold": "{host} 未及时说明故障的结果：{reason:why}。",
    "failure.drill_no_writes": "故障之前没有写入经 {endpoint} 成功，因此未做任何操作：{reason:why}。",
    "failure.drill_probe_lost": "{host} 不再充当客户端：{reason:why}。",
    "failure.drill_not_made": "故障在 {host} 上没有生效：{reason:why}。",
    "failure.drill_lost_sight": "记录演练的工作进程已结束，因此无法得出结论。",
    "failure.drill_halted": "演练已中止：{reason:why}。",
    "failure.drill_unhealed": "{member} 尚未恢复原状：{reason:why}。",
    "failure.drill_not_whole": "恢复后不是 ONLINE 的成员：{members:list}。",
    "failure.drill_rows_left": "primacy 库的 verify 表中可能还有客户端的行：{reason:why}。",
    "why.drill_no_primary": "找不到主库",
    "why.drill_no_writes": "尚无写入经 {endpoints:list} 通过",
    "why.drill_no_probe": "代理对此一无所知，说明它曾重新启动",
    "why.drill_stopped": "有人停止了它",
    "why.drill_no_reason": "其主机未说明原因",
    "why.drill_no_evidence": "其主机没有看到它生效",
    "why.drill_not_ordered": "另有人已切换了主库",
    "why.drill_incomplete": "它在得出结论之前已结束",
    "drill_ending.not_tested": "未测试：{reason:why}。",
    "drill_ending.broken_off": "已中止：{reason:why}。",
    "event.drill": "{member} 的演练：{verdict:drill_verdict}。",
    "drill_verdict.passed": "通过",
    "drill_verdict.failed": "未通过",
    "drill_verdict.not_tested": "未测试",
    "drill_verdict.broken_off": "已中止",
  },
);
