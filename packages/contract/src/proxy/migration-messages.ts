import { catalog } from "../message/catalog/catalog";

/** What is said of an address that goes from Keepalived to a VIP, or back. */
export const migrationMessages = catalog(
  {
    "operation.migration.check": "Check the migration of {address} of {cluster}",
    "operation.migration.run": "Migrate {address} of {cluster}",
    "work.migration.check": "Check of a migration",
    "work.migration.run": "Migration of an address",
    "noun.migration": "migration",

    "check.migration_file.title": "Keepalived has this address and nothing else",
    "check.migration_file.pass_none": "Keepalived of {host} does not have {address}. It is left as it is.",
    "check.migration_file.pass": "{instance} in {path} of {host} has {address} alone.",
    "check.migration_file.fail": "{path} of {host} has more than {address}: {others}.",
    "check.migration_file.remedy":
      "Keepalived is stopped as a whole, and these would end with it. Move them to another host, or take the address out of this file and configure the VIP by hand.",
    "check.migration_file.fail_unclear":
      "What Keepalived of {host} has cannot be told by {path} alone: {part}.",
    "check.migration_file.remedy_unclear":
      "Write the file without other files, definitions ($NAME) and lines for some hosts (@name), restart Keepalived with it, and check again.",
    "check.migration_file.fail_unread": "{path} of {host} could not be read: {reason:why}",
    "check.migration_file.remedy_unread": "Mend what it says and check again.",
    "check.migration_found.title": "Keepalived on the hosts of the members has the address",
    "check.migration_found.pass": "{address} is Keepalived's on {hosts}.",
    "check.migration_found.fail": "Keepalived of no member's host has {address}.",
    "check.migration_found.fail_stopped": "Keepalived has {address} on {hosts}, and runs on none of them.",
    "check.migration_found.remedy":
      "Only an address that leads clients straight to the servers can be migrated. One of HAProxy stays with HAProxy: configure a VIP with another address, and let the clients change over.",
    "check.migration_holder.title": "The address is on the host of the primary",
    "check.migration_holder.pass": "{host} has {address} now, and its server is the primary.",
    "check.migration_holder.fail_elsewhere":
      "No member's host has {address} now: a proxy or another machine answers there, and not the server itself.",
    "check.migration_holder.fail_secondary": "{host} has {address} now, but the primary is {primary}.",
    "check.migration_holder.fail_several": "{hosts} have {address} at the same time.",
    "check.migration_holder.remedy":
      "The VIP follows the primary. Let Keepalived lead to the primary first, or migrate no address that leads elsewhere.",
    "check.migration_port.title": "Clients use the server's own port",
    "check.migration_port.pass": "{port} is the port of {primary} itself.",
    "check.migration_port.fail":
      "Clients use port {port}, and the server of {primary} listens on {own}: something between them, such as HAProxy, takes port {port}.",
    "check.migration_port.remedy":
      "A VIP moves an address and no port. Clients of such a port need HAProxy, or have to change over to the server's own port.",
    "check.migration_way.title": "The address leads straight to the primary",
    "check.migration_way.pass": "{member}, the primary, answers at {endpoint} itself.",
    "check.migration_way.fail": "Nobody could sign in at {endpoint}: {reason:why}",
    "check.migration_way.fail_wrong": "{endpoint} leads to {member}, which is not the primary.",
    "check.migration_way.fail_between":
      "{endpoint} leads to {member}, but not straight: the server sees the console come from {from}, and from {direct} without the address. A proxy stands between them.",
    "check.migration_way.remedy":
      "Only an address that leads straight to the primary can be migrated. Stop what stands between, or leave the address where it is.",
    "check.migration_peers.title": "All Keepalived that share the address are known",
    "check.migration_peers.pass": "Keepalived speaks to hosts of members alone.",
    "check.migration_peers.pass_multicast":
      "Keepalived speaks to every machine that listens (multicast). One on another machine would take the address when these stop; the migration is undone then.",
    "check.migration_peers.fail": "Keepalived also speaks to {peers}, which no member's host has.",
    "check.migration_peers.remedy":
      "Those would take the address as soon as the others stop. Stop Keepalived there and take them out of unicast_peer first.",
    "check.migration_scripts.title": "Keepalived runs no scripts with the address",
    "check.migration_scripts.pass": "It runs none.",
    "check.migration_scripts.warn":
      "When the address comes or goes, Keepalived runs {scripts}. With a VIP nobody runs them.",
    "check.migration_scripts.remedy": "See whether anybody needs what they do.",
    "check.migration_parked.title": "Keepalived's configuration is as the migration left it",
    "check.migration_parked.pass": "{path} of {host} is as the migration left it.",
    "check.migration_parked.fail": "{path} of {host} was changed since the migration.",
    "check.migration_parked.remedy":
      "It is never overwritten. Bring back by hand what is to run there; the lines with #~ are what was there before.",
    "check.migration_parked.fail_gone": "{host} is no host of this console any more.",
    "check.migration_parked.remedy_gone": "Remove the VIP, and start Keepalived on that host by hand.",
    "check.migration_group.title": "The group has a primary",
    "check.migration_group.pass": "The primary is {primary}.",
    "check.migration_group.fail": "The group has no primary, so nothing could be measured or proved.",
    "check.migration_group.remedy": "Bring the group back to a state in which it takes writes.",

    "step.migration.look": "Check Keepalived, the address and the group",
    "step.migration.park": "Put an idle configuration in the place of Keepalived's on {host}",
    "step.migration.watch": "Begin to write through {endpoint} every {everyMs:duration}",
    "step.migration.stop": "Stop Keepalived on {host}",
    "step.migration.measure": "See that writes come through again, and how long they did not",
    "step.migration.keep": "Keep all of it, also after a restart of the hosts",
    "step.migration.restore": "Put back Keepalived's configuration on {host}",
    "step.migration.start": "Start Keepalived on {host}",
    "step.migration.prove": "See that {endpoint} leads to the primary, and stays there",
    "step.migration.forget": "Remove the record of the migration",

    "consequence.migration_to_vip":
      "{address} goes from Keepalived to the agents, and stays on {primary}. No client reaches it for about {lowMs:duration} to {highMs:duration}; connections that are open wait, and can live on.",
    "consequence.migration_parked":
      "Keepalived is stopped on {hosts}. {path} serves nobody afterwards, also after a reboot; what was in it stands there as comments, and comes back when the address goes back.",
    "consequence.migration_to_keepalived":
      "{address} goes back to Keepalived on {hosts}. The agents release it first, which ends all connections through it; no client reaches it for about {lowMs:duration} to {highMs:duration}.",
    "consequence.migration_checks":
      "From then on Keepalived alone decides by its own checks where the address is. It may lead to a server that takes no writes.",

    "detail.migration_writes": "Writes through {endpoint} are acknowledged, by {member}.",
    "detail.migration_gap":
      "No write came through for {gapMs:duration}; the outage is up to {errorMs:duration} shorter. Of {writes} writes, {failed} failed.",
    "detail.migration_gap_unknown":
      "How long no write came through is not known: the worker that measured it ended meanwhile.",

    "failure.migration_no_writes":
      "No write through {endpoint} was acknowledged within {limitMs:duration}: {reason:why}.",
    "failure.migration_unsteady":
      "{endpoint} did not lead to the primary for {steadyMs:duration} on end within {limitMs:duration}: {reason:why}.",
    "failure.migration_file_changed": "{path} of {host} was changed since the checks.",
    "failure.migration_not_free":
      "The agents of {hosts} did not release {address} within {seconds} s, so Keepalived of {host} was not started.",
    "failure.migration_gone": "The migration of {address} is not recorded in this console any more.",
    "failure.migration_taken": "The migration of {address} is recorded already.",

    "problem.migration_of_proxy":
      "{address} is the address of a proxy that Primacy set up. It leads to HAProxy's ports, not to the server's own, so it cannot become a VIP.",
  },
  {
    "operation.migration.check": "检查 {cluster} 的 {address} 能否迁移",
    "operation.migration.run": "迁移 {cluster} 的 {address}",
    "work.migration.check": "迁移检查",
    "work.migration.run": "地址迁移",
    "noun.migration": "迁移",

    "check.migration_file.title": "Keepalived 只管理该地址",
    "check.migration_file.pass_none": "{host} 上的 Keepalived 不管理 {address}，保持现状。",
    "check.migration_file.pass": "{host} 上 {path} 中的 {instance} 只管理 {address}。",
    "check.migration_file.fail": "{host} 上的 {path} 除 {address} 外还有：{others:list}。",
    "check.migration_file.remedy":
      "Keepalived 会整体停止，这些内容也会随之停止。请将其移到其他主机，或从该文件中去掉该地址并手工配置 VIP。",
    "check.migration_file.fail_unclear": "仅凭 {host} 上的 {path} 无法判断 Keepalived 管理什么：{part}。",
    "check.migration_file.remedy_unclear":
      "请改写该文件，不使用其他文件、定义（$NAME）和只对部分主机生效的行（@name），用它重启 Keepalived 后重新检查。",
    "check.migration_file.fail_unread": "无法读取 {host} 上的 {path}：{reason:why}",
    "check.migration_file.remedy_unread": "请按提示修复后重新检查。",
    "check.migration_found.title": "成员主机上的 Keepalived 管理该地址",
    "check.migration_found.pass": "{hosts:list} 上的 Keepalived 管理 {address}。",
    "check.migration_found.fail": "没有成员主机上的 Keepalived 管理 {address}。",
    "check.migration_found.fail_stopped": "{hosts:list} 上的 Keepalived 管理 {address}，但均未运行。",
    "check.migration_found.remedy":
      "只有让客户端直达服务器的地址才能迁移。HAProxy 的地址应留给 HAProxy：请用另一个地址配置 VIP，再让客户端改用该地址。",
    "check.migration_holder.title": "地址位于主库所在主机",
    "check.migration_holder.pass": "{address} 目前在 {host} 上，其服务器是主库。",
    "check.migration_holder.fail_elsewhere":
      "目前没有成员主机持有 {address}：应答的是代理服务或其他机器，而不是服务器本身。",
    "check.migration_holder.fail_secondary": "{address} 目前在 {host} 上，但主库是 {primary}。",
    "check.migration_holder.fail_several": "{hosts:list} 同时持有 {address}。",
    "check.migration_holder.remedy": "VIP 跟随主库。请先让 Keepalived 通向主库；通向别处的地址不要迁移。",
    "check.migration_port.title": "客户端使用服务器自己的端口",
    "check.migration_port.pass": "{port} 是 {primary} 自己的端口。",
    "check.migration_port.fail":
      "客户端使用端口 {port}，而 {primary} 的服务器监听 {own}：端口 {port} 由两者之间的程序（例如 HAProxy）提供。",
    "check.migration_port.remedy":
      "VIP 只移动地址，不转换端口。使用这种端口的客户端需要 HAProxy，或改用服务器自己的端口。",
    "check.migration_way.title": "地址直达主库",
    "check.migration_way.pass": "在 {endpoint} 应答的就是主库 {member} 本身。",
    "check.migration_way.fail": "无法在 {endpoint} 登录：{reason:why}",
    "check.migration_way.fail_wrong": "{endpoint} 通向 {member}，它不是主库。",
    "check.migration_way.fail_between":
      "{endpoint} 通向 {member}，但不是直达：服务器看到控制台来自 {from}，而不经过该地址时来自 {direct}。两者之间有代理服务。",
    "check.migration_way.remedy": "只有直达主库的地址才能迁移。请停止两者之间的程序，或让地址保持原状。",
    "check.migration_peers.title": "共用该地址的 Keepalived 全部已知",
    "check.migration_peers.pass": "Keepalived 只与成员主机通信。",
    "check.migration_peers.pass_multicast":
      "Keepalived 以组播通信。如果其他机器上也有 Keepalived，这些停止后它会接管地址，此时迁移会撤销。",
    "check.migration_peers.fail": "Keepalived 还与 {peers:list} 通信，它们不属于任何成员主机。",
    "check.migration_peers.remedy":
      "其他 Keepalived 一停止，它们就会接管地址。请先停止那里的 Keepalived，并从 unicast_peer 中去掉它们。",
    "check.migration_scripts.title": "Keepalived 不随地址运行脚本",
    "check.migration_scripts.pass": "没有此类脚本。",
    "check.migration_scripts.warn":
      "地址到来或离开时，Keepalived 会运行 {scripts:list}。改用 VIP 后不再运行这些脚本。",
    "check.migration_scripts.remedy": "请确认是否有人需要这些脚本所做的事。",
    "check.migration_parked.title": "Keepalived 的配置文件与迁移后一致",
    "check.migration_parked.pass": "{host} 上的 {path} 与迁移后一致。",
    "check.migration_parked.fail": "迁移之后，{host} 上的 {path} 被更改。",
    "check.migration_parked.remedy": "绝不覆盖该文件。请手工恢复需要运行的内容：带 #~ 的行是原来的内容。",
    "check.migration_parked.fail_gone": "{host} 已不是本控制台的主机。",
    "check.migration_parked.remedy_gone": "请移除该 VIP，并在那台主机上手工启动 Keepalived。",
    "check.migration_group.title": "组有主库",
    "check.migration_group.pass": "主库是 {primary}。",
    "check.migration_group.fail": "组没有主库，无法测量和验证。",
    "check.migration_group.remedy": "请先让组恢复到可以写入的状态。",

    "step.migration.look": "查看 Keepalived、地址和组",
    "step.migration.park": "在 {host} 上换入不提供服务的 Keepalived 配置文件",
    "step.migration.watch": "开始每 {everyMs:duration}经 {endpoint} 写入一次",
    "step.migration.stop": "在 {host} 上停止 Keepalived",
    "step.migration.measure": "确认写入已恢复，并得出中断了多久",
    "step.migration.keep": "保留全部更改，主机重启后依然有效",
    "step.migration.restore": "在 {host} 上恢复 Keepalived 的配置文件",
    "step.migration.start": "在 {host} 上启动 Keepalived",
    "step.migration.prove": "确认 {endpoint} 通向主库并保持稳定",
    "step.migration.forget": "删除迁移记录",

    "consequence.migration_to_vip":
      "{address} 从 Keepalived 移交给代理，仍在 {primary} 上。客户端约有 {lowMs:duration}至 {highMs:duration}无法访问它；已建立的连接会等待，有可能保持下来。",
    "consequence.migration_parked":
      "在 {hosts:list} 上停止 Keepalived。此后 {path} 不提供任何服务，主机重启后也是如此；原来的内容以注释形式保留在其中，地址迁回时恢复。",
    "consequence.migration_to_keepalived":
      "{address} 迁回 {hosts:list} 上的 Keepalived。代理先释放该地址，经过它的连接全部断开；客户端约有 {lowMs:duration}至 {highMs:duration}无法访问它。",
    "consequence.migration_checks":
      "此后地址在哪里只由 Keepalived 按自己的检查决定，它可能通向不接受写入的服务器。",

    "detail.migration_writes": "经 {endpoint} 的写入得到 {member} 的确认。",
    "detail.migration_gap":
      "写入中断了 {gapMs:duration}，实际中断最多可短 {errorMs:duration}。共写入 {writes} 次，失败 {failed:list} 次。",
    "detail.migration_gap_unknown": "写入中断了多久不得而知：负责测量的工作进程在此期间已结束。",

    "failure.migration_no_writes":
      "在 {limitMs:duration}内没有任何经 {endpoint} 的写入得到确认：{reason:why}。",
    "failure.migration_unsteady":
      "在 {limitMs:duration}内，{endpoint} 没有连续 {steadyMs:duration}通向主库：{reason:why}。",
    "failure.migration_file_changed": "检查之后，{host} 上的 {path} 被更改。",
    "failure.migration_not_free":
      "{seconds} 秒内 {hosts:list} 的代理没有释放 {address}，因此没有启动 {host} 上的 Keepalived。",
    "failure.migration_gone": "本控制台已没有 {address} 的迁移记录。",
    "failure.migration_taken": "{address} 的迁移已有记录。",

    "problem.migration_of_proxy":
      "{address} 是 Primacy 所设代理服务的地址。它通向 HAProxy 的端口，而不是服务器自己的端口，因此不能改为 VIP。",
  },
);
