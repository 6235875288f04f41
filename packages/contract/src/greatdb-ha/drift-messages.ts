import { catalog } from "../message/catalog/catalog";

/** What is said of a member whose plugin is not as it was planned any more. */
export const pluginDriftMessages = catalog(
  {
    "happened.plugin_drift": "Plugin not as planned",
    "happened.plugin_drift_ended": "Plugin as planned again",
    "event.plugin_drift": "On {host} the plugin greatdb_ha is not as planned for {address}. {reason:why}",
    "event.plugin_drift_ended": "On {host} the plugin greatdb_ha is as planned for {address} again.",
    "topology.plugin_unloaded":
      "The plugin greatdb_ha is not loaded on {host}: if it becomes the primary, two hosts or none have {address}. If no host has the address beside the primary, load it there, in one session of an administrator: SET SESSION sql_log_bin = 0; on a secondary SET GLOBAL super_read_only = OFF; {command}; on a secondary SET GLOBAL super_read_only = ON.",
    "topology.plugin_joined":
      "{host} was not among the members when {address} was configured, and lacks the plugin greatdb_ha: if it becomes the primary, two hosts or none have the address. Remove the VIP and configure it again.",
    "topology.plugin_differs":
      "On {host} variables of the plugin greatdb_ha are not as planned for {address}: {deviations}. If nobody changed them on purpose, set them back there: {command}.",
    "topology.plugin_differs_fixed":
      "On {host} variables of the plugin greatdb_ha are not as planned for {address}: {deviations}. The server takes {planned} from its option files at its start only: put it back there and restart the server.",
  },
  {
    "happened.plugin_drift": "插件与计划不一致",
    "happened.plugin_drift_ended": "插件恢复与计划一致",
    "event.plugin_drift": "{host} 上的 greatdb_ha 插件与 {address} 的计划不一致。{reason:why}",
    "event.plugin_drift_ended": "{host} 上的 greatdb_ha 插件已恢复与 {address} 的计划一致。",
    "topology.plugin_unloaded":
      "{host} 没有加载 greatdb_ha 插件：若它成为主库，会有两台主机持有 {address}，或没有主机持有。若除主库外没有主机持有该地址，请在该服务器上加载，在管理员的同一个会话中执行：SET SESSION sql_log_bin = 0；在从库上执行 SET GLOBAL super_read_only = OFF；{command}；在从库上执行 SET GLOBAL super_read_only = ON。",
    "topology.plugin_joined":
      "配置 {address} 时 {host} 还不是成员，它没有 greatdb_ha 插件：若它成为主库，会有两台主机持有该地址，或没有主机持有。请移除该 VIP 后重新配置。",
    "topology.plugin_differs":
      "{host} 上 greatdb_ha 插件的变量与 {address} 的计划不一致：{deviations:list}。若不是有意更改，请在该服务器上改回：{command}。",
    "topology.plugin_differs_fixed":
      "{host} 上 greatdb_ha 插件的变量与 {address} 的计划不一致：{deviations:list}。服务器只在启动时从选项文件读取 {planned:list}：请在选项文件中改回并重启该服务器。",
  },
);
