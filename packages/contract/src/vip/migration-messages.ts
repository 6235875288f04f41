import { catalog } from "../message/catalog/catalog";

/** What is said of a VIP that goes from one provider to the other. */
export const vipMigrationMessages = catalog(
  {
    "operation.vip.check_migration": "Check {address} of {cluster} for the provider {provider}",
    "operation.vip.migrate": "Change the provider of {address} of {cluster} to {provider}",
    "work.vip.check_migration": "Check of another provider",
    "work.vip.migrate": "Change of the VIP's provider",
    "step.vip.look_migration": "Check the members and the provider {provider}",
    "step.plugin.prepare": "Load the plugin on {host}, switched off and without the address",
    "step.vip.provider": "Record that {provider} moves {address}",
    "step.vip.prove_free": "Prove that no host has {address}",
    "detail.vip_free": "No kernel has {address}, and no machine answers for it. Asked by {askers}.",
    "consequence.vip_to_plugin":
      "The agents release {address}, which may end the connections through it; once no host has it, the plugin binds it on {primary}. Until then no client reaches it, usually for some seconds.",
    "consequence.vip_to_agent":
      "The plugin is unloaded on each member, which releases {address} and may end the connections through it; once no host has it, the agents take it, on {primary}. Until then no client reaches it, usually for some seconds.",
    "failure.vip_not_free":
      "After {seconds} s it was not proven that no host has {address}: {reason:why}. So nobody was given it.",
    "failure.vip_not_given_back":
      "It is not proven that no host has {address}: {reason:why}. So the agents were not given it back. See that every agent answers and that no host has the address, remove the VIP, then configure it again.",
    "failure.vip_plugin_not_idle":
      "The plugin on {hosts} is still set to {address}, or its server does not say. So the agents were not given the address back. Remove the VIP once these servers answer, then configure it again.",
    "failure.vip_agents_not_out":
      "The agents of {hosts} did not confirm within {seconds} s that they gave up {address}, so the plugin was not loaded again on {host}. See that these agents answer, remove the VIP, then configure it again.",
    "why.vip_held_by": "it is held by {hosts}",
    "why.vip_hosts_silent": "the agents of {hosts} do not answer, or could not ask the network",
    "problem.provider_same": "{address} is moved by {provider} already.",
    "failure.vip_migration_gone": "The VIP was removed, changed or paused since it was asked about.",
  },
  {
    "operation.vip.check_migration": "检查 {cluster} 的 {address} 能否改用提供方 {provider}",
    "operation.vip.migrate": "将 {cluster} 的 {address} 的提供方改为 {provider}",
    "work.vip.check_migration": "检查更换提供方",
    "work.vip.migrate": "更换 VIP 的提供方",
    "step.vip.look_migration": "检查各成员和提供方 {provider}",
    "step.plugin.prepare": "在 {host} 上加载插件，处于关闭状态且不设地址",
    "step.vip.provider": "记录 {address} 由 {provider} 管理",
    "step.vip.prove_free": "证明没有主机持有 {address}",
    "detail.vip_free": "没有内核持有 {address}，也没有机器为其应答。由 {askers:list} 查询。",
    "consequence.vip_to_plugin":
      "代理先释放 {address}，经过它的连接可能断开；确认没有主机持有后，插件在 {primary} 上绑定它。在此之前客户端无法访问它，通常为数秒。",
    "consequence.vip_to_agent":
      "先在每个成员上卸载插件，由此释放 {address}，经过它的连接可能断开；确认没有主机持有后，由 {primary} 上的代理接管。在此之前客户端无法访问它，通常为数秒。",
    "failure.vip_not_free":
      "{seconds} 秒后仍不能证明没有主机持有 {address}：{reason:why}。因此没有交给任何一方。",
    "failure.vip_not_given_back":
      "不能证明没有主机持有 {address}：{reason:why}。因此没有把它交还给代理。请确认所有代理能够应答且没有主机持有该地址，移除该 VIP，然后重新配置。",
    "failure.vip_plugin_not_idle":
      "{hosts:list} 上的插件仍设置为 {address}，或其服务器没有应答。因此没有把该地址交还给代理。请在这些服务器能够应答后移除该 VIP，然后重新配置。",
    "failure.vip_agents_not_out":
      "{seconds} 秒内 {hosts:list} 的代理没有确认已放弃 {address}，因此没有在 {host} 上重新加载插件。请先确认这些代理能够应答，移除该 VIP，然后重新配置。",
    "why.vip_held_by": "{hosts:list} 持有它",
    "why.vip_hosts_silent": "{hosts:list} 的代理没有应答，或无法查询网络",
    "problem.provider_same": "{address} 已由 {provider} 管理。",
    "failure.vip_migration_gone": "在此期间该 VIP 已被移除、更改或暂停。",
  },
);
