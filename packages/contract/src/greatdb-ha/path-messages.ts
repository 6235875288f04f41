import { catalog } from "../message/catalog/catalog";

/** What is found of the path over which plugins tell each other who has an address, before they are loaded and after. */
export const pluginPathMessages = catalog(
  {
    "check.plugin_load_line.title": "No option file loads the plugin",
    "check.plugin_load_line.fail":
      "Line {line} of {file} ({name}) loads the plugin at each start of the server. It would be loaded again after it was unloaded, so that neither an undo nor a removal of the VIP would last.",
    "check.plugin_load_line.remedy":
      "Take greatdb_ha out of the line. The server's own list of plugins loads it at each start once Primacy has installed it.",
    "check.plugin_alike.title": "The plugins of all members understand each other",
    "check.plugin_alike.fail":
      "The members are of different releases: {releases}. From 8.4.4-5 on the plugin understands no other release, so that two hosts would have the address after a switchover.",
    "check.plugin_alike.remedy": "Bring all members to the same release first.",
    "check.plugin_path.title": "It is known how the plugin reaches the other members",
    "check.plugin_path.warn":
      "Nobody could read it here as the administrator, so that nothing was tried. {reason:why}",
    "check.plugin_path.remedy":
      "Mend that first. A plugin that does not reach the others leaves two hosts with the address after a switchover.",
    "check.plugin_channel.title": "The plugin can sign in to the other members",
    "check.plugin_channel.pass":
      "As {user}, the account of its recovery channel, it signs in to {peers} without TLS.",
    "check.plugin_channel.warn_password":
      "The sign-in as {user} was not tried: the server does not store the password of its recovery channel.",
    "check.plugin_channel.warn_untried":
      "The sign-in as {user} to {peers} was not tried: the agent of this host did not answer, or is of an earlier release.",
    "check.plugin_channel.remedy_untried":
      "Try it by hand from this host, without TLS: mysql --ssl-mode=DISABLED --get-server-public-key -h MEMBER -u {user} -p. If it fails, two hosts have the address after a switchover.",
    "check.plugin_channel.fail_no_account":
      "Its recovery channel has no account, and the plugin has no other to tell the members with.",
    "check.plugin_channel.remedy_no_account":
      "Run CHANGE REPLICATION SOURCE TO SOURCE_USER='…', SOURCE_PASSWORD='…' FOR CHANNEL 'group_replication_recovery' here.",
    "check.plugin_channel.fail_secure":
      "{peer} refuses connections without TLS (require_secure_transport = ON), and the plugin makes no others.",
    "check.plugin_channel.remedy_secure":
      "Set require_secure_transport = OFF on all members and demand TLS of each account instead (ALTER USER … REQUIRE SSL), but for {user}. Or use Primacy's agent.",
    "check.plugin_channel.fail_tls":
      "{peer} refuses {user}: the account may sign in over TLS only, and the plugin makes connections without it.",
    "check.plugin_channel.remedy_tls":
      "Run ALTER USER for {user} with REQUIRE NONE on the primary. Or use Primacy's agent.",
    "check.plugin_channel.fail_denied": "{peer} does not let {user} in. {reason:why}",
    "check.plugin_channel.remedy_denied":
      "Let the account sign in from this host, and give the recovery channel its password again. The distributed recovery of this member needs both too.",
    "check.plugin_channel.fail_full": "{peer} has no connection left for {user}. {reason:why}",
    "check.plugin_channel.remedy_full": "Raise max_connections or the account's own limit there.",
    "check.plugin_channel.fail_name":
      "This host does not know the name {host}, which the group has for {peer}.",
    "check.plugin_channel.remedy_name":
      "Put the name into /etc/hosts or DNS, or set report_host of {peer} to its address and restart it.",
    "check.plugin_channel.fail_other": "{peer} ({host}, port {port}) did not let {user} in. {reason:why}",
    "check.plugin_channel.remedy_other":
      "Make sure that this host reaches the server of {peer}, and that the account may sign in without TLS.",
    "check.plugin_privilege.title": "The plugin may tell the other members who has the address",
    "check.plugin_privilege.pass": "{user} has the privilege for it on {peers}.",
    "check.plugin_privilege.fail":
      "{account} has neither SUPER nor REPLICATION_SLAVE_ADMIN on {peer}: without it the old primary keeps the address after each switchover.",
    "check.plugin_privilege.remedy": "Run on the primary: GRANT REPLICATION_SLAVE_ADMIN ON *.* TO {account};",
    "check.plugin_connections.title": "The server has connections left for the plugins",
    "check.plugin_connections.pass":
      "{now} of {limit} connections are in use, {most} at most since its start.",
    "check.plugin_connections.warn":
      "Since its start it had up to {most} of {limit} connections at once. The plugins of the others need {needed}: with none left, two hosts have the address after a switchover.",
    "check.plugin_connections.fail":
      "{now} of {limit} connections are in use, and the plugins of the others need {needed}.",
    "check.plugin_connections.remedy": "Raise max_connections, or let clients have fewer connections.",
    "check.plugin_port.title": "The plugin's port is free",
    "check.plugin_port.pass": "Nobody listens on port {port}.",
    "check.plugin_port.warn":
      "Nobody looked whether port {port} is free: the agent of this host did not answer, or is of an earlier release.",
    "check.plugin_port.remedy_untried":
      "Upgrade the agent. Or try port {port} by hand from each member to each other one.",
    "check.plugin_port.fail":
      "Somebody listens on port {port} already. The plugin would be loaded all the same, and reach nobody.",
    "check.plugin_port.remedy": "Stop that program, or have it listen on another port.",
    "check.plugin_port_path.title": "The plugin's port is open between the members",
    "check.plugin_port_path.pass":
      "{peers} answer at once on port {port}. That they let this host in, is proved once the plugins are loaded.",
    "check.plugin_port_path.warn":
      "Nobody tried whether {peers} can be reached on port {port}: the agent of this host did not answer, or is of an earlier release.",
    "check.plugin_port_path.fail_address":
      "The group has {host} for {peer}, and the plugin of 8.0.32-25 takes addresses only.",
    "check.plugin_port_path.remedy_address": "Set report_host of {peer} to its address and restart it.",
    "check.plugin_port_path.fail_filtered":
      "{peer} does not answer on port {port}: a firewall drops the connections, or the host is down.",
    "check.plugin_port_path.remedy_filtered":
      "Open TCP port {port} from this host to {peer}, and close it to all hosts that are no members.",
    "check.plugin_port_path.fail_name":
      "This host does not know the name {host}, which the group has for {peer}.",
    "check.plugin_port_path.fail_other": "{peer} cannot be reached on port {port}. {reason:why}",
    "detail.plugin_path_proved": "The plugin of each member reaches those of the others.",
    "detail.plugin_path_unproved":
      "Whether the plugin of {host} reaches the others, could not be tried. {reason:why}",
    "failure.plugin_path":
      "The plugin of {host} does not reach the one of {peer}: two hosts would have the address after a switchover. {reason:why}",
    "problem.plugin_path_no_agent": "Its host has no agent.",
    "problem.plugin_path_no_password": "The server does not store the password of its recovery channel.",
    "problem.plugin_path_answer": "It answered {shownAs}.",
  },
  {
    "check.plugin_load_line.title": "没有选项文件加载该插件",
    "check.plugin_load_line.fail":
      "{file} 第 {line} 行（{name}）在服务器每次启动时加载该插件。卸载后它会再次被加载，因此撤销和移除 VIP 都不会持久。",
    "check.plugin_load_line.remedy":
      "请从该行中去掉 greatdb_ha。Primacy 安装插件后，服务器自己的插件列表会在每次启动时加载它。",
    "check.plugin_alike.title": "所有成员的插件能够相互通信",
    "check.plugin_alike.fail":
      "成员的版本不同：{releases:list}。从 8.4.4-5 起，插件不能与其他版本通信，切换后会有两台主机持有该地址。",
    "check.plugin_alike.remedy": "请先将所有成员升级到同一版本。",
    "check.plugin_path.title": "已知插件如何到达其他成员",
    "check.plugin_path.warn": "无法在此以管理员身份读取，因此没有做任何尝试。{reason:why}",
    "check.plugin_path.remedy": "请先解决该问题。若插件到达不了其他成员，切换后会有两台主机持有该地址。",
    "check.plugin_channel.title": "插件能够登录其他成员",
    "check.plugin_channel.pass": "它以恢复通道的账户 {user} 不加密登录 {peers:list}。",
    "check.plugin_channel.warn_password": "没有尝试以 {user} 登录：服务器没有保存其恢复通道的密码。",
    "check.plugin_channel.warn_untried":
      "没有尝试以 {user} 登录 {peers:list}：该主机的代理没有应答，或者版本较旧。",
    "check.plugin_channel.remedy_untried":
      "请在该主机上手动尝试不加密登录：mysql --ssl-mode=DISABLED --get-server-public-key -h MEMBER -u {user} -p。若失败，切换后会有两台主机持有该地址。",
    "check.plugin_channel.fail_no_account": "其恢复通道没有账户，而插件没有其他账户可用来通知各成员。",
    "check.plugin_channel.remedy_no_account":
      "请在此执行 CHANGE REPLICATION SOURCE TO SOURCE_USER='…', SOURCE_PASSWORD='…' FOR CHANNEL 'group_replication_recovery'。",
    "check.plugin_channel.fail_secure":
      "{peer} 拒绝不加密的连接（require_secure_transport = ON），而插件只建立不加密的连接。",
    "check.plugin_channel.remedy_secure":
      "请在所有成员上设置 require_secure_transport = OFF，改为对 {user} 以外的每个账户要求加密（ALTER USER … REQUIRE SSL）。或使用 Primacy 代理。",
    "check.plugin_channel.fail_tls": "{peer} 拒绝 {user}：该账户只能加密登录，而插件只建立不加密的连接。",
    "check.plugin_channel.remedy_tls":
      "请在主库上对 {user} 执行带 REQUIRE NONE 的 ALTER USER。或使用 Primacy 代理。",
    "check.plugin_channel.fail_denied": "{peer} 不允许 {user} 登录。{reason:why}",
    "check.plugin_channel.remedy_denied":
      "请允许该账户从此主机登录，并重新为恢复通道设置密码。该成员的分布式恢复同样需要这两项。",
    "check.plugin_channel.fail_full": "{peer} 没有可供 {user} 使用的连接。{reason:why}",
    "check.plugin_channel.remedy_full": "请在那里增大 max_connections 或该账户自身的限制。",
    "check.plugin_channel.fail_name": "该主机无法解析 {host}，即组中 {peer} 的名称。",
    "check.plugin_channel.remedy_name":
      "请将该名称写入 /etc/hosts 或 DNS，或将 {peer} 的 report_host 设为其地址并重启。",
    "check.plugin_channel.fail_other": "{peer}（{host}，端口 {port}）没有让 {user} 登录。{reason:why}",
    "check.plugin_channel.remedy_other": "请确认该主机能够到达 {peer} 的服务器，且该账户可以不加密登录。",
    "check.plugin_privilege.title": "插件有权通知其他成员地址由谁持有",
    "check.plugin_privilege.pass": "{user} 在 {peers:list} 上有此权限。",
    "check.plugin_privilege.fail":
      "{account} 在 {peer} 上既没有 SUPER 也没有 REPLICATION_SLAVE_ADMIN：缺少该权限时，每次切换后旧主库都会保留该地址。",
    "check.plugin_privilege.remedy": "请在主库上执行：GRANT REPLICATION_SLAVE_ADMIN ON *.* TO {account};",
    "check.plugin_connections.title": "服务器有可供插件使用的连接",
    "check.plugin_connections.pass": "{limit} 个连接中已用 {now} 个，启动以来最多 {most} 个。",
    "check.plugin_connections.warn":
      "启动以来最多同时使用过 {limit} 个连接中的 {most} 个。其他成员的插件需要 {needed} 个：若没有剩余，切换后会有两台主机持有该地址。",
    "check.plugin_connections.fail": "{limit} 个连接中已用 {now} 个，而其他成员的插件需要 {needed} 个。",
    "check.plugin_connections.remedy": "请增大 max_connections，或减少客户端的连接数。",
    "check.plugin_port.title": "插件的端口空闲",
    "check.plugin_port.pass": "端口 {port} 上没有程序监听。",
    "check.plugin_port.warn": "没有检查端口 {port} 是否空闲：该主机的代理没有应答，或者版本较旧。",
    "check.plugin_port.remedy_untried": "请升级代理。或从每个成员手动尝试其他各成员的端口 {port}。",
    "check.plugin_port.fail": "端口 {port} 上已有程序监听。插件仍会加载，但到达不了任何成员。",
    "check.plugin_port.remedy": "请停止该程序，或让它监听其他端口。",
    "check.plugin_port_path.title": "插件的端口在成员之间开放",
    "check.plugin_port_path.pass":
      "{peers:list} 在端口 {port} 上立即应答。它们是否允许该主机连接，在插件加载后验证。",
    "check.plugin_port_path.warn":
      "没有尝试能否在端口 {port} 上到达 {peers:list}：该主机的代理没有应答，或者版本较旧。",
    "check.plugin_port_path.fail_address": "组中 {peer} 的名称为 {host}，而 8.0.32-25 的插件只接受地址。",
    "check.plugin_port_path.remedy_address": "请将 {peer} 的 report_host 设为其地址并重启。",
    "check.plugin_port_path.fail_filtered":
      "{peer} 在端口 {port} 上没有应答：防火墙丢弃了连接，或该主机已停机。",
    "check.plugin_port_path.remedy_filtered":
      "请开放从该主机到 {peer} 的 TCP 端口 {port}，并对所有非成员主机关闭。",
    "check.plugin_port_path.fail_name": "该主机无法解析 {host}，即组中 {peer} 的名称。",
    "check.plugin_port_path.fail_other": "无法在端口 {port} 上到达 {peer}。{reason:why}",
    "detail.plugin_path_proved": "每个成员的插件都能到达其他成员的插件。",
    "detail.plugin_path_unproved": "无法尝试 {host} 的插件能否到达其他成员。{reason:why}",
    "failure.plugin_path": "{host} 的插件到达不了 {peer} 的插件：切换后会有两台主机持有该地址。{reason:why}",
    "problem.plugin_path_no_agent": "其主机没有代理。",
    "problem.plugin_path_no_password": "服务器没有保存其恢复通道的密码。",
    "problem.plugin_path_answer": "它的应答为 {shownAs}。",
  },
);
