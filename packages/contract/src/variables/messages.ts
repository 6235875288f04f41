import { catalog } from "../message/catalog/catalog";

/** The texts of a reading of variables. */
export const variablesMessages = catalog(
  {
    "operation.variables.read": "Read the variables of {cluster}",
    "work.variables.read": "Read variables",
    "step.variables.read": "Read the variables of every member",

    "variables.other_server":
      "The server at {address} is not the registered one of {host}: its UUID is {actual} instead of {expected}.",

    // Why the agent does not know what the next start of its server sets.
    "next_start.no_account": "The agent has no account on its server yet.",
    "next_start.no_process":
      "The agent does not see the server's process, so its command line and its option files are unknown.",
    "next_start.several_servers":
      "Several MySQL servers run on this host, so it is not known which option files are this one's.",
    "next_start.files_broken":
      "The server does not start with its option files as they are: a line in them is wrong.",
    "next_start.unread": "What these set could not be read: {files}.",
    "next_start.no_agent": "This member's host has no agent, which reads the option files.",
    "next_start.outdated":
      "The agent of {host} is of an earlier release, which does not read the option files for this page.",
  },
  {
    "operation.variables.read": "读取 {cluster} 的变量",
    "work.variables.read": "读取变量",
    "step.variables.read": "读取每个成员的变量",
    "variables.other_server":
      "{address} 上的服务器不是注册的 {host}：其 UUID 为 {actual}，而不是 {expected}。",

    "next_start.no_account": "代理在其服务器上还没有账号。",
    "next_start.no_process": "代理看不到服务器的进程，因此不知道它的命令行和选项文件。",
    "next_start.several_servers": "这台主机上运行着多个 MySQL 服务器，因此不知道哪些选项文件属于这一个。",
    "next_start.files_broken": "服务器无法以现在的选项文件启动：其中有一行有误。",
    "next_start.unread": "无法读取以下文件的设置：{files:list}。",
    "next_start.no_agent": "该成员的主机没有代理，而选项文件由代理读取。",
    "next_start.outdated": "{host} 的代理版本较旧，不会为本页读取选项文件。",
  },
);
