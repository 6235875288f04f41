import { catalog } from "../message/catalog/catalog";
import { haproxyMessages } from "./haproxy-messages";
import { migrationMessages } from "./migration-messages";
import { routerMessages } from "./router-messages";

/** What proxies of all kinds have in common. */
const common = catalog(
  {
    "operation.proxy.check": "Check a proxy of {cluster}",
    "operation.proxy.look": "Test the ways through a proxy of {cluster}",
    "operation.proxy.install": "Set up a proxy of {cluster}",
    "operation.proxy.start": "Start a proxy of {cluster}",
    "operation.proxy.stop": "Stop a proxy of {cluster}",
    "operation.proxy.remove": "Remove a proxy of {cluster}",
    "work.proxy.check": "Check of a proxy",
    "work.proxy.look": "Test of a proxy",
    "work.proxy.install": "Proxy setup",
    "work.proxy.start": "Proxy start",
    "work.proxy.stop": "Proxy stop",
    "work.proxy.remove": "Proxy removal",
    "noun.proxy": "proxy",

    "check.proxy_operator.title": "The host operator can act",
    "check.proxy_operator.pass": "The host operator of {host} is on.",
    "check.proxy_operator.fail_off":
      "The host operator of {host} is off, so Primacy can change no file and no service there.",
    "check.proxy_operator.remedy_off":
      "Switch it on: on the page of the host, or when you install the agent.",
    "check.proxy_operator.fail_silent": "The host operator of {host} is on, but it does not answer.",
    "check.proxy_operator.remedy_silent":
      "Read its log on the host: /var/lib/primacy-agent/operator/operator.log.",
    "check.proxy_operator.fail_agent": "The agent of {host} does not answer: {reason:why}.",
    "check.proxy_operator.remedy_agent": "Install the agent on this host, or repair it.",
    "check.proxy_operator.fail_outdated":
      "The agent of {host} cannot say which programs the host has: it is too old.",
    "check.proxy_operator.remedy_outdated": "Upgrade the agent of this host.",
    "check.proxy_own_file.title": "The configuration is what Primacy wrote",
    "check.proxy_own_file.pass": "{path} of {host} is what Primacy wrote for this proxy.",
    "check.proxy_own_file.fail":
      "{path} of {host} is not what Primacy wrote for this proxy. {service} is left as it is.",
    "check.proxy_own_file.fail_absent":
      "{host} has no {path}, which Primacy wrote for this proxy. {service} is left as it is.",
    "check.proxy_own_file.fail_unread": "{path} of {host} cannot be read: {reason:why}.",
    "check.proxy_own_file.remedy":
      "Put the file back as it was, or start and stop the service on the host yourself.",
    "check.proxy_program.pass": "{host} has {program} {version}.",
    "check.proxy_program.fail": "{host} has no {program}.",
    "check.proxy_program.remedy":
      "Install it on the host and check again: apt-get install {package} (Debian, Ubuntu), or dnf install {package} (RHEL, Rocky, Alma).",
    "check.proxy_program.fail_version":
      "{host} has a {program} whose version cannot be read. It says: {said}",
    "check.proxy_program.fail_old": "{host} has {program} {version}, which is too old.",
    "check.proxy_program.remedy_old": "Install {program} {least} or newer.",
    "check.proxy_ports.title": "The ports of the proxy are free",
    "check.proxy_ports.pass": "Nothing listens on {ports} of {host}.",
    "check.proxy_ports.fail": "Something listens on {ports} of {host} already.",
    "check.proxy_ports.remedy": "Choose other ports, or stop what listens there.",

    "step.proxy.look": "Check the hosts and the group",
    "step.proxy.ways": "Connect through every port of the proxy",
    "step.proxy.store": "Record the proxy in the console",
    "step.proxy.forget": "Remove the proxy from the console",
    "step.proxy.prove": "Connect through {endpoint} and see that it leads to the primary",

    "step.proxy.service_running": "Start {service} on {host}, and see that it stays up",
    "step.proxy.service_stopped": "Stop {service} on {host}",
    "step.proxy.note_running": "Note that nobody has stopped the proxy any more",
    "step.proxy.note_stopped": "Note who stopped the proxy",

    "consequence.proxy_stopped":
      "Clients lose their connections through {endpoints}, and cannot connect there until the proxy is started.",
    "consequence.proxy_awaited": "{names} will come through it: start it before they begin.",
    "consequence.proxy_probed":
      "The prober of {endpoints} continues and counts an outage. Switch it off first if it is not to count.",
    "consequence.proxy_started": "Clients can connect through {endpoints} again.",

    "detail.proxy_proved": "{endpoint} leads to {member}, the primary ({ms:duration}).",

    "failure.proxy_file": "{path} of {host} could not be replaced: {reason:why}.",
    "failure.proxy_file_changed": "{path} of {host} was changed while the proxy was set up.",
    "failure.proxy_file_foreign":
      "{path} of {host} is not what Primacy wrote for this proxy: {service} is left as it is.",
    "failure.proxy_service":
      "{service} of {host} could not be brought to the state {state:noun}: {reason:why}.",
    "failure.proxy_verify": "{program} of {host} does not accept the configuration: {said}",
    "failure.proxy_verify_silent":
      "{program} of {host} did not check the configuration within {limitMs:duration}.",
    "failure.proxy_leads_nowhere":
      "{endpoint} did not lead to the primary within {limitMs:duration}: {reason:why}.",
    "failure.proxy_not_kept":
      "{host} has undone its part by itself, for the console was away for too long. Set the proxy up again.",
    "failure.proxy_gone": "The proxy is not recorded in this console any more.",
    "failure.proxy_taken":
      "Another proxy has got the address or the VRRP group of {address} since the checks.",
    "why.proxy_wrong_server": "it leads to {member}, which is not the primary",
    "why.proxy_stranger": "it leads to a server that is no member of the cluster",
    "noun.running": "running",
    "noun.stopped": "stopped",

    "problem.proxy_two_hosts": "HAProxy and Keepalived need two hosts or more.",
    "problem.proxy_host_twice": "The same host stands there twice.",
    "problem.proxy_ports_same": "Each port must be another one.",
    "problem.proxy_address_vip": "{address} is a VIP of {cluster}.",
    "problem.proxy_of_cluster": "The cluster has a proxy. Remove it first.",
  },
  {
    "operation.proxy.check": "检查 {cluster} 的代理服务",
    "operation.proxy.look": "测试 {cluster} 的代理服务是否通畅",
    "operation.proxy.install": "为 {cluster} 设置代理服务",
    "operation.proxy.start": "启动 {cluster} 的代理服务",
    "operation.proxy.stop": "停止 {cluster} 的代理服务",
    "operation.proxy.remove": "移除 {cluster} 的代理服务",
    "work.proxy.check": "代理服务检查",
    "work.proxy.look": "代理服务测试",
    "work.proxy.install": "设置代理服务",
    "work.proxy.start": "启动代理服务",
    "work.proxy.stop": "停止代理服务",
    "work.proxy.remove": "移除代理服务",
    "noun.proxy": "代理服务",

    "check.proxy_operator.title": "主机操作进程可以执行操作",
    "check.proxy_operator.pass": "{host} 的主机操作进程已开启。",
    "check.proxy_operator.fail_off": "{host} 的主机操作进程未开启，Primacy 无法在该主机上更改文件和服务。",
    "check.proxy_operator.remedy_off": "请在该主机的页面上开启，或在安装代理时开启。",
    "check.proxy_operator.fail_silent": "{host} 的主机操作进程已开启，但没有应答。",
    "check.proxy_operator.remedy_silent":
      "请查看该主机上的日志：/var/lib/primacy-agent/operator/operator.log。",
    "check.proxy_operator.fail_agent": "{host} 的代理没有应答：{reason:why}。",
    "check.proxy_operator.remedy_agent": "请在该主机上安装或修复代理。",
    "check.proxy_operator.fail_outdated": "{host} 的代理版本过旧，无法说明该主机上有哪些程序。",
    "check.proxy_operator.remedy_outdated": "请升级该主机的代理。",
    "check.proxy_own_file.title": "配置文件是 Primacy 写入的",
    "check.proxy_own_file.pass": "{host} 上的 {path} 是 Primacy 为该代理服务写入的内容。",
    "check.proxy_own_file.fail":
      "{host} 上的 {path} 不是 Primacy 为该代理服务写入的内容。{service} 保持原样。",
    "check.proxy_own_file.fail_absent":
      "{host} 上没有 Primacy 为该代理服务写入的 {path}。{service} 保持原样。",
    "check.proxy_own_file.fail_unread": "无法读取 {host} 上的 {path}：{reason:why}。",
    "check.proxy_own_file.remedy": "请恢复该文件，或在该主机上自行启动和停止服务。",
    "check.proxy_program.pass": "{host} 上有 {program} {version}。",
    "check.proxy_program.fail": "{host} 上没有 {program}。",
    "check.proxy_program.remedy":
      "请在该主机上安装后重新检查：apt-get install {package}（Debian、Ubuntu），或 dnf install {package}（RHEL、Rocky、Alma）。",
    "check.proxy_program.fail_version": "无法读出 {host} 上 {program} 的版本。其输出为：{said}",
    "check.proxy_program.fail_old": "{host} 上的 {program} {version} 版本过旧。",
    "check.proxy_program.remedy_old": "请安装 {program} {least} 或更新的版本。",
    "check.proxy_ports.title": "代理服务的端口空闲",
    "check.proxy_ports.pass": "{host} 的端口 {ports:list} 上没有监听。",
    "check.proxy_ports.fail": "{host} 的端口 {ports:list} 已被占用。",
    "check.proxy_ports.remedy": "请选择其他端口，或停止占用端口的程序。",

    "step.proxy.look": "检查各主机和组",
    "step.proxy.ways": "通过代理服务的每个端口连接",
    "step.proxy.store": "在控制台中记录该代理服务",
    "step.proxy.forget": "从控制台中删除该代理服务",
    "step.proxy.prove": "通过 {endpoint} 连接，确认它通向主库",

    "step.proxy.service_running": "启动 {host} 上的 {service}，并确认它持续运行",
    "step.proxy.service_stopped": "停止 {host} 上的 {service}",
    "step.proxy.note_running": "记录该代理服务不再处于人为停止状态",
    "step.proxy.note_stopped": "记录是谁停止了该代理服务",

    "consequence.proxy_stopped":
      "经 {endpoints:list} 的客户端会断开连接，在代理服务重新启动之前无法从那里连接。",
    "consequence.proxy_awaited": "{names:list} 之后会经它连接：请在它们开始之前启动它。",
    "consequence.proxy_probed":
      "{endpoints:list} 的探测客户端会继续运行并计入一次中断。若不想计入，请先将其关闭。",
    "consequence.proxy_started": "客户端可以重新经 {endpoints:list} 连接。",

    "detail.proxy_proved": "{endpoint} 通向主库 {member}（{ms:duration}）。",

    "failure.proxy_file": "无法替换 {host} 上的 {path}：{reason:why}。",
    "failure.proxy_file_changed": "设置代理服务期间，{host} 上的 {path} 被更改。",
    "failure.proxy_file_foreign":
      "{host} 上的 {path} 不是 Primacy 为该代理服务写入的内容：{service} 保持原样。",
    "failure.proxy_service": "无法将 {host} 上的 {service} 变为{state:noun}状态：{reason:why}。",
    "failure.proxy_verify": "{host} 上的 {program} 不接受该配置：{said}",
    "failure.proxy_verify_silent": "{host} 上的 {program} 未在 {limitMs:duration}内完成配置检查。",
    "failure.proxy_leads_nowhere": "{endpoint} 未在 {limitMs:duration}内通向主库：{reason:why}。",
    "failure.proxy_not_kept": "控制台离线过久，{host} 已自行撤销其上的设置。请重新设置该代理服务。",
    "failure.proxy_gone": "控制台中已没有该代理服务的记录。",
    "failure.proxy_taken": "检查之后，{address} 的地址或 VRRP 组已被另一个代理服务占用。",
    "why.proxy_wrong_server": "它通向 {member}，而不是主库",
    "why.proxy_stranger": "它通向的服务器不是该集群的成员",
    "noun.running": "运行",
    "noun.stopped": "停止",

    "problem.proxy_two_hosts": "HAProxy 与 Keepalived 需要两台或更多主机。",
    "problem.proxy_host_twice": "同一主机出现了两次。",
    "problem.proxy_ports_same": "各端口必须互不相同。",
    "problem.proxy_address_vip": "{address} 是 {cluster} 的 VIP。",
    "problem.proxy_of_cluster": "该集群有代理服务，请先移除。",
  },
);

/** Checks, steps, failures and problems of proxies. */
export const proxyMessages = {
  en: { ...common.en, ...haproxyMessages.en, ...migrationMessages.en, ...routerMessages.en },
  zh: { ...common.zh, ...haproxyMessages.zh, ...migrationMessages.zh, ...routerMessages.zh },
};
