import { catalog } from "../message/catalog/catalog";

/** The texts of moving read VIPs of the plugin greatdb_ha by its map. */
export const readVipsMessages = catalog(
  {
    "operation.variables.read_vips": "Move read VIPs of {cluster}",
    "work.variables.read_vips": "Move of the plugin's read VIPs",
    "step.read_vips.assign": "Set the map of addresses on {host}, the primary",
    "step.read_vips.await": "Wait until the members have their read VIPs",
    "consequence.read_vips_moved": "Connections through {addresses} break.",
    "detail.read_vips_assigned": "{host} has the map, and tells the others.",
    "detail.read_vips_there": "{addresses}: each on its member's host alone.",
    "detail.read_vips_unseen": "{addresses}: on its member's host, as far as the agents that answer say.",
    "detail.read_vips_waiting": "{address} is on {hosts}, and not on {expected} alone.",
    "failure.read_vips_primary":
      "{host} is not the primary any more, and the plugin takes its map from the primary alone.",
    "failure.read_vips_stay":
      "After {seconds} s {address} is on {hosts}, and not on {expected} alone. Check how the plugins reach each other.",
    "problem.read_vips_no_map":
      "No member is the primary with a map of addresses: the plugin greatdb_ha is not loaded there, or has not begun yet.",
    "problem.read_vip_is_write": "{address} is the write VIP, which follows the primary and is not moved.",
    "problem.read_vip_unknown":
      "{address} is none of the read VIPs of the plugin (greatdb_ha_mgr_read_vip_ips).",
    "problem.read_vip_twice": "{address} is named twice.",
    "problem.read_vip_no_member": "The plugin of the primary does not have this member in its map.",
    "problem.member_not_of_cluster": "This member is not of the cluster.",
    "problem.read_vips_nothing": "Each of these read VIPs is where it is to be.",
    "problem.read_vips_long":
      "The map would have {length} characters; this release of the plugin takes {limit} at most.",
  },
  {
    "operation.variables.read_vips": "移动 {cluster} 的读 VIP",
    "work.variables.read_vips": "移动插件的读 VIP",
    "step.read_vips.assign": "在主库 {host} 上设置地址分配表",
    "step.read_vips.await": "等待各成员持有其读 VIP",
    "consequence.read_vips_moved": "通过 {addresses:list} 的连接会断开。",
    "detail.read_vips_assigned": "{host} 已有该分配表，并会通知其他成员。",
    "detail.read_vips_there": "{addresses:list}：均只在其成员的主机上。",
    "detail.read_vips_unseen": "{addresses:list}：根据应答的代理，在其成员的主机上。",
    "detail.read_vips_waiting": "{address} 在 {hosts:list} 上，而不是只在 {expected} 上。",
    "failure.read_vips_primary": "{host} 已不是主库，而插件只接受主库上的分配表。",
    "failure.read_vips_stay":
      "{seconds} 秒后 {address} 在 {hosts:list} 上，而不是只在 {expected} 上。请检查插件之间能否到达。",
    "problem.read_vips_no_map":
      "没有哪个成员是带有地址分配表的主库：那里没有加载插件 greatdb_ha，或者它尚未开始工作。",
    "problem.read_vip_is_write": "{address} 是写 VIP，跟随主库，不能移动。",
    "problem.read_vip_unknown": "{address} 不是插件的读 VIP（greatdb_ha_mgr_read_vip_ips）。",
    "problem.read_vip_twice": "{address} 出现了两次。",
    "problem.read_vip_no_member": "主库插件的分配表中没有该成员。",
    "problem.member_not_of_cluster": "该成员不属于此集群。",
    "problem.read_vips_nothing": "这些读 VIP 都已在目标成员上。",
    "problem.read_vips_long": "分配表将有 {length} 个字符；该版本的插件最多接受 {limit} 个。",
  },
);
