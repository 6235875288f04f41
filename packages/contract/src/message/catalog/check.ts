import { catalog } from "./catalog";
import { checkGroupCatalog } from "./check-group";
import { checkHostCatalog } from "./check-host";
import { checkSettingCatalog } from "./check-setting";

const ownCatalog = catalog(
  {
    "check.pending": "Not run yet.",
    "check.skipped_no_agent": "Not checked: the agent of this host did not answer.",
    "check.skipped_unread": "Not checked: this server did not return the values that the check needs.",
    "check.skipped_no_server": "Not checked: the MySQL server of this host does not answer its agent.",
    "check.restored.title": "The agents' configuration matches",
    "check.restored.fail":
      "The requested configuration differs from the configuration of the agents: this console was restored from an older database, or a cluster was removed here while an agent did not answer. {reasons}",
    "check.restored.remedy":
      "Request the configuration that the agents of this cluster hold, or first enforce this console's configuration on the page Members. The hosts then release the addresses that they hold for another cluster.",
    "check.address_usable.title": "A host can use the address",
    "check.address_usable.pass": "{address} is an ordinary host address of {network}.",
    "check.address_usable.fail_prefix":
      "{prefixLength} is not a valid prefix length for the address {address}: IPv4 has 32 bits.",
    "check.address_usable.fail_anycast":
      "{address} is the address of all routers of {network} (subnet-router anycast).",
    "check.address_usable.fail_network": "{address} is the network address of {network}.",
    "check.address_usable.fail_broadcast": "{address} is the broadcast address of {network}.",
    "check.address_usable.fail_reserved": "{address} is in {range}, which is reserved.",
    "check.address_usable.remedy": "Choose a free address in the network of the members.",
    "check.address_not_host.title": "No member or host has the address",
    "check.address_not_host.pass": "No member, host or interface that was checked has {address}.",
    "check.address_not_host.fail": "{address} belongs to {owner}.",
    "check.address_not_host.remedy": "Choose another address: a VIP must not be the address of any host.",
    "check.address_not_vip.title": "No other VIP has the address",
    "check.address_not_vip.pass": "No other VIP of this console has {address}.",
    "check.address_not_vip.fail": "{address} is already a VIP of cluster {cluster}.",
    "check.address_not_vip.remedy": "Choose another address, or remove that VIP from {cluster} first.",
    "check.address_not_gateway.title": "The address is not a gateway",
    "check.address_not_gateway.pass": "No gateway of the members has the address {address}.",
    "check.address_not_gateway.fail": "{address} is the gateway of {hosts}.",
    "check.address_not_gateway.remedy":
      "Choose another address: a VIP with the gateway's address cuts the hosts off.",
    "check.agent.title": "The agent answers",
    "check.agent.pass": "Agent {version}, protocol {protocol}.",
    "check.agent.fail_no_host": "This member is not matched to a host, so it has no agent.",
    "check.agent.fail_missing": "This host has no agent.",
    "check.agent.fail_outdated": "Its agent uses protocol {actual}; this console uses {expected}.",
    "check.agent.fail_unreachable": "Its agent does not answer: {reason:why}",
    "check.agent.remedy_missing": "Install the agent on this host. Every member needs one.",
    "check.agent.remedy_outdated": "Upgrade the agent on this host.",
    "check.agent.remedy_unreachable":
      "Check that the host is running and that port {port} of {address} is open for the console; then repair the agent.",
    "check.agent_server.title": "The agent can sign in to its server",
    "check.agent_server.pass": "It reads the state of the local MySQL server.",
    "check.agent_server.warn":
      "It has no account for the local MySQL server yet; it gets one when you apply the VIP.",
    "check.agent_server.fail": "It cannot query the local MySQL server: {reason:why}.",
    "check.agent_server.remedy":
      "Check that the server is running and listens on its own address or admin_address, and discover the members again: this creates the agent's account again.",
    "check.ipv6_enabled.title": "The interface has IPv6",
    "check.ipv6_enabled.pass": "IPv6 is enabled on {nic}.",
    "check.ipv6_enabled.fail":
      "IPv6 is disabled on {nic} (disable_ipv6 is 1): the kernel refuses to add the address.",
    "check.ipv6_enabled.remedy":
      "Set net.ipv6.conf.{nic}.disable_ipv6 = 0 and give the interface an IPv6 address.",
    "check.ipv6_wire.title": "The agent can use neighbour discovery",
    "check.ipv6_wire.pass": "It has its own packet sockets.",
    "check.ipv6_wire.fail":
      "It has no packet sockets here, and arping supports IPv4 only. So it cannot check which machine has the address, and would take none.",
    "check.ipv6_wire.remedy": "Install the agent again: its file koffi.node cannot be loaded.",
    "check.read_secondaries.title": "A secondary can hold the address",
    "check.read_secondaries.pass": "Online secondaries: {members}.",
    "check.read_secondaries.warn":
      "No secondary is online now: the primary, {primary}, holds the address until one is.",
    "check.read_secondaries.remedy": "Bring back a secondary; it then takes the address by itself.",
    "check.other_manager.title": "No other program moves addresses on this host",
    "check.other_manager.pass": "No keepalived, greatdb_ha, vip-manager, Pacemaker or ucarp was found.",
    "check.other_manager.warn_running": "{manager} is running, for {addresses}. ({evidence})",
    "check.other_manager.warn_unknown":
      "{manager} is running, and Primacy could not see which addresses it moves. ({evidence})",
    "check.other_manager.warn_configured":
      "{manager} is configured for {address} but is not running now. ({evidence})",
    "check.other_manager.fail": "{manager} already moves {address}. ({evidence})",
    "check.other_manager.fail_plugin_off":
      "{manager} has {address} configured. When switched off, it does not release an address, and it adds the address again. ({evidence})",
    "check.other_manager.remedy":
      "Remove {address} from the configuration of {manager}: two programs that move the same address put it on two hosts.",
    "check.other_manager.remedy_keepalived":
      "Where clients use it with the server's own port, migrate {address} from Keepalived on the page of the proxies. Otherwise remove it from Keepalived's configuration: two programs that move the same address put it on two hosts.",
    "check.other_manager.remedy_running": "Make sure that {manager} never gets this address.",
    "check.report_host.title": "The member announces an address that the others can reach",
    "check.report_host.pass": "It announces itself as {value}.",
    "check.report_host.warn_unset":
      "report_host is not set; the group knows the member by its host name, {value}.",
    "check.report_host.fail_loopback":
      "It announces itself as {value}, a loopback address that every host uses for itself.",
    "check.report_host.fail_foreign":
      "It announces itself as {value}, but no interface of this host has that address.",
    "check.report_host.fail_shared": "It announces itself as {value}, and so does {members}.",
    "check.report_host.fail_unresolved": "It announces itself as {value}, a name that {host} cannot resolve.",
    "check.report_host.fail_misled":
      "It announces itself as {value}, which {host} resolves to {addresses}: that is not this member.",
    "check.report_host.remedy_name":
      "Set report_host to the member's own address, or make every host resolve the name {value} to it.",
    "check.report_host.remedy":
      "Set report_host to the member's own address in its configuration, and restart it.",
    "check.bind_address.title": "The server accepts connections to the address",
    "check.bind_address.pass": "bind_address is {value}.",
    "check.bind_address.fail": "bind_address is {value}: the server refuses connections to {address}.",
    "check.bind_address.remedy": "Set bind_address = * in the server's configuration, and restart it.",
    "check.port.title": "The server listens on the port of the VIP",
    "check.port.pass": "It listens on port {port}.",
    "check.port.fail": "It listens on port {actual}, not on {port}.",
    "check.port.remedy": "Give the VIP the port on which all members listen.",
    "check.restart_safety.title": "A restarted server does not accept writes on its own",
    "check.restart_safety.pass_start_on_boot": "group_replication_start_on_boot is ON.",
    "check.restart_safety.pass_read_only": "super_read_only is ON in the server's configuration.",
    "check.restart_safety.fail":
      "group_replication_start_on_boot is OFF and super_read_only is not in the configuration: after a restart this server accepts writes that the group never sees, and they are lost.",
    "check.restart_safety.remedy":
      "SET PERSIST group_replication_start_on_boot = ON, or put super_read_only = ON into the server's configuration.",
    "check.listening_ports.title": "Outgoing connections cannot use the server's ports",
    "check.listening_ports.pass":
      "The kernel uses the ports {range} for outgoing connections and reserves {ports}.",
    "check.listening_ports.warn":
      "The kernel uses the ports {range} for outgoing connections and does not reserve {atRisk}: if a connection uses one of them, a restarted server ends at once or stays out of its group.",
    "check.listening_ports.remedy":
      "Run sysctl -w net.ipv4.ip_local_reserved_ports={setting} on the host, and write the same into a file in /etc/sysctl.d.",
    "check.admin_address.title": "The agent has a reserved connection to the server",
    "check.admin_address.pass": "admin_address is {value}, port {port}.",
    "check.admin_address.warn":
      "admin_address is not set: at max_connections the agent cannot sign in again after a lost connection, and releases the VIP.",
    "check.admin_address.remedy":
      "Set admin_address = 127.0.0.1 in the server's configuration, and restart it.",
    "check.connections.title": "The server has free connections for its agent",
    "check.connections.pass": "{connected} of {max} connections are in use.",
    "check.connections.pass_admin":
      "admin_address is {value}: the agent signs in there, even at max_connections.",
    "check.connections.warn":
      "{connected} of {max} connections are in use, and admin_address is not set: if none is free, the agent cannot sign in again after a lost connection, and releases the VIP.",
    "check.connections.remedy":
      "Set admin_address = 127.0.0.1 in the server's configuration, and restart it. Until then, find the user of the many connections with SHOW PROCESSLIST, or raise max_connections.",
    "check.durability.title": "An acknowledged write is on disk",
    "check.durability.pass": "sync_binlog and innodb_flush_log_at_trx_commit are 1.",
    "check.durability.warn":
      "sync_binlog is {syncBinlog} and innodb_flush_log_at_trx_commit is {flush}: if a majority of the hosts lose power at once, acknowledged writes are lost.",
    "check.durability.remedy": "Set both to 1, or accept that loss.",
    "check.expel_timeout.title": "Failover is as fast as the group allows",
    "check.expel_timeout.pass":
      "group_replication_member_expel_timeout is 0: the group replaces a crashed primary after {minSeconds} to {maxSeconds} s.",
    "check.expel_timeout.warn":
      "group_replication_member_expel_timeout is {value}: writes stop for {minSeconds} to {maxSeconds} s when the primary crashes. With 0 it is {bestMinSeconds} to {bestMaxSeconds} s.",
    "check.expel_timeout.warn_differs":
      "group_replication_member_expel_timeout differs: {values}. Writes stop for {minSeconds} to {maxSeconds} s when the primary crashes, depending on the member that expels it.",
    "check.expel_timeout.fail_unknown": "No server reported its expel timeout.",
    "check.expel_timeout.remedy": "SET PERSIST group_replication_member_expel_timeout = 0 on every member.",
    "check.majority_timeout.title": "A primary without a majority gives up",
    "check.majority_timeout.pass":
      "group_replication_unreachable_majority_timeout is {value}: a primary without a majority leaves the group after {value} s.",
    "check.majority_timeout.warn":
      "group_replication_unreachable_majority_timeout is 0 on {members}: a primary that is cut off lets its clients wait forever. Its host still releases a VIP after {releaseSeconds} s.",
    "check.majority_timeout.warn_late":
      "group_replication_unreachable_majority_timeout is {value} on {members}, not below the expel timeout {expel}: a primary that is cut off still waits after the group has elected a new one.",
    "check.majority_timeout.remedy":
      "SET PERSIST group_replication_unreachable_majority_timeout to a few seconds on every member, below the expel timeout if that is above 0.",
    "check.checkpoint_period.title": "A switchover does not wait for a checkpoint",
    "check.checkpoint_period.pass":
      "The appliers of the members write their progress at least every {maxMs:duration}: a new primary waits at most that long for its last transaction.",
    "check.checkpoint_period.pass_single":
      "The members apply with one thread each, which does not wait for a checkpoint.",
    "check.checkpoint_period.warn":
      "replica_checkpoint_period is {values}: if a transaction is being applied when a switchover begins, the new primary sees its end only at the next checkpoint, and writes stop for up to {maxMs:duration} more.",
    "check.checkpoint_period.remedy": "SET PERSIST replica_checkpoint_period = {value} on every member.",
    "check.switchover_transactions.title": "No long transaction delays the switchover",
    "check.switchover_transactions.pass":
      "No transaction on {member} has been open for {limitSeconds} s or longer.",
    "check.switchover_transactions.warn":
      "{count} transactions on {member} have been open for up to {seconds} s: the group refuses new writes for up to {waitSeconds} s until they end, and then ends them.",
    "check.switchover_transactions.remedy": "Wait until they end, or end them, before the switchover.",
  },
  {
    "check.pending": "尚未执行。",
    "check.skipped_no_agent": "未检查：该主机的代理没有应答。",
    "check.skipped_unread": "未检查：无法从该服务器读取所需的值。",
    "check.skipped_no_server": "未检查：该主机的 MySQL 服务器没有应答其代理。",
    "check.restored.title": "代理所持有的配置",
    "check.restored.fail":
      "所请求的与代理所持有的不同：本控制台是从较旧的数据库恢复的，或某个集群在代理没有应答时已在此移除。{reasons}",
    "check.restored.remedy":
      "请按本集群代理所持有的配置提出请求，或先在集群成员页面上使本控制台的配置生效：主机随后会放弃为其他集群持有的地址。",
    "check.address_usable.title": "该地址可以分配给主机",
    "check.address_usable.pass": "{address} 是 {network} 中的普通主机地址。",
    "check.address_usable.fail_prefix": "{prefixLength} 不是地址 {address} 的前缀长度：IPv4 有 32 位。",
    "check.address_usable.fail_anycast": "{address} 是 {network} 中所有路由器的地址（子网路由器任播）。",
    "check.address_usable.fail_network": "{address} 是 {network} 的网络地址。",
    "check.address_usable.fail_broadcast": "{address} 是 {network} 的广播地址。",
    "check.address_usable.fail_reserved": "{address} 位于保留地址段 {range}。",
    "check.address_usable.remedy": "请从各成员共同所在的网络中选择一个空闲地址。",
    "check.address_not_host.title": "没有成员或主机使用该地址",
    "check.address_not_host.pass": "已检查的成员、主机和网卡均未使用 {address}。",
    "check.address_not_host.fail": "{address} 属于 {owner}。",
    "check.address_not_host.remedy": "请选择其他地址：VIP 不能是任何主机自己的地址。",
    "check.address_not_vip.title": "没有其他 VIP 使用该地址",
    "check.address_not_vip.pass": "本控制台的其他 VIP 均未使用 {address}。",
    "check.address_not_vip.fail": "{address} 已是集群 {cluster} 的 VIP。",
    "check.address_not_vip.remedy": "请选择其他地址，或先从 {cluster} 移除该 VIP。",
    "check.address_not_gateway.title": "该地址不是网关",
    "check.address_not_gateway.pass": "各成员的网关都不是 {address}。",
    "check.address_not_gateway.fail": "{address} 是 {hosts:list} 的网关。",
    "check.address_not_gateway.remedy": "请选择其他地址：占用网关地址会使主机断网。",
    "check.agent.title": "代理应答",
    "check.agent.pass": "代理 {version}，协议 {protocol}。",
    "check.agent.fail_no_host": "该成员没有匹配的主机，因此没有代理。",
    "check.agent.fail_missing": "该主机上没有代理。",
    "check.agent.fail_outdated": "其代理使用协议 {actual}，本控制台使用协议 {expected}。",
    "check.agent.fail_unreachable": "其代理没有应答：{reason:why}",
    "check.agent.remedy_missing": "请在该主机上安装代理。每个成员都需要代理。",
    "check.agent.remedy_outdated": "请升级该主机上的代理。",
    "check.agent.remedy_unreachable":
      "请确认主机正在运行，且控制台可以访问 {address} 的端口 {port}；然后修复代理。",
    "check.agent_server.title": "代理可以登录其服务器",
    "check.agent_server.pass": "它能读取本机 MySQL 服务器的状态。",
    "check.agent_server.warn": "它尚无本机 MySQL 服务器的账户；应用 VIP 时会得到账户。",
    "check.agent_server.fail": "它无法询问本机的 MySQL 服务器：{reason:why}。",
    "check.agent_server.remedy":
      "请确认服务器正在运行，并监听其自身地址或 admin_address；然后重新发现成员，以重新下发代理的账户。",
    "check.ipv6_enabled.title": "网卡启用了 IPv6",
    "check.ipv6_enabled.pass": "{nic} 上已启用 IPv6。",
    "check.ipv6_enabled.fail": "{nic} 上的 IPv6 已关闭（disable_ipv6 为 1）：内核会拒绝在其上添加该地址。",
    "check.ipv6_enabled.remedy": "请设置 net.ipv6.conf.{nic}.disable_ipv6 = 0，并为网卡配置 IPv6 地址。",
    "check.ipv6_wire.title": "代理能够询问 IPv6 地址",
    "check.ipv6_wire.pass": "它有自己的数据包套接字。",
    "check.ipv6_wire.fail":
      "它在此没有自己的数据包套接字，而 arping 只能询问 IPv4 地址：它无法询问谁拥有该地址，因此不会接管。",
    "check.ipv6_wire.remedy": "请重新安装代理：其旁边的文件 koffi.node 无法加载。",
    "check.read_secondaries.title": "有从库可以持有该地址",
    "check.read_secondaries.pass": "在线的从库：{members:list}。",
    "check.read_secondaries.warn": "目前没有从库在线：该地址由主库 {primary} 持有，直到有从库在线。",
    "check.read_secondaries.remedy": "请恢复一个从库；该地址会随后自动移到其上。",
    "check.other_manager.title": "该主机上没有其他程序移动地址",
    "check.other_manager.pass": "未发现 keepalived、greatdb_ha、vip-manager、Pacemaker 或 ucarp。",
    "check.other_manager.warn_running": "{manager} 正在运行，管理 {addresses:list}。（{evidence:list}）",
    "check.other_manager.warn_unknown": "{manager} 正在运行，无法得知它移动哪些地址。（{evidence:list}）",
    "check.other_manager.warn_configured":
      "{manager} 的配置中有 {address}，但目前没有运行。（{evidence:list}）",
    "check.other_manager.fail": "{manager} 已在移动 {address}。（{evidence:list}）",
    "check.other_manager.fail_plugin_off":
      "{manager} 的配置中有 {address}。它关闭后也不会放开该地址，还会重新绑定。（{evidence:list}）",
    "check.other_manager.remedy":
      "请从 {manager} 的配置中去掉 {address}：两个程序移动同一个地址，会使它出现在两台主机上。",
    "check.other_manager.remedy_keepalived":
      "如果客户端以服务器自己的端口使用 {address}，请在代理服务页面将它从 Keepalived 迁移过来。否则请从 Keepalived 的配置中去掉它：两个程序移动同一个地址，会使它出现在两台主机上。",
    "check.other_manager.remedy_running": "请确保 {manager} 永远不会得到该地址。",
    "check.report_host.title": "该成员公布的地址可以被其他成员访问",
    "check.report_host.pass": "它公布的地址是 {value}。",
    "check.report_host.warn_unset": "未设置 report_host；组以主机名 {value} 识别该成员。",
    "check.report_host.fail_loopback": "它公布的地址是 {value}，每台主机都会把它当作自己。",
    "check.report_host.fail_foreign": "它公布的地址是 {value}，但本机没有网卡带有该地址。",
    "check.report_host.fail_shared": "它公布的地址是 {value}，与 {members:list} 相同。",
    "check.report_host.fail_unresolved": "它公布的名称是 {value}，{host} 无法解析该名称。",
    "check.report_host.fail_misled":
      "它公布的名称是 {value}，而 {host} 将其解析为 {addresses:list}，那不是该成员。",
    "check.report_host.remedy_name":
      "请将 report_host 设为该成员自己的地址，或让每台主机都把名称 {value} 解析到该地址。",
    "check.report_host.remedy": "请在其配置中将 report_host 设为该成员自己的地址，然后重启。",
    "check.bind_address.title": "服务器接受发往该地址的连接",
    "check.bind_address.pass": "bind_address 为 {value}。",
    "check.bind_address.fail": "bind_address 为 {value}：服务器会拒绝发往 {address} 的连接。",
    "check.bind_address.remedy": "请在服务器配置中设置 bind_address = *，然后重启。",
    "check.port.title": "服务器监听 VIP 的端口",
    "check.port.pass": "它监听端口 {port}。",
    "check.port.fail": "它监听端口 {actual}，而不是 {port}。",
    "check.port.remedy": "请将 VIP 的端口设为所有成员都监听的端口。",
    "check.restart_safety.title": "重启后的服务器不会自行变为可写",
    "check.restart_safety.pass_start_on_boot": "group_replication_start_on_boot 为 ON。",
    "check.restart_safety.pass_read_only": "服务器配置中 super_read_only 为 ON。",
    "check.restart_safety.fail":
      "group_replication_start_on_boot 为 OFF，且配置中没有 super_read_only：重启之后，该服务器会接受组看不到的写入，而这些写入会丢失。",
    "check.restart_safety.remedy":
      "请执行 SET PERSIST group_replication_start_on_boot = ON，或在服务器配置中加入 super_read_only = ON。",
    "check.listening_ports.title": "没有连接会占用数据库的监听端口",
    "check.listening_ports.pass": "内核为本机发起的连接分配 {range} 中的端口，并保留 {ports:list}。",
    "check.listening_ports.warn":
      "内核为本机发起的连接分配 {range} 中的端口，且未保留 {atRisk:list}：某个连接占用其中之一时，重新启动的数据库会立即退出，或无法加入该组。",
    "check.listening_ports.remedy":
      "请在该主机上执行 sysctl -w net.ipv4.ip_local_reserved_ports={setting}，并将同样的设置写入 /etc/sysctl.d 中的文件。",
    "check.admin_address.title": "代理有专用的数据库连接",
    "check.admin_address.pass": "admin_address 为 {value}，端口 {port}。",
    "check.admin_address.warn":
      "未设置 admin_address：达到 max_connections 时，代理断线后无法重新登录，会释放 VIP。",
    "check.admin_address.remedy": "请在服务器配置中设置 admin_address = 127.0.0.1，然后重启。",
    "check.connections.title": "服务器为其代理留有连接",
    "check.connections.pass": "{max} 个连接中已用 {connected} 个。",
    "check.connections.pass_admin": "admin_address 为 {value}：即使达到 max_connections，代理也能由此登录。",
    "check.connections.warn":
      "{max} 个连接中已用 {connected} 个，且未设置 admin_address：连接用尽时，代理断线后无法重新登录，会释放 VIP。",
    "check.connections.remedy":
      "请在服务器配置中设置 admin_address = 127.0.0.1 并重启。在此之前，请用 SHOW PROCESSLIST 查明谁打开了这么多连接，或调大 max_connections。",
    "check.durability.title": "已确认的写入已落盘",
    "check.durability.pass": "sync_binlog 和 innodb_flush_log_at_trx_commit 均为 1。",
    "check.durability.warn":
      "sync_binlog 为 {syncBinlog}，innodb_flush_log_at_trx_commit 为 {flush}：如果多数主机同时断电，已确认的写入会丢失。",
    "check.durability.remedy": "请将两者设为 1，或接受这种丢失。",
    "check.expel_timeout.title": "故障切换已达到该组允许的最快速度",
    "check.expel_timeout.pass":
      "group_replication_member_expel_timeout 为 0：主库崩溃后 {minSeconds} 至 {maxSeconds} 秒内被替换。",
    "check.expel_timeout.warn":
      "group_replication_member_expel_timeout 为 {value}：主库崩溃时写入会停止 {minSeconds} 至 {maxSeconds} 秒。设为 0 时为 {bestMinSeconds} 至 {bestMaxSeconds} 秒。",
    "check.expel_timeout.warn_differs":
      "group_replication_member_expel_timeout 不一致：{values:list}。主库崩溃时写入会停止 {minSeconds} 至 {maxSeconds} 秒，取决于由哪个成员将其驱逐。",
    "check.expel_timeout.fail_unknown": "没有服务器说明其驱逐超时。",
    "check.expel_timeout.remedy":
      "请在每个成员上执行 SET PERSIST group_replication_member_expel_timeout = 0。",
    "check.majority_timeout.title": "失去多数派的主库会放弃",
    "check.majority_timeout.pass":
      "group_replication_unreachable_majority_timeout 为 {value}：失去多数派的主库在 {value} 秒后离开组。",
    "check.majority_timeout.warn":
      "{members:list} 上的 group_replication_unreachable_majority_timeout 为 0：与其他成员隔绝的主库会让客户端永远等待。VIP 仍会在 {releaseSeconds} 秒后离开它。",
    "check.majority_timeout.warn_late":
      "{members:list} 上的 group_replication_unreachable_majority_timeout 为 {value}，不低于驱逐超时 {expel}：被隔绝的主库仍在等待时，继任者已经选出。",
    "check.majority_timeout.remedy":
      "请在每个成员上用 SET PERSIST 将 group_replication_unreachable_majority_timeout 设为几秒；驱逐超时大于 0 时应低于它。",
    "check.checkpoint_period.title": "主从切换无需等待检查点",
    "check.checkpoint_period.pass":
      "各成员的应用线程至少每 {maxMs:duration}记录一次进度：新主库等待最后一个事务的时间不会更长。",
    "check.checkpoint_period.pass_single": "各成员都以单线程应用，无需等待检查点。",
    "check.checkpoint_period.warn":
      "replica_checkpoint_period 为 {values:list}：切换开始时若有事务正在应用，新主库要到下一个检查点才知道它已结束，写入会因此多停止最长 {maxMs:duration}。",
    "check.checkpoint_period.remedy": "请在每个成员上执行 SET PERSIST replica_checkpoint_period = {value}。",
    "check.switchover_transactions.title": "没有长事务拖住切换",
    "check.switchover_transactions.pass": "{member} 上没有打开 {limitSeconds} 秒或更久的事务。",
    "check.switchover_transactions.warn":
      "{member} 上有 {count} 个事务已打开，最长 {seconds} 秒：组会拒绝新的写入，至多等待 {waitSeconds} 秒让它们结束，之后将其终止。",
    "check.switchover_transactions.remedy": "请在切换之前等待它们结束，或将其终止。",
  },
);

/** The VIP's pre-checks: `check.<code>.title`, what was seen for each result, and the remedy; and the fixes that they offer. */
export const checkCatalog = {
  en: { ...ownCatalog.en, ...checkGroupCatalog.en, ...checkHostCatalog.en, ...checkSettingCatalog.en },
  zh: { ...ownCatalog.zh, ...checkGroupCatalog.zh, ...checkHostCatalog.zh, ...checkSettingCatalog.zh },
};
