import { catalog } from "../message/catalog/catalog";

/** What is said of a library that hosts get from the console. */
export const pluginLibraryMessages = catalog(
  {
    "step.plugin.library": "Place the uploaded library in {folder} on {host}",
    "step.plugin.keep_library": "Keep the library and the option file of {host} as they are now",
    "step.plugin.library_remove": "Take away the libraries that Primacy placed: {hosts}",
    "consequence.plugin_library":
      "The library {name} (SHA-256 {sha256}) is placed in {folder} on {host}, owned by root. The server there runs its code. The removal of the VIP takes it away again, if the plugin still moves the VIP then.",
    "consequence.plugin_library_removed":
      "Primacy placed {file} on {host}: it is deleted at the end, unless somebody has changed it since.",
    "detail.plugin_library_placed": "{file} is placed.",
    "detail.plugin_library_removed": "Taken away: {hosts}.",
    "detail.plugin_library_none": "None was taken away.",
    "log.plugin_library_stays": "{file} stays on {host}. {reason:why}",
    "failure.plugin_library": "The library was not placed in {folder} on {host}. {reason:why}",
    "failure.plugin_library_undo": "{file} was not taken away from {host}. {reason:why}",
    "failure.plugin_library_keep": "{file} on {host} was not kept. {reason:why}",
    "failure.plugin_library_gone":
      "The console does not have the library {sha256} any more. Upload it again.",
    "check.plugin_library.pass_upload": "{file} is missing. The plan places the uploaded {name} there.",
    "check.plugin_library.fail_old":
      "{file} is missing, and the agent is of an earlier release that cannot place the uploaded {name}. Nothing was changed.",
    "check.plugin_library.remedy_old": "Upgrade the agent.",
    "check.plugin_library.fail_folder":
      "{file} is missing. The uploaded {name} is placed only in a folder named plugin below /usr or /opt. Nothing was changed.",
    "check.plugin_fits.fail_upload":
      "The uploaded {name} was built for {built}, but the server is {version} and refuses it.",
    "check.plugin_needs.skipped_upload":
      "Known once it is on the host: it is only placed if ldd finds everything.",
    "action.library": "libraries of the plugin",
    "operator.library_unstaged": "The library did not arrive whole. Nothing was changed.",
    "operator.library_order": "A part of the library arrived out of order. Nothing was changed.",
    "operator.library_large": "The library is larger than {mebibytes} MiB.",
    "operator.library_folder":
      "{folder} is not a folder of plugins in which only root can write: it has to be there with another .so file in it.",
    "operator.library_exists": "{file} is there already. It stays as it is.",
    "operator.library_needs": "This host lacks {libraries}, which the library needs. Nothing was changed.",
    "operator.library_ldd": "ldd could not tell what the library needs ({reason:why}). Nothing was changed.",
    "problem.library_base64": "The content is not base64.",
    "problem.library_too_large": "A library has at most {mebibytes} MiB.",
    "problem.library_not_elf": "Not a library of Linux on a 64-bit processor (ELF).",
    "problem.library_not_shared": "A program or an object file, and not a shared library (.so).",
    "problem.library_machine": "Built for another processor than x86-64.",
    "problem.library_no_plugin": "Not a plugin of MySQL: it does not export {symbols}.",
    "problem.library_other_plugin": "The plugin {name}, and not greatdb_ha.",
    "problem.library_nameless": "A plugin that does not bear the name greatdb_ha.",
    "problem.library_unknown": "The console has no library with this SHA-256. Upload it first.",
    "problem.library_of_agent_vip":
      "This applies to the plugin greatdb_ha only: Primacy's agents need no library.",
  },
  {
    "step.plugin.library": "将上传的库文件放入 {host} 的 {folder}",
    "step.plugin.keep_library": "保留 {host} 上的库文件和选项文件的当前内容",
    "step.plugin.library_remove": "删除由 Primacy 放置的库文件：{hosts:list}",
    "consequence.plugin_library":
      "库文件 {name}（SHA-256 {sha256}）将放入 {host} 的 {folder}，属主为 root。该主机的服务器会运行其中的代码。移除该 VIP 时，若仍由插件管理，会将其删除。",
    "consequence.plugin_library_removed":
      "{host} 上的 {file} 由 Primacy 放置：最后会将其删除，除非有人在此之后改动过它。",
    "detail.plugin_library_placed": "已放置 {file}。",
    "detail.plugin_library_removed": "已删除：{hosts:list}。",
    "detail.plugin_library_none": "没有删除任何库文件。",
    "log.plugin_library_stays": "{host} 上的 {file} 保留。{reason:why}",
    "failure.plugin_library": "没有将库文件放入 {host} 的 {folder}。{reason:why}",
    "failure.plugin_library_undo": "没有删除 {host} 上的 {file}。{reason:why}",
    "failure.plugin_library_keep": "没有保留 {host} 上的 {file}。{reason:why}",
    "failure.plugin_library_gone": "控制台已没有库文件 {sha256}，请重新上传。",
    "check.plugin_library.pass_upload": "缺少 {file}。计划会将上传的 {name} 放在该处。",
    "check.plugin_library.fail_old": "缺少 {file}，且代理版本较旧，无法放置上传的 {name}。没有做任何更改。",
    "check.plugin_library.remedy_old": "请升级代理。",
    "check.plugin_library.fail_folder":
      "缺少 {file}。上传的 {name} 只能放入 /usr 或 /opt 下名为 plugin 的目录。没有做任何更改。",
    "check.plugin_fits.fail_upload": "上传的 {name} 为 {built} 编译，而服务器为 {version}，会拒绝加载。",
    "check.plugin_needs.skipped_upload": "到达主机后才能得知：只有 ldd 找到全部所需的库，才会放置该文件。",
    "action.library": "插件的库文件",
    "operator.library_unstaged": "库文件没有完整到达。没有做任何更改。",
    "operator.library_order": "库文件的某一部分到达的顺序不对。没有做任何更改。",
    "operator.library_large": "库文件大于 {mebibytes} MiB。",
    "operator.library_folder":
      "{folder} 不是只有 root 可写的插件目录：该目录必须存在，且其中有其他 .so 文件。",
    "operator.library_exists": "{file} 已存在，保持不变。",
    "operator.library_needs": "该主机缺少库文件所需的 {libraries:list}。没有做任何更改。",
    "operator.library_ldd": "ldd 无法给出库文件所需的库（{reason:why}）。没有做任何更改。",
    "problem.library_base64": "内容不是 base64。",
    "problem.library_too_large": "库文件最大 {mebibytes} MiB。",
    "problem.library_not_elf": "不是 64 位 Linux 的库文件（ELF）。",
    "problem.library_not_shared": "这是程序或目标文件，而不是共享库（.so）。",
    "problem.library_machine": "不是为 x86-64 处理器编译的。",
    "problem.library_no_plugin": "不是 MySQL 的插件：没有导出 {symbols:list}。",
    "problem.library_other_plugin": "这是插件 {name}，而不是 greatdb_ha。",
    "problem.library_nameless": "该插件中没有 greatdb_ha 这个名称。",
    "problem.library_unknown": "控制台没有该 SHA-256 的库文件，请先上传。",
    "problem.library_of_agent_vip": "仅适用于 greatdb_ha 插件：Primacy 代理不需要库文件。",
  },
);
