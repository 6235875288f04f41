import { catalog } from "../message/catalog/catalog";

/** What the pre-checks of the plugin greatdb_ha say. */
export const pluginCheckMessages = catalog(
  {
    "check.plugin_skipped_agent":
      "Its agent does not answer, or is of an earlier release that cannot check the plugin. Upgrade it first.",
    "check.plugin_account.title": "An administrator's account can load the plugin",
    "check.plugin_account.pass": "The account from the registration of the cluster was kept.",
    "check.plugin_account.fail":
      "Primacy's own account may not load plugins, and no administrator's account was kept.",
    "check.plugin_account.remedy":
      "Remove the cluster from management and register it again with 'Keep these credentials'.",
    "check.plugin_operator.title": "The host operator can edit the option files",
    "check.plugin_operator.pass": "The host operator runs.",
    "check.plugin_operator.fail_off": "The host operator of {host} is switched off.",
    "check.plugin_operator.fail_silent": "The host operator of {host} is switched on, but does not answer.",
    "check.plugin_operator.remedy":
      "Switch it on in the menu of the host: only the host operator edits option files.",
    "check.plugin_operator.remedy_silent":
      "Run /opt/primacy-agent/current/primacy-operator start on {host} as root.",
    "check.plugin_release.title": "The server is of a release that has the plugin",
    "check.plugin_release.pass": "{version}: the rules of the plugin's release {release} apply.",
    "check.plugin_release.warn_newer":
      "{version} is not in Primacy's table of releases: the rules of {release} apply.",
    "check.plugin_release.remedy_newer":
      "Compare the plugin's variables with those in the plan before you apply it.",
    "check.plugin_release.warn_foreign":
      "{version} is neither GreatSQL nor GreatDB: the rules of {release} apply, and only the server can say whether it loads the library.",
    "check.plugin_release.remedy_foreign":
      "Use Primacy's agent, unless you built the library for this server.",
    "check.plugin_release.fail": "{version} has no plugin for VIPs: it begins with GreatSQL 8.0.32-24.",
    "check.plugin_release.remedy": "Use Primacy's agent, or upgrade the server.",
    "check.plugin_library.title": "The plugin's library is there",
    "check.plugin_library.pass": "{file} is there.",
    "check.plugin_library.fail": "{file} is missing. Nothing was changed.",
    "check.plugin_library.remedy":
      "Copy greatdb_ha.so of GreatSQL or GreatDB {version} to {file} as root, with mode 0755, or upload it in the wizard 'Configure a VIP' (not in a change of provider). It is in the folder lib/plugin of the release's package and of its tar archive; the library of another version does not load. Or use Primacy's agent, which needs no library.",
    "check.plugin_library.fail_unseen":
      "Nothing is known of this host: its agent or its server does not answer, or the agent is of an earlier release that cannot check the plugin.",
    "check.plugin_library.remedy_unseen": "Mend that first; upgrade an agent of an earlier release.",
    "check.plugin_library.warn": "The agent may not read {file}.",
    "check.plugin_library.remedy_unreadable":
      "Let every user read the folder and the file. The server loads it all the same if it can read it.",
    "check.plugin_fits.title": "The library was built for this server",
    "check.plugin_fits.pass": "It was built for {built}, and the server is {version}.",
    "check.plugin_fits.warn": "The library does not say for which version it was built.",
    "check.plugin_fits.remedy_unknown":
      "Make sure that it is a plugin for this server. If the server refuses it, everything is undone.",
    "check.plugin_fits.fail": "It was built for {built}, but the server is {version} and refuses it.",
    "check.plugin_fits.remedy": "Use the library from the package of the server's own release.",
    "check.plugin_needs.title": "The host has every library that the plugin needs",
    "check.plugin_needs.pass": "ldd finds all of them.",
    "check.plugin_needs.warn": "ldd could not tell which libraries it needs.",
    "check.plugin_needs.remedy_unknown": "Run ldd on the library yourself.",
    "check.plugin_needs.fail": "ldd does not find {libraries}.",
    "check.plugin_needs.remedy":
      "Install them. A server that got capabilities by setcap ignores LD_LIBRARY_PATH: add the folder in /etc/ld.so.conf.d and run ldconfig.",
    "check.plugin_capabilities.title": "The running server may change addresses",
    "check.plugin_capabilities.pass": "Process {pid} has CAP_NET_ADMIN and CAP_NET_RAW.",
    "check.plugin_capabilities.warn":
      "Process {pid} lacks CAP_NET_RAW: the plugin cannot announce the address, and clients find it only once their ARP entries expire.",
    "check.plugin_capabilities.fail":
      "Process {pid} lacks CAP_NET_ADMIN: the plugin could not add the address.",
    "check.plugin_capabilities.remedy":
      "Run as root, with the name that the server's unit has: {command}. Then restart the server.",
    "check.plugin_capabilities.fail_servers":
      "{count} servers run on the host. Primacy can check the process only where exactly one does.",
    "check.plugin_capabilities.remedy_servers": "Use Primacy's agent, or run one server on each host.",
    "check.plugin_unused.title": "The plugin is not loaded yet",
    "check.plugin_unused.pass": "It is not loaded.",
    "check.plugin_unused.fail": "It is loaded and has the address {address}.",
    "check.plugin_unused.fail_idle":
      "It is loaded, without an address. Primacy takes an apply back by unloading the plugin, so it has to load it itself.",
    "check.plugin_unused.remedy":
      "Unload it by hand first. In one session of an administrator: SET SESSION sql_log_bin = 0; on a secondary SET GLOBAL super_read_only = OFF; UNINSTALL PLUGIN greatdb_ha; on a secondary SET GLOBAL super_read_only = ON. Then delete its lines from the option files. Primacy does not overwrite what somebody else set up.",
    "check.plugin_nic.title": "The plugin can tell the interface from others",
    "check.plugin_nic.pass": "{nic} is short enough, and no other interface begins with that name.",
    "check.plugin_nic.skipped": "The interface is not known.",
    "check.plugin_nic.fail": "{nic} has {length} characters; the plugin takes {limit} at most.",
    "check.plugin_nic.fail_alike":
      "The plugin compares only the beginning of names, so that it takes {others} for {nic}.",
    "check.plugin_nic.remedy": "Rename the interface, or use Primacy's agent.",
    "check.plugin_family.title": "The plugin supports the address family",
    "check.plugin_family.pass": "Release {release} supports {address}.",
    "check.plugin_family.fail": "Release {release} does not support IPv6: it begins with 8.0.32-26.",
    "check.plugin_family.remedy": "Choose an IPv4 address, or use Primacy's agent.",
    "check.plugin_restart.title": "The plugin gets its read-only settings",
    "check.plugin_restart.pass": "The restart of the plan gives the server {name} = {value}.",
    "check.plugin_restart.fail":
      "{name} is read-only: a server takes it from its option files at its start only, and there it is not {value} yet.",
    "check.plugin_restart.warn":
      "{name} is read-only: the plugin gets {value} only if the server was started with it. Otherwise everything is undone.",
    "check.plugin_restart.remedy":
      "Choose the application with restarts when you configure the VIP again. Or put loose_{name}={value} into the [mysqld] group of an option file on each member and restart the members one by one. Then try again.",
    "check.plugin_values.title": "The option files have only values that the plugin accepts",
    "check.plugin_values.pass": "No other value was found.",
    "check.plugin_values.fail":
      "Line {line} of {file} sets {name} to {value}, which the plugin does not accept.",
    "check.plugin_values.remedy": "Correct the line, or delete it.",
    "check.plugin_file.title": "An option file can take the plugin's settings",
    "check.plugin_file.pass": "They go into {file}.",
    "check.plugin_file.pass_unchanged": "The option files have them already.",
    "check.plugin_file.fail_unseen": "The option files were not read. {reason:why}",
    "check.plugin_file.remedy_unseen":
      "Mend that first: what the files say must be known before they are edited.",
    "check.plugin_file.fail_bare":
      "Line {line} of {file} sets {name} without the prefix loose_: as soon as the plugin is unloaded, the server does not start with it.",
    "check.plugin_file.remedy_bare": "Delete the line, or write loose_ in front of the name.",
    "check.plugin_file.fail": "No option file can take them. {reason:why}",
    "check.plugin_file.remedy":
      "Mend that first. The host operator edits files in /etc/mysql, /etc/my.cnf and /etc/my.cnf.d only.",
  },
  {
    "check.plugin_skipped_agent": "其代理没有应答，或者版本较旧，无法查看该插件。请先升级代理。",
    "check.plugin_account.title": "有管理员账户可以加载插件",
    "check.plugin_account.pass": "已保留注册集群时的账户。",
    "check.plugin_account.fail": "Primacy 自己的账户无权加载插件，也没有保留管理员账户。",
    "check.plugin_account.remedy": "将集群移出管理，重新注册并选择保留凭据。",
    "check.plugin_operator.title": "主机操作进程可以修改选项文件",
    "check.plugin_operator.pass": "主机操作进程正在运行。",
    "check.plugin_operator.fail_off": "{host} 的主机操作进程已关闭。",
    "check.plugin_operator.fail_silent": "{host} 的主机操作进程已开启，但没有应答。",
    "check.plugin_operator.remedy": "请在主机的菜单中开启：只有主机操作进程才修改选项文件。",
    "check.plugin_operator.remedy_silent":
      "请以 root 身份在 {host} 上运行 /opt/primacy-agent/current/primacy-operator start。",
    "check.plugin_release.title": "服务器的版本带有该插件",
    "check.plugin_release.pass": "{version}：适用插件版本 {release} 的规则。",
    "check.plugin_release.warn_newer": "{version} 不在 Primacy 的版本表中：适用 {release} 的规则。",
    "check.plugin_release.remedy_newer": "应用之前，请对照计划检查插件的变量。",
    "check.plugin_release.warn_foreign":
      "{version} 既不是 GreatSQL 也不是 GreatDB：适用 {release} 的规则，能否加载该库只有服务器知道。",
    "check.plugin_release.remedy_foreign": "请使用 Primacy 代理，除非该库是您为此服务器编译的。",
    "check.plugin_release.fail": "{version} 没有 VIP 插件：该插件始于 GreatSQL 8.0.32-24。",
    "check.plugin_release.remedy": "请使用 Primacy 代理，或升级服务器。",
    "check.plugin_library.title": "插件的库文件存在",
    "check.plugin_library.pass": "{file} 存在。",
    "check.plugin_library.fail": "缺少 {file}。没有做任何更改。",
    "check.plugin_library.remedy":
      "请以 root 身份将 GreatSQL 或 GreatDB {version} 的 greatdb_ha.so 复制到 {file}，权限 0755，或在“配置 VIP”向导中上传（更换提供方时不能上传）。它位于该版本安装包和 tar 包的 lib/plugin 目录中；其他版本的库无法加载。也可以使用不需要库文件的 Primacy 代理。",
    "check.plugin_library.fail_unseen":
      "对该主机一无所知：其代理或服务器没有应答，或者代理版本较旧，无法查看该插件。",
    "check.plugin_library.remedy_unseen": "请先解决该问题；若代理版本较旧，请升级。",
    "check.plugin_library.warn": "代理无权读取 {file}。",
    "check.plugin_library.remedy_unreadable":
      "请允许所有用户读取该目录和文件。只要服务器能够读取，仍可加载。",
    "check.plugin_fits.title": "该库是为此服务器编译的",
    "check.plugin_fits.pass": "它为 {built} 编译，服务器为 {version}。",
    "check.plugin_fits.warn": "该库没有说明为哪个版本编译。",
    "check.plugin_fits.remedy_unknown": "请确认它是此服务器的插件。若服务器拒绝加载，所有更改都会撤销。",
    "check.plugin_fits.fail": "它为 {built} 编译，而服务器为 {version}，会拒绝加载。",
    "check.plugin_fits.remedy": "请使用服务器自身版本安装包中的库。",
    "check.plugin_needs.title": "主机具备插件所需的所有库",
    "check.plugin_needs.pass": "ldd 找到了所有库。",
    "check.plugin_needs.warn": "ldd 无法给出所需的库。",
    "check.plugin_needs.remedy_unknown": "请自行对该库运行 ldd。",
    "check.plugin_needs.fail": "ldd 找不到 {libraries:list}。",
    "check.plugin_needs.remedy":
      "请安装这些库。通过 setcap 获得权限的服务器会忽略 LD_LIBRARY_PATH：请在 /etc/ld.so.conf.d 中添加目录并运行 ldconfig。",
    "check.plugin_capabilities.title": "运行中的服务器有权更改地址",
    "check.plugin_capabilities.pass": "进程 {pid} 具有 CAP_NET_ADMIN 和 CAP_NET_RAW。",
    "check.plugin_capabilities.warn":
      "进程 {pid} 缺少 CAP_NET_RAW：插件无法通告地址，客户端要等 ARP 表项过期后才能找到它。",
    "check.plugin_capabilities.fail": "进程 {pid} 缺少 CAP_NET_ADMIN：插件无法添加地址。",
    "check.plugin_capabilities.remedy": "请以 root 身份运行（单元名以实际为准）：{command}。然后重启服务器。",
    "check.plugin_capabilities.fail_servers":
      "主机上运行着 {count} 个服务器。只有恰好运行一个时，Primacy 才能查看该进程。",
    "check.plugin_capabilities.remedy_servers": "请使用 Primacy 代理，或每台主机只运行一个服务器。",
    "check.plugin_unused.title": "插件尚未加载",
    "check.plugin_unused.pass": "未加载。",
    "check.plugin_unused.fail": "已加载，并配置了地址 {address}。",
    "check.plugin_unused.fail_idle":
      "已加载，但没有地址。Primacy 撤销应用时会卸载插件，因此插件必须由 Primacy 自己加载。",
    "check.plugin_unused.remedy":
      "请先手动卸载。在管理员的同一个会话中执行：SET SESSION sql_log_bin = 0；在从库上执行 SET GLOBAL super_read_only = OFF；UNINSTALL PLUGIN greatdb_ha；在从库上执行 SET GLOBAL super_read_only = ON。然后从选项文件中删除相关行。Primacy 不会覆盖他人的配置。",
    "check.plugin_nic.title": "插件能够区分该网卡与其他网卡",
    "check.plugin_nic.pass": "{nic} 的名称够短，且没有其他网卡以此名称开头。",
    "check.plugin_nic.skipped": "网卡未知。",
    "check.plugin_nic.fail": "{nic} 有 {length} 个字符；插件最多接受 {limit} 个。",
    "check.plugin_nic.fail_alike": "插件只比较名称的开头，因此会把 {others:list} 当作 {nic}。",
    "check.plugin_nic.remedy": "请重命名网卡，或使用 Primacy 代理。",
    "check.plugin_family.title": "插件支持该地址族",
    "check.plugin_family.pass": "版本 {release} 支持 {address}。",
    "check.plugin_family.fail": "版本 {release} 不支持 IPv6：该功能始于 8.0.32-26。",
    "check.plugin_family.remedy": "请选择 IPv4 地址，或使用 Primacy 代理。",
    "check.plugin_restart.title": "插件能够获得只读设置",
    "check.plugin_restart.pass": "计划中的重启会使服务器得到 {name} = {value}。",
    "check.plugin_restart.fail":
      "{name} 是只读变量：服务器只在启动时从选项文件读取，而目前的值还不是 {value}。",
    "check.plugin_restart.warn":
      "{name} 是只读变量：只有服务器启动时已有该设置，插件才会得到 {value}。否则所有更改都会撤销。",
    "check.plugin_restart.remedy":
      "新配置 VIP 时请选择带重启的应用方式。或者在每个成员的选项文件的 [mysqld] 组中加入 loose_{name}={value}，并逐个重启成员。然后重试。",
    "check.plugin_values.title": "选项文件中只有插件接受的值",
    "check.plugin_values.pass": "没有发现其他值。",
    "check.plugin_values.fail": "{file} 第 {line} 行将 {name} 设为 {value}，插件不接受该值。",
    "check.plugin_values.remedy": "请改正或删除该行。",
    "check.plugin_file.title": "有选项文件可以写入插件的设置",
    "check.plugin_file.pass": "写入 {file}。",
    "check.plugin_file.pass_unchanged": "选项文件中已有这些设置。",
    "check.plugin_file.fail_unseen": "没有读取选项文件。{reason:why}",
    "check.plugin_file.remedy_unseen": "请先解决该问题：修改之前必须知道文件的内容。",
    "check.plugin_file.fail_bare":
      "{file} 第 {line} 行设置了 {name}，但没有 loose_ 前缀：插件卸载后，服务器会因此无法启动。",
    "check.plugin_file.remedy_bare": "请删除该行，或在名称前加上 loose_。",
    "check.plugin_file.fail": "没有选项文件可以写入。{reason:why}",
    "check.plugin_file.remedy":
      "请先解决该问题。主机操作进程只修改 /etc/mysql、/etc/my.cnf 和 /etc/my.cnf.d 中的文件。",
  },
);
