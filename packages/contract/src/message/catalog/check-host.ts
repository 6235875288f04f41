import { catalog } from "./catalog";

/** Checks of a host, its interface and its network: `check.<code>.title`, what was seen, and the remedy. */
export const checkHostCatalog = catalog(
  {
    "check.nic.title": "The interface exists and is up",
    "check.nic.pass": "{nic} ({mac}) is up and has a carrier; {addresses}.",
    "check.nic.pass_detected":
      "{nic} ({mac}), detected from the member's address, is up and has a carrier; {addresses}.",
    "check.nic.fail_missing": "There is no interface {nic}. This host has {nics}.",
    "check.nic.fail_undetected": "No interface has the member's own address {address}. This host has {nics}.",
    "check.nic.fail_down": "{nic} is down.",
    "check.nic.fail_no_carrier": "{nic} has no carrier.",
    "check.nic.remedy": "Choose another interface for this host, or bring it up.",
    "check.subnet.title": "The address belongs to a network of the interface",
    "check.subnet.pass": "{address} is in {network}, to which {nic} is connected by {own}.",
    "check.subnet.fail_outside": "{address} is in none of the networks of {nic}: {networks}.",
    "check.subnet.fail_prefix":
      "{nic} is connected to {network}, not to a network of prefix length {prefixLength}.",
    "check.subnet.remedy": "Give the VIP an address and the prefix length of the interface's network.",
    "check.address_unused.title": "No machine answers for the address",
    "check.address_unused.pass": "Asked by {protocol} on {nic}: no machine answered within {durationMs} ms.",
    "check.address_unused.pass_own":
      "Asked by {protocol} on {nic}: {mac} answered, which is {host}, the holder of this VIP.",
    "check.address_unused.pass_holder": "This host holds the VIP itself.",
    "check.address_unused.fail": "Asked by {protocol} on {nic}: {macs} answered.",
    "check.address_unused.fail_member": "Asked by {protocol} on {nic}: {macs} answered, which is {host}.",
    "check.address_unused.taken": "The address is in use: {macs} answered {protocol} for it.",
    "check.address_unused.taken_member": "The address is in use: {host} ({macs}) answered {protocol} for it.",
    "check.address_unused.fail_not_asked":
      "The agent could not check the address by ARP or neighbour discovery: {reason:why}.",
    "check.address_unused.remedy":
      "Find the machine with this Ethernet address and free the address, or choose another one.",
    "check.address_unused.remedy_not_asked":
      "Repair the agent on this host so that it can check: without an answer, Primacy does not know whether the address is free.",
    "check.arp_answers.title": "The host answers ARP for its addresses",
    "check.arp_answers.pass": "arp_ignore is {value}.",
    "check.arp_answers.warn":
      "arp_ignore is {value} on {nic}: the host answers only if the sender is in the same network as the address.",
    "check.arp_answers.fail":
      "arp_ignore is {value} on {nic}: the host would hold the VIP and never answer ARP for it.",
    "check.arp_answers.remedy":
      "Set net.ipv4.conf.all.arp_ignore and net.ipv4.conf.{nic}.arp_ignore to 0 or 1.",
    "check.privileges.title": "The agent may change addresses and send ARP",
    "check.privileges.pass": "It has CAP_NET_ADMIN and CAP_NET_RAW.",
    "check.privileges.fail": "It lacks {missing}.",
    "check.privileges.remedy": "Repair the agent on this host: the installation grants both capabilities.",
    "check.tools.title": "The host has iproute2",
    "check.tools.pass": "ip and ss are installed.",
    "check.tools.warn_ss":
      "ss is missing: when the host releases the address, open connections are not closed, and their clients wait for their own timeouts.",
    "check.tools.warn_ip": "ip is missing; the agent changes addresses only by netlink, without a fallback.",
    "check.tools.fail": "ip is missing and netlink cannot be used: the agent has no way to change addresses.",
    "check.tools.remedy": "Install the package iproute2 on this host.",
    "check.tool_nft.title": "The host has nft",
    "check.tool_nft.pass": "nft is installed: connections to a released address are reset at once.",
    "check.tool_nft.warn":
      "nft is missing: after a release, connected clients wait for their own timeouts, and new connections may wait 1 s longer.",
    "check.tool_nft.remedy": "Install the package nftables on this host.",
    "check.tool_arping.title": "The host has arping",
    "check.tool_arping.pass": "arping is installed.",
    "check.tool_arping.warn":
      "arping is missing: if packet sockets fail, the agent has no other way to send ARP requests.",
    "check.tool_arping.remedy": "Install the package iputils-arping on this host.",
    "check.arp_flux.title": "Only one interface answers for the address",
    "check.arp_flux.pass": "No interface other than {nic} is in the network of the address.",
    "check.arp_flux.pass_ignored":
      "{others} is in the same network as {nic}, but arp_ignore prevents it from answering.",
    "check.arp_flux.warn":
      "{others} is in the same network as {nic}: with arp_ignore 0 each answers for {address} with its own Ethernet address, and clients may send to the wrong one.",
    "check.arp_flux.remedy":
      "Set net.ipv4.conf.all.arp_ignore = 1 and net.ipv4.conf.all.arp_announce = 2, or remove the other interface from this network.",
    "check.reverse_path.title": "The reverse path filter accepts packets to the address",
    "check.reverse_path.pass": "rp_filter is {value} on {nic}, which matches the return path.",
    "check.reverse_path.warn":
      "rp_filter is 1 (strict) on {nic}, but the gateway {gateways} is on another interface: the kernel drops packets from clients of other networks to the address.",
    "check.reverse_path.remedy":
      "Set net.ipv4.conf.all.rp_filter and net.ipv4.conf.{nic}.rp_filter to 2 (loose), or put the gateway on {nic}.",
    "check.kernel.title": "The kernel can reset connections to a released address",
    "check.kernel.pass": "Linux {kernel}.",
    "check.kernel.warn":
      "Linux {kernel} is older than {needed}: after a release, connected clients wait for their own timeouts, and new connections may wait 1 s longer.",
    "check.kernel.remedy": "Run Linux {needed} or newer, or accept the wait.",
    "check.clock_source.title": "The host has a fast clock source",
    "check.clock_source.pass": "The clock source is {source}.",
    "check.clock_source.warn":
      "The clock source is {source}, which is slow to read: the agent and the server read it thousands of times a second.",
    "check.clock_source.skipped": "The kernel does not report its clock source.",
    "check.clock_source.remedy":
      "Check in the kernel's log why it dropped tsc or the hypervisor's own clock, and select that clock again.",
    "check.platform.title": "The network delivers an address to the host that announces it",
    "check.platform.pass": "The machine is {platform}.",
    "check.platform.pass_unknown": "The firmware does not report the platform of the machine.",
    "check.platform.warn":
      "The machine is {platform}: a cloud network delivers an address to the machine that the cloud assigned it to, whatever ARP says. Clients cannot reach a VIP that moves.",
    "check.platform.remedy":
      "Try a switchover before you rely on the VIP. If the VIP does not follow, use the cloud's own load balancer or MySQL Router.",
    "check.nic_manager.title": "No program removes the address from the interface",
    "check.nic_manager.pass_none": "Neither systemd-networkd nor NetworkManager manages {nic}.",
    "check.nic_manager.pass_keeps":
      "{manager} manages {nic} and keeps addresses of other programs ({evidence}).",
    "check.nic_manager.warn_networkd":
      "systemd-networkd manages {nic} ({evidence}) and removes addresses of other programs at each restart or reconfiguration. The agent adds the VIP again within moments, at most three times within a minute.",
    "check.nic_manager.warn":
      "{manager} manages {nic} ({evidence}) and removes addresses of other programs when it activates the connection again. The agent adds the VIP again within moments, at most three times within a minute.",
    "check.nic_manager.skipped": "There is no interface to check.",
    "check.nic_manager.remedy_networkd": "Set KeepConfiguration=yes for {nic} in its .network file.",
    "check.nic_manager.remedy":
      "Do not activate the connection of {nic} again while this host holds the VIP.",
    "check.address_remembered.title": "No other machine had the address recently",
    "check.address_remembered.pass": "The kernel has no entry of another machine with {address}.",
    "check.address_remembered.pass_member": "The kernel has an entry for {mac}, which is {host}.",
    "check.address_remembered.warn":
      "The kernel has an entry of {mac} with {address} on {nic}. That machine is not a member; it may be off now and come back.",
    "check.address_remembered.remedy":
      "Find the machine with this Ethernet address and make sure that it does not use the address again.",
    "check.reverse_name.title": "The address has a name",
    "check.reverse_name.pass":
      "The name server resolves {address} to {names}. Make sure that this is the name of the VIP.",
    "check.reverse_name.pass_none": "The name server has no name for {address}.",
    "check.reverse_name.pass_unknown": "No name server answered.",
    "check.gateway.title": "The gateway answers",
    "check.gateway.pass": "{gateways} answers on {nic}.",
    "check.gateway.pass_none": "This host has no default gateway: the VIP serves its own network.",
    "check.gateway.pass_elsewhere": "The gateway {all} is not in any network of the interface.",
    "check.gateway.warn":
      "The gateway {gateways} does not answer on {nic}: clients of other networks can reach neither this host nor the VIP on it.",
    "check.gateway.remedy": "Repair the network path to the gateway.",
    "check.disk_space.title": "The server's disk has free space",
    "check.disk_space.pass": "{freeMiB} MiB ({percent} %) are free in {path}.",
    "check.disk_space.warn":
      "{freeMiB} MiB ({percent} %) are free in {path}: a full disk stops every write, but the server stays the primary.",
    "check.disk_space.fail":
      "{freeMiB} MiB are free in {path}: the server will soon be unable to write, but it stays the primary.",
    "check.disk_space.skipped":
      "Not checked: the agent does not know the server's data directory, or may not read it.",
    "check.disk_space.remedy": "Free space, or purge binary logs that no member needs.",
    "check.agent_paths.title": "The agent reaches the other agents",
    "check.agent_paths.pass": "It reaches all {count} other agents.",
    "check.agent_paths.pass_alone": "There is no other agent to reach.",
    "check.agent_paths.warn":
      "It does not reach {hosts}: when it takes the VIP, it cannot ask these hosts for their release, and waits {seconds} s instead.",
    "check.agent_paths.remedy":
      "Open the agents' port between the hosts, in both directions. The same check on the other host shows whether the return path is open.",
    "check.boot_start.title": "The agent starts by itself after a reboot",
    "check.boot_start.pass": "At boot {evidence} starts it.",
    "check.boot_start.warn_systemd":
      "systemd does not start it at boot (checked: {evidence}): after a reboot this host cannot hold the VIP until you start the agent.",
    "check.boot_start.warn_init":
      "No init script starts it at boot (checked: {evidence}): after a reboot this host cannot hold the VIP, unless another program starts the agent.",
    "check.boot_start.warn_none":
      "The host has neither systemd nor init scripts (checked: {evidence}): after a reboot this host cannot hold the VIP, unless another program starts the agent.",
    "check.boot_start.remedy_systemd":
      "Repair the agent on this host, which enables its unit, or run there as root: systemctl enable primacy-agent.service. If the unit is masked (a link to /dev/null), first run systemctl unmask primacy-agent.service, then repair the agent.",
    "check.boot_start.remedy_init":
      "Repair the agent on this host, which links its script, or run there as root: update-rc.d primacy-agent enable. If init has no /etc/rc2.d, configure it to run /etc/init.d/primacy-agent start.",
    "check.boot_start.remedy_none":
      "Configure the program that starts services on this host to run /opt/primacy-agent/current/primacy-supervisor start as root at boot, for example by an @reboot line in root's crontab. The check cannot see that and stays a warning.",
    "check.mtu.title": "The members' interfaces have the same MTU",
    "check.mtu.pass": "The MTU is {mtu} everywhere.",
    "check.mtu.warn":
      "The MTU differs: {values}. Short packets pass, but long ones may be lost: the group looks healthy until a client writes a lot.",
    "check.mtu.remedy": "Set the same MTU on the interfaces of all members.",
    "check.clocks.title": "The clocks agree",
    "check.clocks.pass": "They differ by at most {spreadMs} ms: {values} against the console's.",
    "check.clocks.warn":
      "They differ by {spreadMs} ms: {values} against the console's. The VIP does not depend on them, but you cannot compare the logs of several hosts.",
    "check.clocks.remedy": "Synchronize all hosts with the same time servers.",
  },
  {
    "check.nic.title": "网卡存在且已启用",
    "check.nic.pass": "{nic}（{mac}）已启用且有链路；{addresses:list}。",
    "check.nic.pass_detected": "{nic}（{mac}，按成员地址识别）已启用且有链路；{addresses:list}。",
    "check.nic.fail_missing": "没有网卡 {nic}。该主机有 {nics:list}。",
    "check.nic.fail_undetected": "没有网卡带有成员自己的地址 {address}。该主机有 {nics:list}。",
    "check.nic.fail_down": "{nic} 未启用。",
    "check.nic.fail_no_carrier": "{nic} 没有链路。",
    "check.nic.remedy": "请为该主机选择其他网卡，或启用该网卡。",
    "check.subnet.title": "该地址属于网卡所连接的网络",
    "check.subnet.pass": "{address} 位于 {network}，{nic} 通过 {own} 连接到该网络。",
    "check.subnet.fail_outside": "{address} 不在 {nic} 的任何网络中：{networks:list}。",
    "check.subnet.fail_prefix": "{nic} 连接到 {network}，而不是前缀长度为 {prefixLength} 的网络。",
    "check.subnet.remedy": "请使用网卡所在网络中的地址和前缀长度。",
    "check.address_unused.title": "网络上没有机器应答该地址",
    "check.address_unused.pass": "在 {nic} 上用 {protocol} 询问：{durationMs} 毫秒内无人应答。",
    "check.address_unused.pass_own": "在 {nic} 上用 {protocol} 询问：{mac} 应答，即该 VIP 的持有者 {host}。",
    "check.address_unused.pass_holder": "本机正持有该 VIP。",
    "check.address_unused.fail": "在 {nic} 上用 {protocol} 询问：{macs:list} 应答。",
    "check.address_unused.fail_member": "在 {nic} 上用 {protocol} 询问：{macs:list} 应答，即 {host}。",
    "check.address_unused.taken": "已被占用：{macs:list} 以 {protocol} 应答了该地址。",
    "check.address_unused.taken_member": "已被占用：{host} 以 {protocol} 应答了该地址（{macs:list}）。",
    "check.address_unused.fail_not_asked": "无法在网络上询问：{reason:why}。",
    "check.address_unused.remedy": "请找到具有该以太网地址的机器并释放该地址，或选择其他地址。",
    "check.address_unused.remedy_not_asked":
      "请修复该主机上的代理，使其可以询问：没有答案，就无法知道该地址是否空闲。",
    "check.arp_answers.title": "主机会为自己的地址应答 ARP",
    "check.arp_answers.pass": "arp_ignore 为 {value}。",
    "check.arp_answers.warn": "{nic} 上的 arp_ignore 为 {value}：主机只应答与询问者同网段的地址。",
    "check.arp_answers.fail": "{nic} 上的 arp_ignore 为 {value}：主机即使持有 VIP 也不会应答。",
    "check.arp_answers.remedy":
      "请将 net.ipv4.conf.all.arp_ignore 和 net.ipv4.conf.{nic}.arp_ignore 设为 0 或 1。",
    "check.privileges.title": "代理有权更改地址并收发 ARP",
    "check.privileges.pass": "它拥有 CAP_NET_ADMIN 和 CAP_NET_RAW。",
    "check.privileges.fail": "它缺少 {missing:list}。",
    "check.privileges.remedy": "请修复该主机上的代理：安装过程会授予这两项权限。",
    "check.tools.title": "主机装有 iproute2",
    "check.tools.pass": "ip 和 ss 均可用。",
    "check.tools.warn_ss": "缺少 ss：地址移走时不会关闭已有连接，其客户端只能等待自己的超时。",
    "check.tools.warn_ip": "缺少 ip；代理只能通过 netlink 更改地址，没有后备手段。",
    "check.tools.fail": "缺少 ip 且无法使用 netlink：代理没有办法更改地址。",
    "check.tools.remedy": "请在该主机上安装 iproute2 软件包。",
    "check.tool_nft.title": "主机装有 nft",
    "check.tool_nft.pass": "nft 可用：发往已释放地址的连接会立即被重置。",
    "check.tool_nft.warn": "缺少 nft：释放之后，已连接的客户端只能等待自己的超时，新连接也可能多等 1 秒。",
    "check.tool_nft.remedy": "请在该主机上安装 nftables 软件包。",
    "check.tool_arping.title": "主机装有 arping",
    "check.tool_arping.pass": "arping 可用。",
    "check.tool_arping.warn": "缺少 arping：一旦数据包套接字不可用，代理就没有其他办法在网络上询问。",
    "check.tool_arping.remedy": "请在该主机上安装 iputils-arping 软件包。",
    "check.arp_flux.title": "只有一块网卡应答该地址",
    "check.arp_flux.pass": "除 {nic} 外，没有网卡在该地址的网络中。",
    "check.arp_flux.pass_ignored": "{others:list} 与 {nic} 在同一网络中，arp_ignore 使它不应答。",
    "check.arp_flux.warn":
      "{others:list} 与 {nic} 在同一网络中：arp_ignore 为 0 时，两者都会用自己的以太网地址应答 {address}，客户端可能发往错误的网卡。",
    "check.arp_flux.remedy":
      "请设置 net.ipv4.conf.all.arp_ignore = 1 和 net.ipv4.conf.all.arp_announce = 2，或将另一块网卡移出该网络。",
    "check.reverse_path.title": "发往该地址的数据包不会因回程路径被过滤",
    "check.reverse_path.pass": "{nic} 上的 rp_filter 为 {value}，与回程路径不冲突。",
    "check.reverse_path.warn":
      "{nic} 上的 rp_filter 为 1（严格），但网关 {gateways:list} 在另一块网卡上：其他网络的客户端发往该地址的数据包会被丢弃。",
    "check.reverse_path.remedy":
      "请将 net.ipv4.conf.all.rp_filter 和 net.ipv4.conf.{nic}.rp_filter 设为 2（宽松），或将网关放到 {nic} 上。",
    "check.kernel.title": "内核能重置发往已释放地址的连接",
    "check.kernel.pass": "Linux {kernel}。",
    "check.kernel.warn":
      "Linux {kernel} 早于 {needed}：释放之后，已连接的客户端只能等待自己的超时，新连接也可能多等 1 秒。",
    "check.kernel.remedy": "请使用 Linux {needed} 或更新版本，或接受这段等待。",
    "check.clock_source.title": "主机的时钟读取迅速",
    "check.clock_source.pass": "时钟源为 {source}。",
    "check.clock_source.warn": "时钟源为 {source}，读取缓慢：代理和服务器每秒要读取数千次。",
    "check.clock_source.skipped": "内核没有说明其时钟源。",
    "check.clock_source.remedy": "请在内核日志中查明为何放弃 tsc 或虚拟化平台的时钟，并重新选用。",
    "check.platform.title": "网络会把地址交给宣告它的机器",
    "check.platform.pass": "该机器是 {platform}。",
    "check.platform.pass_unknown": "固件没有说明这是什么机器。",
    "check.platform.warn":
      "该机器是 {platform}：云网络只把地址交给它所分配的机器，不理会 ARP。移动后的 VIP 将无人可达。",
    "check.platform.remedy":
      "请在依赖 VIP 之前先尝试一次切换。若地址没有跟随，请使用云平台的负载均衡或 MySQL Router。",
    "check.nic_manager.title": "没有程序会从网卡上移除该地址",
    "check.nic_manager.pass_none": "systemd-networkd 和 NetworkManager 都不管理 {nic}。",
    "check.nic_manager.pass_keeps": "{manager} 管理 {nic}，并保留他人的地址（{evidence:list}）。",
    "check.nic_manager.warn_networkd":
      "systemd-networkd 管理 {nic}（{evidence:list}），每次重启或重新配置时会移除他人的地址。代理会立即放回 VIP，一分钟内最多三次。",
    "check.nic_manager.warn":
      "{manager} 管理 {nic}（{evidence:list}）：重新激活其连接时会移除他人的地址。代理会立即放回 VIP，一分钟内最多三次。",
    "check.nic_manager.skipped": "没有可检查的网卡。",
    "check.nic_manager.remedy_networkd": "请在 {nic} 的 .network 文件中设置 KeepConfiguration=yes。",
    "check.nic_manager.remedy": "该主机持有 VIP 期间，请勿重新激活 {nic} 的连接。",
    "check.address_remembered.title": "近期没有机器使用过该地址",
    "check.address_remembered.pass": "内核没有记录任何机器使用过 {address}。",
    "check.address_remembered.pass_member": "内核记录了 {mac}，即 {host}。",
    "check.address_remembered.warn":
      "内核记录了 {mac} 曾在 {nic} 上使用 {address}。该机器不是任何成员；它可能现在关机，之后会回来。",
    "check.address_remembered.remedy": "请找到具有该以太网地址的机器，并确保它不再使用该地址。",
    "check.reverse_name.title": "该地址的名称已知",
    "check.reverse_name.pass": "域名服务器中 {address} 的名称是 {names:list}。请确认这是 VIP 的名称。",
    "check.reverse_name.pass_none": "域名服务器中没有 {address} 的名称。",
    "check.reverse_name.pass_unknown": "没有域名服务器应答。",
    "check.gateway.title": "网关有应答",
    "check.gateway.pass": "{gateways:list} 在 {nic} 上有应答。",
    "check.gateway.pass_none": "该主机没有默认网关：VIP 只服务于本网络。",
    "check.gateway.pass_elsewhere": "网关 {all:list} 不在该网卡的任何网络中。",
    "check.gateway.warn":
      "网关 {gateways:list} 在 {nic} 上没有应答：其他网络的客户端既无法访问该主机，也无法访问其上的 VIP。",
    "check.gateway.remedy": "请修复到网关的通路。",
    "check.disk_space.title": "服务器的磁盘有空间",
    "check.disk_space.pass": "{path} 剩余 {freeMiB} MiB（{percent} %）。",
    "check.disk_space.warn":
      "{path} 剩余 {freeMiB} MiB（{percent} %）：磁盘写满会使所有写入停住，而该服务器仍是主库。",
    "check.disk_space.fail": "{path} 仅剩 {freeMiB} MiB：服务器即将无法写入，却仍是主库。",
    "check.disk_space.skipped": "未检查：代理不知道服务器的数据目录，或无权查看。",
    "check.disk_space.remedy": "请释放空间，或清除没有成员需要的二进制日志。",
    "check.agent_paths.title": "该代理可以访问其他代理",
    "check.agent_paths.pass": "它可以访问其他全部 {count} 个代理。",
    "check.agent_paths.pass_alone": "没有其他代理。",
    "check.agent_paths.warn":
      "它无法访问 {hosts:list}：接管 VIP 时无法询问那里是否已释放，只能等待 {seconds} 秒。",
    "check.agent_paths.remedy": "请在主机之间双向开放代理的端口。回程是否通畅，见另一台主机的此项检查。",
    "check.boot_start.title": "主机重启后代理会自动启动",
    "check.boot_start.pass": "主机启动时由 {evidence:list} 启动它。",
    "check.boot_start.warn_systemd":
      "systemd 不会在主机启动时启动它（已查看 {evidence:list}）：主机重启后，在有人启动代理之前，该主机无法持有 VIP。",
    "check.boot_start.warn_init":
      "没有 init 脚本在主机启动时启动它（已查看 {evidence:list}）：除非由其他程序启动代理，否则主机重启后该主机无法持有 VIP。",
    "check.boot_start.warn_none":
      "既没有找到 systemd，也没有找到 init 脚本（已查看 {evidence:list}）：除非由其他程序启动代理，否则主机重启后该主机无法持有 VIP。",
    "check.boot_start.remedy_systemd":
      "请修复该主机上的代理，修复时会启用其单元；或在该主机上以 root 运行 systemctl enable primacy-agent.service。若该单元被屏蔽（指向 /dev/null 的链接），请先运行 systemctl unmask primacy-agent.service，再修复代理。",
    "check.boot_start.remedy_init":
      "请修复该主机上的代理，修复时会链接其脚本；或在该主机上以 root 运行 update-rc.d primacy-agent enable。若 init 没有 /etc/rc2.d，请用其自己的方式在主机启动时运行 /etc/init.d/primacy-agent start。",
    "check.boot_start.remedy_none":
      "请让该主机上启动服务的程序在主机启动时以 root 运行 /opt/primacy-agent/current/primacy-supervisor start，例如在 root 的 crontab 中加入 @reboot 一行。此项检查看不到这种方式，会一直警告。",
    "check.mtu.title": "各成员网卡的数据包大小一致",
    "check.mtu.pass": "各处的 MTU 均为 {mtu}。",
    "check.mtu.warn":
      "MTU 不一致：{values:list}。短数据包可以通过，长数据包可能丢失：在有人大量写入之前，组看似正常。",
    "check.mtu.remedy": "请将所有成员的网卡设为相同的 MTU。",
    "check.clocks.title": "各时钟一致",
    "check.clocks.pass": "最大相差 {spreadMs} 毫秒：{values:list}（相对控制台）。",
    "check.clocks.warn":
      "相差 {spreadMs} 毫秒：{values:list}（相对控制台）。VIP 不依赖时钟，但多台主机的日志无法对照。",
    "check.clocks.remedy": "请让所有主机从相同的服务器校时。",
  },
);
