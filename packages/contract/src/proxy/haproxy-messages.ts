import { catalog } from "../message/catalog/catalog";

/** What HAProxy with Keepalived says beside what all proxies do. */
export const haproxyMessages = catalog(
  {
    "check.haproxy_program.title": "HAProxy is installed",
    "check.keepalived_program.title": "Keepalived is installed",
    "check.haproxy_file.title": "HAProxy's configuration may be replaced",
    "check.keepalived_file.title": "Keepalived's configuration may be replaced",
    "check.haproxy_file.pass_absent": "{host} has no {path} yet.",
    "check.haproxy_file.pass_idle":
      "{path} of {host} serves nobody. It comes back when the proxy is removed.",
    "check.haproxy_file.fail_left":
      "{path} of {host} is left over from a proxy that this console does not have. It was changed since, or it is another console's.",
    "check.haproxy_file.fail":
      "Somebody wrote {path} of {host}, and it is in use: {sections}. Primacy never overwrites such a file.",
    "check.haproxy_file.remedy":
      "Choose another host. Or, if nobody needs it any more, stop the service, move the file away and check again.",
    "check.haproxy_file.fail_proxy": "{path} of {host} belongs to the proxy {proxy} of this console.",
    "check.haproxy_file.remedy_proxy": "Choose another host, or remove that proxy first.",
    "check.haproxy_file.fail_unread": "{path} of {host} cannot be read: {reason:why}",
    "check.haproxy_file.remedy_unread": "Mend what is said there, and check again.",
    "check.haproxy_network.title": "The host is in the network of {address}",
    "check.haproxy_network.pass": "{address} would be on {nic} of {host}, beside {source}.",
    "check.haproxy_network.fail": "No interface of {host} has an address in the network of {address}.",
    "check.haproxy_network.fail_nic": "{host} has no interface {nic}.",
    "check.haproxy_network.fail_prefix":
      "The network of {nic} on {host} has the prefix length {own}, not {prefixLength}.",
    "check.haproxy_network.remedy":
      "Choose an address in the network of both hosts, with its prefix length, or name the interface.",
    "check.haproxy_address.title": "{address} is free",
    "check.haproxy_address.pass": "Nobody answers for {address}.",
    "check.haproxy_address.fail": "{macs} answers for {address} already.",
    "check.haproxy_address.fail_vip": "{address} is a VIP of the cluster {cluster}.",
    "check.haproxy_address.fail_host": "{address} is an address of {host}.",
    "check.haproxy_address.warn":
      "No host could check by ARP or neighbour discovery whether another machine has {address}.",
    "check.haproxy_address.remedy": "Choose an address that nobody has.",
    "check.haproxy_router_id.title": "No other proxy has the VRRP group {id}",
    "check.haproxy_router_id.pass":
      "No other proxy of this console has the group {id}. Primacy cannot see other VRRP routers of the network.",
    "check.haproxy_router_id.fail": "Another proxy of this console has the group {id}.",
    "check.haproxy_router_id.remedy": "Choose another number from 1 to 255.",
    "check.haproxy_check_port.title": "The agents answer checks on one port",
    "check.haproxy_check_port.fail":
      "Another proxy of this cluster checks on port {present}, and this one would on {port}.",
    "check.haproxy_check_port.remedy": "Use port {present} here as well.",
    "check.haproxy_group.title": "The group has a primary",
    "check.haproxy_group.pass": "The primary is {primary}.",
    "check.haproxy_group.fail": "The group has no primary, so nothing could be proved at the end.",
    "check.haproxy_group.remedy": "Bring the group back to a state in which it takes writes.",
    "check.haproxy_role_check.title": "The agent can answer HAProxy's checks",
    "check.haproxy_role_check.pass": "The agent of {host} can.",
    "check.haproxy_role_check.fail_no_host":
      "The member {host} has no host in this console, so no agent can tell its role.",
    "check.haproxy_role_check.remedy_no_host": "Add its host and refresh the cluster.",
    "check.haproxy_role_check.fail_outdated": "The agent of {host} is too old for that.",
    "check.haproxy_role_check.remedy_outdated": "Upgrade the agent of this host.",
    "check.haproxy_role_check.fail_busy": "Something else listens on the port of the checks on {host}.",
    "check.haproxy_role_check.remedy_busy": "Choose another port for the checks, or stop what listens there.",

    "step.haproxy.verify": "Have HAProxy and Keepalived of {host} try the new configurations",
    "step.haproxy.role_check": "Have the agents of all members answer checks on port {port}",
    "step.haproxy.role_check_off": "Have the agents answer no checks any more",
    "step.haproxy.write": "Replace both configurations of {host}",
    "step.haproxy.serve": "Start {service} on {host}",
    "step.haproxy.keep": "Keep all of it, also after a restart of the hosts",
    "step.haproxy.stop": "Stop {service} on {host}",
    "step.haproxy.restore": "Put back the configurations from before on {host}",

    "consequence.haproxy_files":
      "On {hosts}, {files} are replaced, and HAProxy and Keepalived are started. What was there comes back when the proxy is removed.",
    "consequence.haproxy_checks":
      "The agents of all members answer on port {port} by plain HTTP, without a certificate, whether their server is the primary or a secondary. They tell nothing else. Keep the port closed to other networks.",
    "consequence.haproxy_address":
      "Keepalived holds {address} on one of the hosts. HAProxy does not pass on the address of the client: MySQL sees the proxy's.",
    "consequence.haproxy_removed":
      "{address} goes away. Clients that use it lose their connections and cannot connect again.",

    "failure.proxy_service_ended":
      "{service} of {host} started and ended again within seconds. Its log on the host says why.",
    "failure.proxy_role_check": "The agent of {host} could not be told to answer checks: {reason:why}.",

    "log.haproxy_file_left":
      "{path} of {host} was changed by hand since the proxy was set up. It is left as it is.",
    "log.haproxy_service_left":
      "{service} of {host} was running before, and could not be started again: {reason:why}",
  },
  {
    "check.haproxy_program.title": "已安装 HAProxy",
    "check.keepalived_program.title": "已安装 Keepalived",
    "check.haproxy_file.title": "HAProxy 的配置文件可以替换",
    "check.keepalived_file.title": "Keepalived 的配置文件可以替换",
    "check.haproxy_file.pass_absent": "{host} 上还没有 {path}。",
    "check.haproxy_file.pass_idle": "{host} 上的 {path} 没有提供任何服务。移除代理服务时会恢复原样。",
    "check.haproxy_file.fail_left":
      "{host} 上的 {path} 属于本控制台没有的代理服务：它遗留后被改动过，或者属于另一个控制台。",
    "check.haproxy_file.fail":
      "{host} 上的 {path} 由人手工编写且正在使用：{sections:list}。Primacy 绝不覆盖这样的文件。",
    "check.haproxy_file.remedy": "请选择其他主机。如果已无人需要该文件，请停止服务、移走文件后重新检查。",
    "check.haproxy_file.fail_proxy": "{host} 上的 {path} 属于本控制台的代理服务 {proxy}。",
    "check.haproxy_file.remedy_proxy": "请选择其他主机，或先移除该代理服务。",
    "check.haproxy_file.fail_unread": "无法读取 {host} 上的 {path}：{reason:why}",
    "check.haproxy_file.remedy_unread": "请按提示修复后重新检查。",
    "check.haproxy_network.title": "主机位于 {address} 的网络中",
    "check.haproxy_network.pass": "{address} 将位于 {host} 的 {nic} 上，与 {source} 在一起。",
    "check.haproxy_network.fail": "{host} 没有接口的地址位于 {address} 的网络中。",
    "check.haproxy_network.fail_nic": "{host} 没有接口 {nic}。",
    "check.haproxy_network.fail_prefix": "{host} 上 {nic} 的网络前缀长度是 {own}，而不是 {prefixLength}。",
    "check.haproxy_network.remedy": "请选择各主机所在网络中的地址及其前缀长度，或指定接口。",
    "check.haproxy_address.title": "{address} 空闲",
    "check.haproxy_address.pass": "没有人应答 {address}。",
    "check.haproxy_address.fail": "{macs:list} 已在应答 {address}。",
    "check.haproxy_address.fail_vip": "{address} 是集群 {cluster} 的 VIP。",
    "check.haproxy_address.fail_host": "{address} 是 {host} 的地址。",
    "check.haproxy_address.warn": "没有主机能在网络上询问 {address} 是否被占用。",
    "check.haproxy_address.remedy": "请选择没有人使用的地址。",
    "check.haproxy_router_id.title": "没有其他代理服务使用 VRRP 组 {id}",
    "check.haproxy_router_id.pass":
      "本控制台没有其他代理服务使用组 {id}。Primacy 看不到网络中的其他 VRRP 路由器。",
    "check.haproxy_router_id.fail": "本控制台的另一个代理服务已使用组 {id}。",
    "check.haproxy_router_id.remedy": "请选择 1 至 255 中的其他数字。",
    "check.haproxy_check_port.title": "各代理在同一端口应答检查",
    "check.haproxy_check_port.fail": "该集群的另一个代理服务使用检查端口 {present}，而此处是 {port}。",
    "check.haproxy_check_port.remedy": "此处也请使用端口 {present}。",
    "check.haproxy_group.title": "组有主库",
    "check.haproxy_group.pass": "主库是 {primary}。",
    "check.haproxy_group.fail": "组没有主库，因此最后无法验证。",
    "check.haproxy_group.remedy": "请先让组恢复到可以写入的状态。",
    "check.haproxy_role_check.title": "代理可以应答 HAProxy 的检查",
    "check.haproxy_role_check.pass": "{host} 的代理可以应答。",
    "check.haproxy_role_check.fail_no_host": "成员 {host} 在本控制台中没有主机，没有代理能说明其角色。",
    "check.haproxy_role_check.remedy_no_host": "请添加其主机并刷新集群。",
    "check.haproxy_role_check.fail_outdated": "{host} 的代理版本过旧，无法应答检查。",
    "check.haproxy_role_check.remedy_outdated": "请升级该主机的代理。",
    "check.haproxy_role_check.fail_busy": "{host} 上的检查端口已被其他程序占用。",
    "check.haproxy_role_check.remedy_busy": "请选择其他检查端口，或停止占用端口的程序。",

    "step.haproxy.verify": "由 {host} 上的 HAProxy 和 Keepalived 试读新配置",
    "step.haproxy.role_check": "让所有成员的代理在端口 {port} 应答检查",
    "step.haproxy.role_check_off": "让各代理不再应答检查",
    "step.haproxy.write": "替换 {host} 上的两个配置文件",
    "step.haproxy.serve": "在 {host} 上启动 {service}",
    "step.haproxy.keep": "保留全部更改，主机重启后依然有效",
    "step.haproxy.stop": "在 {host} 上停止 {service}",
    "step.haproxy.restore": "在 {host} 上恢复原来的配置文件",

    "consequence.haproxy_files":
      "在 {hosts:list} 上替换 {files:list}，并启动 HAProxy 和 Keepalived。移除代理服务时会恢复原来的内容。",
    "consequence.haproxy_checks":
      "所有成员的代理在端口 {port} 以明文 HTTP、无需证书应答其服务器是主库还是从库，此外不透露任何信息。请勿向其他网络开放该端口。",
    "consequence.haproxy_address":
      "Keepalived 在其中一台主机上持有 {address}。HAProxy 不传递客户端地址：MySQL 看到的是代理服务的地址。",
    "consequence.haproxy_removed": "{address} 将消失。使用它的客户端会断开，且无法再次连接。",

    "failure.proxy_service_ended": "{host} 上的 {service} 启动后几秒内又结束了。原因见该主机上的日志。",
    "failure.proxy_role_check": "无法让 {host} 的代理应答检查：{reason:why}。",

    "log.haproxy_file_left": "设置代理服务之后，{host} 上的 {path} 被手工更改，因此保持现状。",
    "log.haproxy_service_left": "{host} 上的 {service} 之前在运行，但无法重新启动：{reason:why}",
  },
);
