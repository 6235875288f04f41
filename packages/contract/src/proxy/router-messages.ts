import { catalog } from "../message/catalog/catalog";

/** What MySQL Router says beside what all proxies do. */
export const routerMessages = catalog(
  {
    "check.router_program.title": "MySQL Router is installed",
    "check.router_split.title": "MySQL Router can split reads and writes",
    "check.router_split.pass": "MySQL Router {version} of {host} can.",
    "check.router_split.fail": "MySQL Router {version} of {host} cannot: only {least} and newer can.",
    "check.router_split.remedy": "Leave the port for both empty, or install MySQL Router {least} or newer.",
    "check.router_ground.title": "MySQL Router can run as a service",
    "check.router_ground.pass":
      "{host} has the user {user}, the folder {home} that belongs to it, and the service {service}.",
    "check.router_ground.fail": "MySQL Router cannot run as a service on {host}: {reason:why}.",
    "check.router_ground.remedy":
      "MySQL's own packages bring all of it; Debian's brings the program alone. As root: useradd --system --shell /usr/sbin/nologin {user}; install -d -o {user} -g {user} -m 700 {home}; install -d /etc/mysqlrouter; and a service {service} that runs mysqlrouter -c /etc/mysqlrouter/mysqlrouter.conf.",
    "check.router_file.title": "MySQL Router's configuration may be replaced",
    "check.router_file.pass_absent": "{host} has no {path}.",
    "check.router_file.fail_left":
      "Primacy wrote {path} of {host} for a MySQL Router that this console does not have. It was changed since, or it is another console's.",
    "check.router_file.pass_stock":
      "{path} of {host} makes MySQL Router serve nothing, as its package leaves it.",
    "check.router_file.fail":
      "Somebody wrote {path} of {host}: MySQL Router serves with it. Primacy does not overwrite it.",
    "check.router_file.remedy":
      "If nobody needs it, move the file away on the host and check again; otherwise choose another host.",
    "check.router_file.fail_unreadable": "{path} of {host} cannot be read: {reason:why}.",
    "check.router_once.title": "The host has no other MySQL Router",
    "check.router_once.fail": "{host} has a MySQL Router for {cluster} already, and its service is one.",
    "check.router_once.remedy": "Remove it first, or choose another host.",
    "check.router_group.title": "The group has a primary and secondaries",
    "check.router_group.pass": "The primary is {primary}, with {count} ONLINE secondaries.",
    "check.router_group.warn":
      "The primary is {primary}, and no secondary is ONLINE: reads would go to the primary too.",
    "check.router_group.remedy_warn": "Bring the secondaries back.",
    "check.router_group.fail": "{cluster} has no primary that answers: {reason:why}.",
    "check.router_group.remedy": "Bring the group back to a state in which it takes writes.",
    "check.router_metadata.title": "The InnoDB Cluster metadata describes the group",
    "check.router_metadata.pass":
      "The metadata (version {version}) has all members, as the cluster {cluster}.",
    "check.router_metadata.skipped":
      "Only an administrator may read the metadata, and none is kept. It is read when you order, with the account that you give.",
    "check.router_metadata.warn_lab":
      "The group has no InnoDB Cluster metadata. These servers are a lab's: Primacy writes the least that MySQL Router reads, and removes it with the last MySQL Router.",
    "check.router_metadata.fail_absent":
      "The group has no InnoDB Cluster metadata, without which MySQL Router knows no member.",
    "check.router_metadata.remedy_shell":
      "Install MySQL Shell on a host that reaches the primary (package mysql-shell of MySQL's own repository), and have it adopt the group: {command}. The group keeps running meanwhile.",
    "check.router_metadata.remedy_shell_there":
      "{host} has MySQL Shell. Have it adopt the group: {command}. The group keeps running meanwhile.",
    "check.router_metadata.fail_unreadable": "The metadata cannot be read. The server says: {said}",
    "check.router_metadata.remedy_unreadable":
      "Give an administrator that may read the schema mysql_innodb_cluster_metadata.",
    "check.router_metadata.fail_partial":
      "The metadata lacks what MySQL Router reads. The server says: {said}",
    "check.router_metadata.remedy_partial":
      "If MySQL Shell is at work on it, wait until it is done. Otherwise drop it by MySQL Shell ({command}) and adopt the group again.",
    "check.router_metadata.fail_version":
      "The metadata has version {version}, which MySQL Router does not read; 0.0.0 means that an upgrade of it is under way.",
    "check.router_metadata.remedy_version": "Upgrade it by MySQL Shell: {command}.",
    "check.router_metadata.fail_group":
      "The metadata is another group's: this one is {group}, and the metadata has {known}.",
    "check.router_metadata.remedy_group":
      "MySQL Router would lead nowhere, or to other servers. If the metadata is of no use any more, drop it by MySQL Shell (dba.dropMetadataSchema()) and adopt the group again.",
    "check.router_metadata.fail_unlisted":
      "The metadata of {cluster} lacks {unlisted}: MySQL Router would never lead there.",
    "check.router_metadata.fail_gone":
      "The metadata of {cluster} has {gone}, which the group does not have any more.",
    "check.router_metadata.fail_both":
      "The metadata of {cluster} lacks {unlisted}, and has {gone}, which the group does not have any more.",
    "check.router_metadata.remedy_rescan": "Bring it up to date by MySQL Shell: {command}.",

    "step.router.metadata": "For the lab alone: write the least of {schema} that MySQL Router reads",
    "step.router.account": "Create {account}, which reads the metadata and the state of the group",
    "step.router.bootstrap": "Bootstrap MySQL Router as {user}, with its own account",
    "step.router.serve": "Put its configuration into {path} and restart {service}",
    "step.router.prove_read": "Connect through {endpoint} and see that it leads to a secondary",
    "step.router.keep": "Keep configuration and service",
    "step.router.stop": "Stop {service}, and put back {path} and the service as they were before",
    "step.router.clean": "Delete {folder}, with keys and state",
    "step.router.forget": "Drop {account}, and take this MySQL Router out of the metadata",

    "detail.router_proved": "{endpoint} leads to {member} ({ms:duration}).",
    "detail.router_file_left": "{path} is not the one that Primacy wrote: it is left as it is.",

    "failure.router_bootstrap": "MySQL Router could not be bootstrapped on {host}. It says: {said}",
    "failure.router_bootstrap_late":
      "MySQL Router was not bootstrapped on {host} within {limitMs:duration}. It says: {said}",
    "failure.router_incomplete":
      "The bootstrap on {host} left a configuration that lacks one of the ways that were asked for.",
    "failure.router_file_foreign": "Somebody has written {path} of {host} meanwhile. It is left as it is.",
    "failure.router_clean": "{folder} of {host} could not be deleted. The host says: {said}",
    "failure.router_host_act": "{host} could not do what was asked: {reason:why}.",
    "failure.router_read_nowhere":
      "{endpoint} did not lead to a secondary within {limitMs:duration}: {reason:why}.",
    "why.router_primary": "it leads to {member}, the primary",
    "why.router_home": "its user may not write in {home} ({said})",

    "consequence.router_way":
      "Clients of {host} reach the primary through port {write} and a secondary through port {read}.",
    "consequence.router_split":
      "Port {port} sends each statement where it belongs. TLS ends in MySQL Router there, which shows a certificate that it made itself.",
    "consequence.router_tls":
      "On the other ports TLS goes through to the server: clients see the server's own certificate.",
    "consequence.router_lab":
      "The metadata that is written is not MySQL Shell's. It is for labs alone: MySQL Shell cannot manage a cluster by it.",
    "consequence.router_gone":
      "Clients that connect through {host} lose their connections, and find no MySQL Router there any more.",
  },
  {
    "check.router_program.title": "已安装 MySQL Router",
    "check.router_split.title": "MySQL Router 支持读写分离",
    "check.router_split.pass": "{host} 上的 MySQL Router {version} 支持。",
    "check.router_split.fail": "{host} 上的 MySQL Router {version} 不支持：{least} 及以上版本才支持。",
    "check.router_split.remedy": "请将读写分离端口留空，或安装 MySQL Router {least} 及以上版本。",
    "check.router_ground.title": "MySQL Router 能以服务方式运行",
    "check.router_ground.pass": "{host} 上有用户 {user}、属于该用户的目录 {home} 和服务 {service}。",
    "check.router_ground.fail": "MySQL Router 无法在 {host} 上以服务方式运行：{reason:why}。",
    "check.router_ground.remedy":
      "MySQL 官方软件包自带这些；Debian 的软件包只带程序。请以 root 执行：useradd --system --shell /usr/sbin/nologin {user}；install -d -o {user} -g {user} -m 700 {home}；install -d /etc/mysqlrouter；并建立服务 {service}，运行 mysqlrouter -c /etc/mysqlrouter/mysqlrouter.conf。",
    "check.router_file.title": "MySQL Router 的配置文件可以替换",
    "check.router_file.pass_absent": "{host} 上没有 {path}。",
    "check.router_file.fail_left":
      "{host} 上的 {path} 由 Primacy 为本控制台没有的 MySQL Router 写入：它此后被改动过，或者属于另一个控制台。",
    "check.router_file.pass_stock": "{host} 上的 {path} 与软件包安装时一样，不提供任何服务。",
    "check.router_file.fail":
      "{host} 上的 {path} 由他人编写，MySQL Router 正以它提供服务。Primacy 不会覆盖它。",
    "check.router_file.remedy": "若已无人使用，请在该主机上移走该文件后重新检查；否则请选择其他主机。",
    "check.router_file.fail_unreadable": "无法读取 {host} 上的 {path}：{reason:why}。",
    "check.router_once.title": "该主机上没有别的 MySQL Router",
    "check.router_once.fail": "{host} 上已有用于 {cluster} 的 MySQL Router，而服务只有一个。",
    "check.router_once.remedy": "请先移除它，或选择其他主机。",
    "check.router_group.title": "该组有主库和从库",
    "check.router_group.pass": "主库是 {primary}，有 {count} 个 ONLINE 的从库。",
    "check.router_group.warn": "主库是 {primary}，没有 ONLINE 的从库：读请求也会到主库。",
    "check.router_group.remedy_warn": "请恢复从库。",
    "check.router_group.fail": "{cluster} 没有应答的主库：{reason:why}。",
    "check.router_group.remedy": "请先让该组恢复到可写状态。",
    "check.router_metadata.title": "InnoDB Cluster 元数据与该组一致",
    "check.router_metadata.pass": "元数据（版本 {version}）中有全部成员，集群名为 {cluster}。",
    "check.router_metadata.skipped":
      "只有管理员可以读取元数据，而控制台没有保存管理员账户。下达操作时将用您给出的账户读取。",
    "check.router_metadata.warn_lab":
      "该组没有 InnoDB Cluster 元数据。这些服务器属于实验环境：Primacy 会写入 MySQL Router 所需的最少内容，并随最后一个 MySQL Router 一起删除。",
    "check.router_metadata.fail_absent":
      "该组没有 InnoDB Cluster 元数据，缺少它 MySQL Router 不认识任何成员。",
    "check.router_metadata.remedy_shell":
      "请在能连到主库的主机上安装 MySQL Shell（MySQL 官方软件源中的 mysql-shell），并用它接管该组：{command}。期间该组照常运行。",
    "check.router_metadata.remedy_shell_there":
      "{host} 上有 MySQL Shell。请用它接管该组：{command}。期间该组照常运行。",
    "check.router_metadata.fail_unreadable": "无法读取元数据。服务器的应答：{said}",
    "check.router_metadata.remedy_unreadable": "请给出可读取 mysql_innodb_cluster_metadata 库的管理员账户。",
    "check.router_metadata.fail_partial": "元数据中缺少 MySQL Router 要读取的内容。服务器的应答：{said}",
    "check.router_metadata.remedy_partial":
      "若 MySQL Shell 正在处理元数据，请等待其完成；否则请用 MySQL Shell 删除它（{command}）并重新接管该组。",
    "check.router_metadata.fail_version":
      "元数据的版本为 {version}，MySQL Router 不支持；0.0.0 表示正在升级元数据。",
    "check.router_metadata.remedy_version": "请用 MySQL Shell 升级：{command}。",
    "check.router_metadata.fail_group": "元数据属于另一个组：本组为 {group}，元数据中为 {known:list}。",
    "check.router_metadata.remedy_group":
      "MySQL Router 会无处可连，或连到别的服务器。若该元数据已无用，请用 MySQL Shell 删除（dba.dropMetadataSchema()）并重新接管该组。",
    "check.router_metadata.fail_unlisted":
      "{cluster} 的元数据中缺少 {unlisted:list}：MySQL Router 永远不会连到那里。",
    "check.router_metadata.fail_gone": "{cluster} 的元数据中有 {gone:list}，但它已不在该组中。",
    "check.router_metadata.fail_both":
      "{cluster} 的元数据中缺少 {unlisted:list}，却有已不在该组中的 {gone:list}。",
    "check.router_metadata.remedy_rescan": "请用 MySQL Shell 更新：{command}。",

    "step.router.metadata": "仅限实验环境：写入 {schema} 中 MySQL Router 所需的最少内容",
    "step.router.account": "创建账户 {account}，用于读取元数据和组的状态",
    "step.router.bootstrap": "以用户 {user} 和 MySQL Router 自己的账户进行引导",
    "step.router.serve": "将其配置写入 {path} 并重启 {service}",
    "step.router.prove_read": "通过 {endpoint} 连接，确认它通向从库",
    "step.router.keep": "保留配置和服务",
    "step.router.stop": "停止 {service}，并将 {path} 和服务恢复原状",
    "step.router.clean": "删除 {folder} 及其中的密钥和状态",
    "step.router.forget": "删除账户 {account}，并从元数据中移除该 MySQL Router",

    "detail.router_proved": "{endpoint} 通向 {member}（{ms:duration}）。",
    "detail.router_file_left": "{path} 不是 Primacy 写入的文件，保持原样。",

    "failure.router_bootstrap": "无法在 {host} 上引导 MySQL Router。其输出为：{said}",
    "failure.router_bootstrap_late":
      "MySQL Router 未在 {limitMs:duration}内于 {host} 上完成引导。其输出为：{said}",
    "failure.router_incomplete": "{host} 上的引导生成的配置缺少所要求的某个入口。",
    "failure.router_file_foreign": "期间有人写入了 {host} 上的 {path}。该文件保持原样。",
    "failure.router_clean": "无法删除 {host} 上的 {folder}。主机的输出为：{said}",
    "failure.router_host_act": "{host} 未能完成操作：{reason:why}。",
    "failure.router_read_nowhere": "{endpoint} 未在 {limitMs:duration}内通向从库：{reason:why}。",
    "why.router_primary": "它通向主库 {member}",
    "why.router_home": "其用户无法写入 {home}（{said}）",

    "consequence.router_way": "客户端经 {host} 的端口 {write} 到达主库，经端口 {read} 到达从库。",
    "consequence.router_split":
      "端口 {port} 按语句类型分发。该端口的 TLS 终止于 MySQL Router，出示的是它自己生成的证书。",
    "consequence.router_tls": "其他端口的 TLS 直通服务器：客户端看到的是服务器自己的证书。",
    "consequence.router_lab":
      "写入的元数据不是 MySQL Shell 的，仅用于实验环境：MySQL Shell 无法用它管理集群。",
    "consequence.router_gone": "经 {host} 连接的客户端会断开，且该处不再有 MySQL Router。",
  },
);
