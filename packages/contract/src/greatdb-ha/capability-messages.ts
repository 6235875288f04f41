import { catalog } from "../message/catalog/catalog";

/** What is said of the capabilities that a server's service gets for the plugin. */
export const pluginCapabilityMessages = catalog(
  {
    "step.plugin.capabilities": "Write {file} on {host}: CAP_NET_ADMIN and CAP_NET_RAW for its server",
    "step.plugin.capabilities_same":
      "Have systemd on {host} read {file}, which is there: CAP_NET_ADMIN and CAP_NET_RAW for its server",
    "step.plugin.capable": "See that the restarted server of {host} has CAP_NET_ADMIN and CAP_NET_RAW",
    "step.plugin.keep_changes": "Keep what was changed on {host} as it is now",
    "step.plugin.capabilities_remove": "Delete the drop-ins of systemd that Primacy wrote: {hosts}",
    "consequence.plugin_capabilities":
      "The server on {host} gets CAP_NET_ADMIN and CAP_NET_RAW by {file}: from its restart on, mysqld may change the addresses of the host. The removal of the VIP deletes the file, if the plugin still moves the VIP then.",
    "consequence.plugin_capabilities_same":
      "The server on {host} gets CAP_NET_ADMIN and CAP_NET_RAW by {file}, which is there already: from its restart on, mysqld may change the addresses of the host. The file stays when the VIP is removed.",
    "consequence.plugin_capabilities_removed":
      "Primacy wrote {file} on {host}: it is deleted at the end, unless somebody has changed it since. The server keeps its capabilities until its next restart.",
    "detail.plugin_capabilities": "{file} is written, and systemd has read it.",
    "detail.plugin_capabilities_same": "{file} was there already, with the same text. systemd has read it.",
    "detail.plugin_capable": "Process {pid} has CAP_NET_ADMIN and CAP_NET_RAW.",
    "detail.plugin_capabilities_removed": "Deleted: {hosts}.",
    "detail.plugin_capabilities_none": "None was deleted.",
    "failure.plugin_capabilities": "{host} did not get the drop-in for {unit}. {reason:why}",
    "failure.plugin_capabilities_undo": "{file} was not deleted on {host}. {reason:why}",
    "failure.plugin_capable":
      "The server of {host} was restarted and lacks CAP_NET_ADMIN or CAP_NET_RAW. Perhaps its unit gives them no longer, its program has capabilities of its own (getcap shows them) and so loses those of the unit, or another service started it.",
    "failure.plugin_capable_unseen":
      "After its restart, exactly one server has to run on {host}: {count} do. So nothing is known of its capabilities.",
    "check.plugin_capabilities.pass_planned":
      "Process {pid} lacks {missing}. Apply writes {file} for {unit} before it restarts the server, which has both then.",
    "check.plugin_capabilities.pass_same":
      "Process {pid} lacks {missing}. {file} gives both to {unit} already: Apply has systemd read it, and restarts the server.",
    "check.plugin_capabilities.fail_other":
      "Process {pid} lacks {missing}, and Apply cannot write {file}: another file is there.",
    "check.plugin_capabilities.remedy_other":
      "Remove that file. Or write the two capabilities into it, run systemctl daemon-reload, and restart the server.",
    "check.plugin_capabilities.remedy_restarts":
      "Run as root: {command}. Then restart the server. Configure VIP does both by itself where it is applied with a restart of each server.",
    "action.capabilities": "capabilities of a service",
    "operator.capabilities_systemd": "This host is not run by systemd.",
    "operator.capabilities_unit": "systemd knows no unit of the name {unit}, or by another name.",
    "operator.capabilities_user":
      "{unit} starts its server as root. A server that gives that up loses its capabilities, whatever a drop-in says: give the unit a line User= first.",
    "operator.capabilities_bounded":
      "The unit {unit} limits what its server may have (CapabilityBoundingSet=), and leaves out {missing}. Add it there first.",
    "operator.capabilities_unread": "systemd does not have {missing} for {unit} after it has read {file}.",
  },
  {
    "step.plugin.capabilities": "在 {host} 上写入 {file}：为其服务器授予 CAP_NET_ADMIN 和 CAP_NET_RAW",
    "step.plugin.capabilities_same":
      "让 {host} 上的 systemd 读取已有的 {file}：为其服务器授予 CAP_NET_ADMIN 和 CAP_NET_RAW",
    "step.plugin.capable": "确认 {host} 重启后的服务器具有 CAP_NET_ADMIN 和 CAP_NET_RAW",
    "step.plugin.keep_changes": "保留 {host} 上已做的更改",
    "step.plugin.capabilities_remove": "删除由 Primacy 写入的 systemd 附加配置：{hosts:list}",
    "consequence.plugin_capabilities":
      "{host} 上的服务器通过 {file} 获得 CAP_NET_ADMIN 和 CAP_NET_RAW：重启之后，mysqld 可以更改该主机的地址。移除该 VIP 时，若仍由插件管理，会将该文件删除。",
    "consequence.plugin_capabilities_same":
      "{host} 上的服务器通过已有的 {file} 获得 CAP_NET_ADMIN 和 CAP_NET_RAW：重启之后，mysqld 可以更改该主机的地址。移除该 VIP 时，该文件会保留。",
    "consequence.plugin_capabilities_removed":
      "{host} 上的 {file} 由 Primacy 写入：最后会将其删除，除非有人在此之后改动过它。服务器在下次重启之前仍保有这些权限。",
    "detail.plugin_capabilities": "已写入 {file}，systemd 已读取。",
    "detail.plugin_capabilities_same": "{file} 已存在，内容相同。systemd 已读取。",
    "detail.plugin_capable": "进程 {pid} 具有 CAP_NET_ADMIN 和 CAP_NET_RAW。",
    "detail.plugin_capabilities_removed": "已删除：{hosts:list}。",
    "detail.plugin_capabilities_none": "没有删除任何文件。",
    "failure.plugin_capabilities": "{host} 没有得到 {unit} 的附加配置。{reason:why}",
    "failure.plugin_capabilities_undo": "没有删除 {host} 上的 {file}。{reason:why}",
    "failure.plugin_capable":
      "{host} 的服务器已重启，但缺少 CAP_NET_ADMIN 或 CAP_NET_RAW。可能其单元不再授予这两项，其程序自带权限（可用 getcap 查看）因而失去单元授予的权限，或它由其他服务启动。",
    "failure.plugin_capable_unseen":
      "重启之后 {host} 上应恰好运行一个服务器，实际为 {count} 个，因此无法得知其权限。",
    "check.plugin_capabilities.pass_planned":
      "进程 {pid} 缺少 {missing:list}。应用时会先为 {unit} 写入 {file}，再重启服务器，此后它具有这两项权限。",
    "check.plugin_capabilities.pass_same":
      "进程 {pid} 缺少 {missing:list}。{file} 已为 {unit} 授予这两项：应用时会让 systemd 读取它，并重启服务器。",
    "check.plugin_capabilities.fail_other":
      "进程 {pid} 缺少 {missing:list}，而应用时无法写入 {file}：该处已有其他文件。",
    "check.plugin_capabilities.remedy_other":
      "请移走该文件。或将这两项权限写入其中，运行 systemctl daemon-reload，再重启服务器。",
    "check.plugin_capabilities.remedy_restarts":
      "请以 root 身份运行：{command}。然后重启服务器。配置 VIP 时若选择逐台重启服务器，会自动完成这两步。",
    "action.capabilities": "服务的权限",
    "operator.capabilities_systemd": "该主机不由 systemd 管理。",
    "operator.capabilities_unit": "systemd 中没有名为 {unit} 的单元，或该单元另有本名。",
    "operator.capabilities_user":
      "{unit} 以 root 身份启动服务器。服务器放弃 root 身份时会失去权限，附加配置不起作用：请先在该单元中加入 User= 一行。",
    "operator.capabilities_bounded":
      "单元 {unit} 限制了服务器可拥有的权限（CapabilityBoundingSet=），其中没有 {missing:list}。请先在该处加入。",
    "operator.capabilities_unread": "systemd 读取 {file} 之后，{unit} 仍没有 {missing:list}。",
  },
);
