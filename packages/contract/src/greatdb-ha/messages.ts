import { catalog } from "../message/catalog/catalog";

/** What is done with the plugin greatdb_ha, what it means, and why something was not done. */
export const pluginMessages = catalog(
  {
    "step.plugin.file": "Edit {file} on {host} for the next start",
    "step.plugin.file_unseen": "Take the plugin's lines out of the option file on {host}",
    "step.plugin.load": "Load and configure the plugin on {host}",
    "step.plugin.agree":
      "Compare the plugin's variables on all members, and try how their plugins reach each other",
    "step.plugin.keep": "Keep the option file of {host} as it is now",
    "step.plugin.unload": "Unload the plugin on {host}",
    "consequence.plugin_udf":
      "The plugins tell each other by SQL who has the address: as the account of the recovery channel, and without TLS. If that fails, two hosts have the address after a switchover. The checks try this path where they can, and it is tried again once the plugins are loaded; nobody tries it later.",
    "consequence.plugin_port":
      "The plugins tell each other over port 18888, which must be open between the members and closed to all others. If that fails, two hosts have the address after a switchover. Primacy tries this path once the plugins are loaded, and not later.",
    "consequence.plugin_minority":
      "A primary that loses the majority keeps the address until Group Replication stops there.",
    "consequence.plugin_killed":
      "If a server is killed, the address stays on its host until the server has loaded the plugin again. The plugin never checks whether another machine has the address.",
    "consequence.plugin_file_unseen":
      "The option files of {host} could not be read now, so that this plan shows no lines of them. {reason:why} The step itself finds what to edit.",
    "consequence.plugin_lines_stay":
      "The plugin's lines stay in the option file of {host}; without the plugin the server ignores them. {reason:why}",
    "consequence.plugin_lines_unwritten":
      "Lines for the plugin that Primacy did not write stay in the option files of {host}; without the plugin the server ignores them: {lines}.",
    "consequence.plugin_lines_bare":
      "Without the plugin the server of {host} does not start with these lines, which stay and lack the prefix loose_: {lines}. Delete them first, or add the prefix.",
    "detail.plugin_loaded": "The plugin of {host} is loaded, with {count} variables as planned.",
    "detail.plugin_agree": "All members have the planned variables: {members}.",
    "detail.plugin_file_kept": "{file} stays as it is now.",
    "detail.plugin_file_unchanged": "No line has to change.",
    "detail.plugin_file_stays": "The lines stay. {reason:why}",
    "detail.plugin_file_edited": "{file} is edited.",
    "detail.plugin_unloaded": "The plugin is not loaded any more.",
    "detail.plugin_was_unloaded": "The plugin was not loaded.",
    "detail.plugin_address_left":
      "{host} still has {address} on {nic}. If it stays, run there as root: {command}",
    "log.plugin_address_left": "The plugin left {address} on {host} behind. Run there as root: {command}",
    "failure.plugin_address_left":
      "After {seconds} s {host} still has {address} on {nic}, although the plugin is unloaded. Run there as root: {command}",
    "failure.plugin_load": "The server of {host} did not load the plugin. {reason:why}",
    "failure.plugin_unload": "The server of {host} did not unload the plugin. {reason:why}",
    "failure.plugin_setting": "The server of {host} has {name} = {actual}, and not {value}.",
    "failure.plugin_setting_unread":
      "The server of {host} has {name} = {actual}, and not {value}. It takes this variable from its option files at its start only.",
    "failure.plugin_other_server": "Another server answers at {address}: {actual}, and not {expected}.",
    "failure.plugin_file": "{file} on {host} was not edited. {reason:why}",
    "failure.plugin_files_unseen": "The option files of {host} were not read. {reason:why}",
    "failure.plugin_file_keep": "The edit of {file} on {host} was not kept. {reason:why}",
    "failure.plugin_file_undo": "{file} on {host} was not put back. {reason:why}",
    "problem.plugin_status": "The server shows the plugin as {shownAs}.",
    "problem.plugin_edit_unknown": "Its host operator has no record of the edit any more.",
    "problem.plugin_no_option_file": "The server reads no option file that the host operator may edit.",
    "problem.plugin_server_silent": "The server of {host} did not answer the console.",
    "problem.plugin_option_file_unseen":
      "The server has values from {file}, which its agent did not find among the option files: what else that file sets, Primacy cannot know. If the server reads it no more, restart the server first.",
    "problem.plugin_option_file_outside":
      "The server also reads {file}, whose content Primacy cannot know: the host operator reads files in /etc/mysql, /etc/my.cnf and /etc/my.cnf.d only.",
    "problem.provider_beside_another":
      "{address} of this cluster is moved by {other}. Remove it first: two providers do not serve one cluster.",
    "problem.provider_one_write_vip": "The plugin moves one write VIP only, and {address} exists.",
    "problem.provider_no_read_vips": "Primacy does not configure read VIPs with this provider yet.",
    "problem.provider_change_unsupported":
      "A VIP of {provider} cannot be changed, paused or released on one host yet. Remove it and configure it again.",
  },
  {
    "step.plugin.file": "修改 {host} 上的 {file}，供下次启动使用",
    "step.plugin.file_unseen": "从 {host} 的选项文件中删除插件的行",
    "step.plugin.load": "在 {host} 上加载并配置插件",
    "step.plugin.agree": "比较所有成员的插件变量，并检查插件之间能否连通",
    "step.plugin.keep": "保留 {host} 选项文件的当前内容",
    "step.plugin.unload": "在 {host} 上卸载插件",
    "consequence.plugin_udf":
      "插件之间通过 SQL 告知地址由谁持有：使用恢复通道的账户，且不加密。若告知失败，切换后会有两台主机持有该地址。检查会尽可能尝试这条路径，插件加载后还会再试；之后不再尝试。",
    "consequence.plugin_port":
      "插件之间通过端口 18888 告知，该端口须在成员之间开放，并对其他主机关闭。若告知失败，切换后会有两台主机持有该地址。插件加载后 Primacy 会尝试这条路径，之后不再尝试。",
    "consequence.plugin_minority": "失去多数派的主库会一直持有该地址，直到其组复制停止。",
    "consequence.plugin_killed":
      "若服务器被杀死，该地址会留在其主机上，直到服务器重新加载插件。插件从不检查是否有其他机器持有该地址。",
    "consequence.plugin_file_unseen":
      "目前无法读取 {host} 的选项文件，因此此计划中没有其具体行。{reason:why}执行该步骤时会再查找需要编辑的内容。",
    "consequence.plugin_lines_stay":
      "插件的行会留在 {host} 的选项文件中；没有插件时服务器会忽略它们。{reason:why}",
    "consequence.plugin_lines_unwritten":
      "{host} 的选项文件中不是由 Primacy 写入的插件行会保留；没有插件时服务器会忽略它们：{lines:list}。",
    "consequence.plugin_lines_bare":
      "{host} 的选项文件中以下行会保留，且没有 loose_ 前缀；没有插件时，服务器会因此无法启动：{lines:list}。请先删除这些行，或加上前缀。",
    "detail.plugin_loaded": "{host} 已加载插件，{count} 个变量与计划一致。",
    "detail.plugin_agree": "所有成员的变量均与计划一致：{members:list}。",
    "detail.plugin_file_kept": "{file} 保留当前内容。",
    "detail.plugin_file_unchanged": "没有需要更改的行。",
    "detail.plugin_file_stays": "这些行会保留。{reason:why}",
    "detail.plugin_file_edited": "已修改 {file}。",
    "detail.plugin_unloaded": "插件已卸载。",
    "detail.plugin_was_unloaded": "插件未加载。",
    "detail.plugin_address_left":
      "{host} 的 {nic} 上仍有 {address}。若一直存在，请以 root 身份在该主机上运行：{command}",
    "log.plugin_address_left": "插件在 {host} 上留下了 {address}。请以 root 身份在该主机上运行：{command}",
    "failure.plugin_address_left":
      "插件已卸载，但 {seconds} 秒后 {host} 的 {nic} 上仍有 {address}。请以 root 身份在该主机上运行：{command}",
    "failure.plugin_load": "{host} 的服务器没有加载插件。{reason:why}",
    "failure.plugin_unload": "{host} 的服务器没有卸载插件。{reason:why}",
    "failure.plugin_setting": "{host} 的服务器上 {name} = {actual}，而不是 {value}。",
    "failure.plugin_setting_unread":
      "{host} 的服务器上 {name} = {actual}，而不是 {value}。该变量只在服务器启动时从选项文件读取。",
    "failure.plugin_other_server": "在 {address} 应答的是另一个服务器：{actual}，而不是 {expected}。",
    "failure.plugin_file": "没有修改 {host} 上的 {file}。{reason:why}",
    "failure.plugin_files_unseen": "没有读取 {host} 的选项文件。{reason:why}",
    "failure.plugin_file_keep": "没有保留对 {host} 上 {file} 的修改。{reason:why}",
    "failure.plugin_file_undo": "没有恢复 {host} 上的 {file}。{reason:why}",
    "problem.plugin_status": "服务器显示该插件的状态为 {shownAs}。",
    "problem.plugin_edit_unknown": "该主机的主机操作进程已没有这次修改的记录。",
    "problem.plugin_no_option_file": "服务器读取的选项文件中，没有主机操作进程可以修改的文件。",
    "problem.plugin_server_silent": "{host} 的服务器没有应答控制台。",
    "problem.plugin_option_file_unseen":
      "服务器有来自 {file} 的值，而其代理在选项文件中没有找到该文件：Primacy 无法得知它还设置了什么。若服务器不再读取该文件，请先重启服务器。",
    "problem.plugin_option_file_outside":
      "服务器还读取 {file}，Primacy 无法得知其内容：主机操作进程只读取 /etc/mysql、/etc/my.cnf 和 /etc/my.cnf.d 中的文件。",
    "problem.provider_beside_another":
      "该集群的 {address} 由 {other} 管理。请先移除：一个集群不能由两个提供方服务。",
    "problem.provider_one_write_vip": "该插件只管理一个写 VIP，而 {address} 已存在。",
    "problem.provider_no_read_vips": "Primacy 尚不支持用该提供方配置读 VIP。",
    "problem.provider_change_unsupported":
      "{provider} 的 VIP 尚不能更改、暂停或在单台主机上释放。请移除后重新配置。",
  },
);
