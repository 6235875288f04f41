import { catalog } from "../message/catalog/catalog";

/** What is said of what is done before each run of a benchmark. */
export const benchmarkHygieneMessages = catalog(
  {
    "check.benchmark_production.title": "The cluster is not marked as production",
    "check.benchmark_production.pass": "{cluster} is not marked as production.",
    "check.benchmark_production.fail":
      "{cluster} is marked as production: no benchmark restarts its servers or drops the caches of its hosts.",
    "check.benchmark_production.remedy":
      "Choose fresh tables or kept tables, or measure on a cluster that serves nobody.",
    "check.benchmark_restart.title": "The servers can be restarted one after another",
    "check.benchmark_restart.pass":
      "The group can do without each of {members} in turn. The primary is who it was before each run begins.",
    "check.benchmark_restart.fail_paused": "{address} is paused, so that it does not follow the primary.",
    "check.benchmark_restart.remedy_paused": "Resume it, or let the servers run.",
    "check.benchmark_caches.title": "The caches of every database host may be dropped",
    "check.benchmark_caches.pass":
      "Each of {hosts} has a kernel of its own and a host operator that can do it.",
    "check.benchmark_caches.fail_shared":
      "{hosts} share a kernel with others, as the hosts of a lab and containers do: its caches belong to everything that runs on that machine.",
    "check.benchmark_caches.remedy_shared": "Let the servers be restarted without dropping the caches.",
    "check.benchmark_caches.fail_off":
      "The host operator of {host} is off, so Primacy can drop no caches there.",
    "check.benchmark_caches.fail_silent": "The host operator of {host} is on, but it does not answer.",
    "check.benchmark_caches.fail_outdated":
      "The agent of {host} is of an older release, which can drop no caches.",
    "check.benchmark_caches.remedy_outdated": "Upgrade the agent.",

    "consequence.benchmark_fresh":
      "Before each of the {runs} runs, the tables are deleted and created again. With everything that is done before a run, that takes about {ms:duration} each time.",
    "consequence.benchmark_restarts":
      "Before each of the {runs} runs, Primacy restarts all {members} servers, one after another. Each restart closes the connections to that server. The primary changes twice each time and is who it was before, and write VIPs follow.",
    "consequence.benchmark_caches":
      "After the restart of a server, the caches of its host's kernel are dropped: every program on that host reads from the disk again.",

    "detail.benchmark_clears": "Before run {run} of {total}: the tables are deleted.",
    "detail.benchmark_restarts": "Before run {run} of {total}: {member} is restarted.",
    "detail.benchmark_drops": "Before run {run} of {total}: the caches of {host} are dropped.",
    "detail.benchmark_switches": "Before run {run} of {total}: {member} becomes the primary.",
    "detail.benchmark_awaits": "Before run {run} of {total}: the endpoints lead to servers again.",
    "detail.benchmark_fills": "Before run {run} of {total}: {host} fills the tables.",

    "failure.benchmark_production":
      "{cluster} was marked as production meanwhile, so no server of it is restarted and no cache is dropped any more. What was measured is kept.",
    "failure.benchmark_caches": "The caches of {host} were not dropped: {reason:why}.",
    "failure.benchmark_switch_kept":
      "The primary was not changed to {member}, as the benchmark is being cancelled.",
    "failure.benchmark_not_whole":
      "{members} did not come back as before after a restart. See the members of the cluster.",

    "problem.benchmark_production":
      "This cluster is marked as production: no benchmark restarts its servers or drops the caches of its hosts.",
  },
  {
    "check.benchmark_production.title": "该集群未标记为生产集群",
    "check.benchmark_production.pass": "{cluster} 未标记为生产集群。",
    "check.benchmark_production.fail":
      "{cluster} 已标记为生产集群：基准测试不会重启其服务器，也不会清空其主机的缓存。",
    "check.benchmark_production.remedy": "请选择重建各表或保留各表，或在不提供服务的集群上测量。",
    "check.benchmark_restart.title": "各服务器可以逐台重启",
    "check.benchmark_restart.pass":
      "组可以轮流缺少 {members:list} 中的任何一个。每次测量开始前，主库与原来相同。",
    "check.benchmark_restart.fail_paused": "{address} 已暂停，不会跟随主库。",
    "check.benchmark_restart.remedy_paused": "请先恢复它，或选择不重启服务器。",
    "check.benchmark_caches.title": "可以清空每台数据库主机的缓存",
    "check.benchmark_caches.pass": "{hosts:list} 各有自己的内核，且其主机操作进程可以清空缓存。",
    "check.benchmark_caches.fail_shared":
      "{hosts:list} 与其他主机共用内核，实验环境的主机和容器都是如此：缓存属于该机器上运行的所有程序。",
    "check.benchmark_caches.remedy_shared": "请选择只重启服务器，不清空缓存。",
    "check.benchmark_caches.fail_off": "{host} 的主机操作进程未开启，Primacy 无法在该主机上清空缓存。",
    "check.benchmark_caches.fail_silent": "{host} 的主机操作进程已开启，但没有应答。",
    "check.benchmark_caches.fail_outdated": "{host} 的代理版本较旧，不能清空缓存。",
    "check.benchmark_caches.remedy_outdated": "请升级代理。",

    "consequence.benchmark_fresh":
      "{runs} 次测量，每次之前都删除各表并重新建立。连同测量之前的所有工作，每次约需 {ms:duration}。",
    "consequence.benchmark_restarts":
      "{runs} 次测量，每次之前 Primacy 都逐台重启全部 {members:list} 台服务器。每次重启都会断开与该服务器的连接。主库每次切换两次，最后与原来相同，写 VIP 随之移动。",
    "consequence.benchmark_caches":
      "服务器重启之后，清空其主机内核的缓存：该主机上的所有程序都要重新读取磁盘。",

    "detail.benchmark_clears": "第 {run} 次测量之前（共 {total} 次）：正在删除各表。",
    "detail.benchmark_restarts": "第 {run} 次测量之前（共 {total} 次）：正在重启 {member}。",
    "detail.benchmark_drops": "第 {run} 次测量之前（共 {total} 次）：正在清空 {host} 的缓存。",
    "detail.benchmark_switches": "第 {run} 次测量之前（共 {total} 次）：{member} 正在成为主库。",
    "detail.benchmark_awaits": "第 {run} 次测量之前（共 {total} 次）：等待各入口重新通向服务器。",
    "detail.benchmark_fills": "第 {run} 次测量之前（共 {total} 次）：{host} 正在填充各表。",

    "failure.benchmark_production":
      "{cluster} 在此期间被标记为生产集群，因此不再重启其服务器，也不再清空缓存。已测得的数据仍保留。",
    "failure.benchmark_caches": "没有清空 {host} 的缓存：{reason:why}。",
    "failure.benchmark_switch_kept": "基准测试正在取消，因此没有将主库切换到 {member}。",
    "failure.benchmark_not_whole": "{members:list} 重启之后没有恢复原状：请查看该集群的成员。",

    "problem.benchmark_production":
      "该集群已标记为生产集群：基准测试不会重启其服务器，也不会清空其主机的缓存。",
  },
);
