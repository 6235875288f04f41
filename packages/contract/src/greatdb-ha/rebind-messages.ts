import { catalog } from "../message/catalog/catalog";

/** The repair that has the plugin of the primary begin anew with its VIP. */
export const pluginRebindMessages = catalog(
  {
    "operation.vip.rebind": "Bind {address} of {cluster} again",
    "work.vip.rebind": "New binding of the VIP",
    "step.plugin.rebind": "Have the plugin of the primary start over with {address}",
    "step.plugin.await_one": "Wait until the primary's host alone has {address}",
    "consequence.plugin_rebound":
      "Connections through {address} to a host beside the primary break. Those to the primary stay.",
    "detail.plugin_rebound": "The plugin of {host} starts over.",
    "detail.plugin_nobody": "No host has {address} yet.",
    "detail.plugin_holders": "{hosts} have {address}.",
    "detail.plugin_one": "{host}, the primary's, has {address}, and no other host has it.",
    "detail.plugin_one_silent":
      "{host}, the primary's, has {address}. Whether {silent} have it too is not known: their agents do not answer.",
    "failure.plugin_no_primary":
      "No member that could be asked is the primary, and the plugin takes this from the primary alone. {reason:why}",
    "failure.plugin_not_loaded": "The server of {host}, the primary, has not loaded the plugin.",
    "failure.plugin_not_bound":
      "After {seconds} s no host has {address}. The error log of the primary's server says why its plugin does not bind it.",
    "failure.plugin_two_primaries":
      "After {seconds} s {hosts} have {address}, and each calls itself the primary: one of them has lost the majority. Find out which one, and release the address there by hand.",
    "failure.plugin_bound_unknown":
      "After {seconds} s it is not known who has {address}: the agents of {silent} do not answer.",
    "failure.plugin_bound_late": "{hosts} got {address} only after {seconds} s. Check the VIP.",
    "failure.plugin_bound_elsewhere":
      "After {seconds} s {address} is on {hosts} beside the primary: the plugin there was not reached. Check how the plugins reach each other, and run there as root: {command}",
    "problem.provider_rebind_unsupported":
      "Only the plugin greatdb_ha can be told to bind its address again. Primacy's agents do so by themselves.",
  },
  {
    "operation.vip.rebind": "重新绑定 {cluster} 的 {address}",
    "work.vip.rebind": "重新绑定 VIP",
    "step.plugin.rebind": "让主库的插件重新处理 {address}",
    "step.plugin.await_one": "等待只有主库的主机持有 {address}",
    "consequence.plugin_rebound": "通过 {address} 到主库以外主机的连接会断开，到主库的连接不受影响。",
    "detail.plugin_rebound": "{host} 的插件重新开始处理。",
    "detail.plugin_nobody": "还没有主机持有 {address}。",
    "detail.plugin_holders": "{hosts:list} 持有 {address}。",
    "detail.plugin_one": "主库的主机 {host} 持有 {address}，其他主机均未持有。",
    "detail.plugin_one_silent":
      "主库的主机 {host} 持有 {address}。{silent:list} 是否也持有该地址未知：其代理没有应答。",
    "failure.plugin_no_primary": "能够询问的成员都不是主库，而插件只接受主库上的这一设置。{reason:why}",
    "failure.plugin_not_loaded": "主库 {host} 的服务器没有加载该插件。",
    "failure.plugin_not_bound":
      "{seconds} 秒后没有主机持有 {address}。主库服务器的错误日志会说明其插件为何没有绑定该地址。",
    "failure.plugin_two_primaries":
      "{seconds} 秒后 {hosts:list} 都持有 {address}，且各自称为主库：其中一个已失去多数派。请查明是哪一个，并在那里手动释放该地址。",
    "failure.plugin_bound_unknown": "{seconds} 秒后仍不知道谁持有 {address}：{silent:list} 的代理没有应答。",
    "failure.plugin_bound_late": "{hosts:list} 在 {seconds} 秒之后才持有 {address}。请检查该 VIP。",
    "failure.plugin_bound_elsewhere":
      "{seconds} 秒后 {address} 仍在主库以外的 {hosts:list} 上：没有到达那里的插件。请检查插件之间能否到达，并以 root 身份在那里运行：{command}",
    "problem.provider_rebind_unsupported":
      "只有插件 greatdb_ha 可以重新绑定其地址。Primacy 的代理会自行绑定。",
  },
);
