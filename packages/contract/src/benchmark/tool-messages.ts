import { catalog } from "../message/catalog/catalog";

/** Checks and problems of the tools that make the load of a benchmark. */
export const benchmarkToolMessages = catalog(
  {
    "check.benchmark_tool.title": "{host} has {tool}",
    "check.benchmark_tool.pass": "{host} has {tool} {version}.",
    "check.benchmark_tool.pass_program": "{host} has {path}.",
    "check.benchmark_tool.fail": "{host} has no {tool}.",
    "check.benchmark_tool.remedy_sysbench":
      "Install it on the host: apt-get install sysbench (Debian, Ubuntu), or dnf install sysbench (RHEL with EPEL).",
    "check.benchmark_tool.remedy_mysqlslap":
      "Install it on the host with the client of MySQL: apt-get install default-mysql-client (Debian), apt-get install mysql-client (Ubuntu), or dnf install mysql (RHEL).",
    "check.benchmark_tool.remedy_custom":
      "As root, copy it into /usr/local/bin on the host: install -m 0755 {tool} /usr/local/bin/. Only programs in bin and sbin of /, /usr and /usr/local are started.",
    "check.benchmark_tool.fail_version": "The version of the {tool} of {host} is unknown. It says: {said}",
    "check.benchmark_tool.remedy_version_sysbench":
      "Install sysbench 1.0.17 or newer: apt-get install sysbench (Debian, Ubuntu), or dnf install sysbench (RHEL with EPEL).",
    "check.benchmark_tool.fail_old": "{host} has sysbench {version}, which is older than {oldest}.",
    "check.benchmark_tool.remedy_old":
      "Upgrade it on the host: apt-get install --only-upgrade sysbench (Debian 11, Ubuntu 20.04 or newer), or dnf upgrade sysbench (RHEL with EPEL). An older system has no package of it. Build it there: git clone -b 1.0.20 https://github.com/akopytov/sysbench, then ./autogen.sh, ./configure and make install; /usr/local/bin comes first.",
    "check.benchmark_tool.remedy_version_mysqlslap":
      "Install the client of MySQL 5.7 or newer, or of MariaDB.",
    "check.benchmark_tool.fail_untrusted":
      "Others than root can replace {path} on {host}, so Primacy does not start it.",
    "check.benchmark_tool.remedy_untrusted":
      "Give it and every folder above it to root, and let nobody else write there: chown root {path}; chmod go-w {path}.",
    "check.benchmark_tool.fail_go_tpc":
      "{path} on {host} takes its password on its command line alone, where every user of the host can read it.",
    "check.benchmark_tool.remedy_go_tpc":
      "Put a program of your own beside it that reads the password from its environment and starts go-tpc, and name that one. Every user who may sign in on the host can then read the password of the benchmark's account.",
    "check.benchmark_tool.fail_script": "The sysbench of {host} has no workload {script}.",
    "check.benchmark_tool.remedy_script":
      "Install the whole package of sysbench: its scripts are in /usr/share/sysbench.",
    "check.benchmark_tool.fail_outdated":
      "The agent of {host} cannot say which tools the host has: it is too old.",
    "check.benchmark_tool.remedy_outdated": "Upgrade the agent of this host.",
    "check.benchmark_options.title": "sysbench knows every option",
    "check.benchmark_options.pass": "All {count} extra options are known to sysbench {version}.",
    "check.benchmark_options.none": "No extra options are set.",
    "check.benchmark_options.fail_unknown": "sysbench {version} has no option {options}.",
    "check.benchmark_options.fail_value": "The value of {options} is not one that sysbench takes.",
    "check.benchmark_options.fail_version":
      "sysbench {version} does not have {options}: a newer version does.",
    "check.benchmark_options.remedy": "Correct or remove the option.",
    "check.benchmark_options.fail_warmup":
      "warmup-time would be a second warm-up, beside the {seconds} s of each run.",
    "check.benchmark_options.remedy_warmup": "Remove the option, or set the warm-up of the runs to 0.",
    "check.benchmark_queries.title": "Each thread has queries to run",
    "check.benchmark_queries.pass": "{queries} queries are shared evenly by the threads.",
    "check.benchmark_queries.warn":
      "mysqlslap gives each thread the same whole number: of {queries} queries, {threads} threads run {ran}.",
    "check.benchmark_queries.fail": "{queries} queries are fewer than {threads} threads.",
    "check.benchmark_queries.remedy": "Choose a number of queries that each number of threads divides.",
    "check.benchmark_command.title": "The program is told where its password is",
    "check.benchmark_command.pass_file":
      "The password is in the option file on the standard input. Run for the first arm: {command}",
    "check.benchmark_command.pass_variable":
      "The password is in {variable} of the environment. Run for the first arm: {command}",
    "check.benchmark_command.warn_unnamed":
      "No argument names the option file with the password. Run for the first arm: {command}",
    "check.benchmark_command.remedy_unnamed":
      "Write {mark} where the program takes an option file, unless it reads one from its standard input.",
    "check.benchmark_command.fail_file":
      "There is no option file, because the password is in {variable} of the environment. Run for the first arm: {command}",
    "check.benchmark_command.remedy_file":
      "Take {mark} out of the arguments, or have the password in an option file.",
    "check.benchmark_addresses.title": "{tool} connects to each address of {arm}",
    "check.benchmark_addresses.pass": "{arm}: connections take its {count} addresses in turn.",
    "check.benchmark_addresses.fail_none": "No address of {arm} is left.",
    "check.benchmark_addresses.remedy_none": "Choose the endpoints of this arm again.",
    "check.benchmark_addresses.fail_one": "{tool} connects to one address, and {arm} has {count}.",
    "check.benchmark_addresses.remedy_one": "Make an arm of each address, or measure with sysbench.",
    "check.benchmark_addresses.fail_name": "{tool} cannot be told an address of {arm}.",
    "check.benchmark_addresses.remedy_name": "Write an IP address or a host name.",
    "check.benchmark_addresses.fail_long":
      "The {count} addresses of {arm} are too long: {tool} takes 243 characters of them together, commas included.",
    "check.benchmark_addresses.remedy_long": "Write IP addresses or shorter names, or leave some out.",
    "problem.benchmark_program":
      "This is no program that is started: write a name, or a path in bin or sbin of /, /usr or /usr/local.",
    "problem.benchmark_shell":
      "Shells and programs that start others are not taken: name the program itself, and each of its arguments.",
    "problem.benchmark_placeholder":
      "There is no such placeholder. These are known: host, port, user, schema, threads, seconds, defaultsFile.",
    "problem.benchmark_password_argument":
      "A password never stands on a command line. The program reads it from an option file or from its environment.",
    "problem.benchmark_variable": "Write MYSQL_PWD, or a name in capitals that ends with _PASSWORD.",
    "problem.benchmark_sql": "Write SQL that begins with a word, such as insert into t1 set a='x'.",
  },
  {
    "check.benchmark_tool.title": "{host} 上有 {tool}",
    "check.benchmark_tool.pass": "{host} 上有 {tool} {version}。",
    "check.benchmark_tool.pass_program": "{host} 上有 {path}。",
    "check.benchmark_tool.fail": "{host} 上没有 {tool}。",
    "check.benchmark_tool.remedy_sysbench":
      "请在该主机上安装：apt-get install sysbench（Debian、Ubuntu），或 dnf install sysbench（启用 EPEL 的 RHEL）。",
    "check.benchmark_tool.remedy_mysqlslap":
      "请在该主机上安装 MySQL 客户端：apt-get install default-mysql-client（Debian）、apt-get install mysql-client（Ubuntu），或 dnf install mysql（RHEL）。",
    "check.benchmark_tool.remedy_custom":
      "请以 root 身份将其复制到该主机的 /usr/local/bin：install -m 0755 {tool} /usr/local/bin/。只会启动 /、/usr 和 /usr/local 的 bin 与 sbin 目录中的程序。",
    "check.benchmark_tool.fail_version": "{host} 上 {tool} 的版本未知。其输出为：{said}",
    "check.benchmark_tool.remedy_version_sysbench":
      "请安装 sysbench 1.0.17 或更新的版本：apt-get install sysbench（Debian、Ubuntu），或 dnf install sysbench（启用 EPEL 的 RHEL）。",
    "check.benchmark_tool.fail_old": "{host} 上的 sysbench 为 {version}，低于 {oldest}。",
    "check.benchmark_tool.remedy_old":
      "请在该主机上升级：apt-get install --only-upgrade sysbench（Debian 11、Ubuntu 20.04 或更新的系统），或 dnf upgrade sysbench（启用 EPEL 的 RHEL）。更旧的系统没有其软件包，请自行编译：git clone -b 1.0.20 https://github.com/akopytov/sysbench，然后依次执行 ./autogen.sh、./configure 和 make install；/usr/local/bin 中的优先使用。",
    "check.benchmark_tool.remedy_version_mysqlslap":
      "请安装 MySQL 5.7 或更新版本的客户端，或 MariaDB 的客户端。",
    "check.benchmark_tool.fail_untrusted":
      "{host} 上的 {path} 可被 root 以外的用户替换，因此 Primacy 不会启动它。",
    "check.benchmark_tool.remedy_untrusted":
      "请将其及所有上级目录交给 root，且不允许其他用户写入：chown root {path}; chmod go-w {path}。",
    "check.benchmark_tool.fail_go_tpc":
      "{host} 上的 {path} 只从命令行获取密码，而主机的所有用户都能看到命令行。",
    "check.benchmark_tool.remedy_go_tpc":
      "请在同一目录放置一个您自己的程序，从环境变量读取密码后启动 go-tpc，并在此填写该程序。能登录该主机的人随后可以看到基准测试账户的密码。",
    "check.benchmark_tool.fail_script": "{host} 上的 sysbench 没有负载脚本 {script}。",
    "check.benchmark_tool.remedy_script": "请安装完整的 sysbench 软件包，其脚本位于 /usr/share/sysbench。",
    "check.benchmark_tool.fail_outdated": "{host} 的代理版本过旧，无法说明该主机上有哪些工具。",
    "check.benchmark_tool.remedy_outdated": "请升级该主机的代理。",
    "check.benchmark_options.title": "sysbench 支持每个选项",
    "check.benchmark_options.pass": "sysbench {version} 支持全部 {count} 个附加选项。",
    "check.benchmark_options.none": "没有设置附加选项。",
    "check.benchmark_options.fail_unknown": "sysbench {version} 没有选项 {options:list}。",
    "check.benchmark_options.fail_value": "sysbench 不接受 {options:list} 的取值。",
    "check.benchmark_options.fail_version": "sysbench {version} 没有 {options:list}，更新的版本才有。",
    "check.benchmark_options.remedy": "请更正或删除该选项。",
    "check.benchmark_options.fail_warmup": "每次测量已有 {seconds} 秒预热，warmup-time 会再预热一次。",
    "check.benchmark_options.remedy_warmup": "请删除该选项，或将每次测量的预热设为 0。",
    "check.benchmark_queries.title": "每个线程都有查询可执行",
    "check.benchmark_queries.pass": "{queries} 个查询可平均分给各线程。",
    "check.benchmark_queries.warn":
      "mysqlslap 让每个线程执行相同的整数个查询：{queries} 个查询中，{threads:list} 个线程只执行 {ran} 个。",
    "check.benchmark_queries.fail": "{queries} 个查询少于 {threads:list} 个线程。",
    "check.benchmark_queries.remedy": "请选择能被每个线程数整除的查询数。",
    "check.benchmark_command.title": "程序知道密码在哪里",
    "check.benchmark_command.pass_file": "密码位于标准输入的选项文件中。第一个对比项的命令：{command}",
    "check.benchmark_command.pass_variable": "密码位于环境变量 {variable} 中。第一个对比项的命令：{command}",
    "check.benchmark_command.warn_unnamed": "没有参数指明含有密码的选项文件。第一个对比项的命令：{command}",
    "check.benchmark_command.remedy_unnamed": "请在程序接受选项文件的位置写上 {mark}，除非它从标准输入读取。",
    "check.benchmark_command.fail_file":
      "密码位于环境变量 {variable} 中，因此没有选项文件。第一个对比项的命令：{command}",
    "check.benchmark_command.remedy_file": "请从参数中去掉 {mark}，或改为把密码放在选项文件中。",
    "check.benchmark_addresses.title": "{tool} 连接 {arm} 的每个地址",
    "check.benchmark_addresses.pass": "{arm}：各连接轮流使用其 {count} 个地址。",
    "check.benchmark_addresses.fail_none": "{arm} 已没有任何地址。",
    "check.benchmark_addresses.remedy_none": "请重新选择此对比项的入口。",
    "check.benchmark_addresses.fail_one": "{tool} 只连接一个地址，而 {arm} 有 {count} 个。",
    "check.benchmark_addresses.remedy_one": "请将每个地址设为一个对比项，或使用 sysbench 测量。",
    "check.benchmark_addresses.fail_name": "{arm} 有一个地址无法告知 {tool}。",
    "check.benchmark_addresses.remedy_name": "请填写 IP 地址或主机名。",
    "check.benchmark_addresses.fail_long":
      "{arm} 的 {count} 个地址过长：{tool} 最多接受合计 243 个字符，含逗号。",
    "check.benchmark_addresses.remedy_long": "请填写 IP 地址或更短的主机名，或减少地址。",
    "problem.benchmark_program":
      "不会启动这样的程序：请填写程序名，或 /、/usr、/usr/local 的 bin 或 sbin 目录中的路径。",
    "problem.benchmark_shell": "不接受 shell 以及用于启动其他程序的程序：请直接填写程序本身及其每个参数。",
    "problem.benchmark_placeholder":
      "没有这个占位符。可用的有：host、port、user、schema、threads、seconds、defaultsFile。",
    "problem.benchmark_password_argument": "密码绝不出现在命令行上。程序从选项文件或环境变量读取密码。",
    "problem.benchmark_variable": "请填写 MYSQL_PWD，或以 _PASSWORD 结尾的大写名称。",
    "problem.benchmark_sql": "请填写以单词开头的 SQL，例如 insert into t1 set a='x'。",
  },
);
