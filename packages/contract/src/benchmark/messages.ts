import { catalog } from "../message/catalog/catalog";

/** Checks, steps, failures and problems of benchmarks. */
export const benchmarkMessages = catalog(
  {
    "operation.benchmark.check": "Check a benchmark of {cluster}",
    "operation.benchmark": "Benchmark {cluster}",
    "work.benchmark.check": "Check of a benchmark",
    "work.benchmark": "Benchmark",

    "check.benchmark_load_host.title": "The host operator of {host} can start the load",
    "check.benchmark_load_host.pass": "The host operator of {host} is on.",
    "check.benchmark_load_host.fail_off":
      "The host operator of {host} is off, so Primacy can start no program there.",
    "check.benchmark_load_host.remedy_off":
      "Switch it on: on the page of the host, or when you install the agent.",
    "check.benchmark_load_host.fail_silent": "The host operator of {host} is on, but it does not answer.",
    "check.benchmark_load_host.remedy_silent":
      "Read its log on the host: /var/lib/primacy-agent/operator/operator.log.",
    "check.benchmark_load_host.fail_agent": "The agent of {host} does not answer: {reason:why}.",
    "check.benchmark_load_host.remedy_agent": "Install the agent on this host, or repair it.",
    "check.benchmark_group.title": "Every member is ONLINE",
    "check.benchmark_group.pass": "All {total} members are ONLINE, and the primary is {primary}.",
    "check.benchmark_group.warn":
      "{members} not ONLINE: the figures are those of a group that lacks members.",
    "check.benchmark_group.fail": "The group has no primary.",
    "check.benchmark_group.remedy": "Bring the group back to a state in which it takes writes.",
    "check.benchmark_endpoint.title": "{endpoint} leads to a server that takes this workload",
    "check.benchmark_endpoint.pass":
      "{endpoint} leads to {member}, which took a connection within {ms:duration}.",
    "check.benchmark_endpoint.fail_silent": "{endpoint} does not answer: {reason:why}.",
    "check.benchmark_endpoint.fail_read_only":
      "{endpoint} leads to {member}, which is read-only. This workload writes.",
    "check.benchmark_endpoint.fail_stranger":
      "{endpoint} leads to a server that is no member of this cluster.",
    "check.benchmark_endpoint.warn_secondary":
      "{endpoint} leads to {member}, a secondary: its figures are those of another server than the primary.",
    "check.benchmark_endpoint.warn_unverifiable":
      "No CA of a member is known, so Primacy cannot verify who answers at {endpoint}, and did not sign in there.",
    "check.benchmark_endpoint.warn_untrusted":
      "{endpoint} shows a certificate of no member, so Primacy did not sign in there. A proxy that ends TLS itself does that.",
    "check.benchmark_endpoint.remedy_unverified":
      "Make sure that this is your proxy. Before the first run, Primacy looks where it leads, with the account of the benchmark alone.",
    "check.benchmark_endpoint.remedy": "Choose another endpoint, or repair this one.",
    "check.benchmark_endpoint.fail_uneven":
      "sysbench connects to every host of {arm} at every port of it, and not all of these are its endpoints.",
    "check.benchmark_endpoint.remedy_uneven": "Choose endpoints that have the same port, or one endpoint.",
    "check.benchmark_connections.title": "The server takes so many connections",
    "check.benchmark_connections.pass":
      "The load needs {needed} connections. The server takes {max}, and {used} are in use.",
    "check.benchmark_connections.fail":
      "The load needs {needed} connections, but the server takes {max}, and {used} are in use.",
    "check.benchmark_connections.remedy": "Use fewer threads, or raise max_connections.",
    "check.benchmark_place.title": "The load comes from a host without a member",
    "check.benchmark_place.pass": "{host} carries no member of this cluster.",
    "check.benchmark_place.warn":
      "{host} carries a member of this cluster: load and server share its processors, and the figures are lower than those of real clients.",
    "check.benchmark_place.remedy": "Choose a host of its own for the load.",
    "check.benchmark_blocks.title": "There are enough blocks for an interval",
    "check.benchmark_blocks.pass": "{blocks} blocks give a 95 % interval by ranks.",
    "check.benchmark_blocks.one_arm": "There is one arm, and so no difference to judge.",
    "check.benchmark_blocks.warn":
      "{blocks} blocks give a 95 % interval only if the noise has a normal distribution. From 6 blocks on, no such assumption is needed.",
    "check.benchmark_blocks.warn_few": "{blocks} blocks are too few to say how sure a difference is.",
    "check.benchmark_blocks.fail_long":
      "The runs would take {ms:duration}, more than {mostMs:duration}: a benchmark ends after two weeks.",
    "check.benchmark_blocks.remedy_long": "Choose fewer blocks or thread counts, or shorter runs.",
    "check.benchmark_blocks.remedy": "Run 6 blocks or more.",

    "step.benchmark.look": "Check the load host, the group and the endpoints",
    "step.benchmark.account": "Create the schema {schema} and the account {user}",
    "step.benchmark.prepare": "Fill {tables} tables with {rows} rows each",
    "step.benchmark.prepare_program": "Fill the tables with {program}",
    "step.benchmark.measure": "Measure {runs} runs in {blocks} blocks",
    "step.benchmark.clean": "Delete the schema and the account",

    "consequence.benchmark_load":
      "For about {ms:duration}, {host} puts up to {threads} connections of load on {cluster}. Applications that use the cluster meanwhile become slower, and disturb the figures.",
    "consequence.benchmark_log":
      "The data and every write of the load go through the binary log of each member. They need space on each disk.",
    "consequence.benchmark_exclusive":
      "Until the benchmark ends, no other operation changes this cluster. Cancelling it stops the load at once.",
    "consequence.benchmark_primary":
      "If the primary changes meanwhile, the benchmark ends: figures of two primaries cannot be compared.",

    "detail.benchmark_prepared": "{rows} rows in {ms:duration}.",
    "detail.benchmark_prepared_program": "Filled in {ms:duration}.",
    "detail.benchmark_preparing": "{host} fills the tables.",
    "detail.benchmark_run": "Run {done} of {total}: {arm}, {threads} threads.",
    "detail.benchmark_no_primary": "The group has no primary. The next run waits for it.",
    "detail.benchmark_members_lost": "Not ONLINE any more: {members}. The next run waits for them.",
    "detail.benchmark_measured": "{done} runs were measured, {voided} were void.",

    "detail.benchmark_paused": "Paused by {by}. It continues when somebody resumes it.",
    "log.benchmark_paused": "Paused by {by}.",
    "log.benchmark_resumed": "Resumed.",
    "log.benchmark_void": "Block {block} with {threads} threads is void: {reason:why}",
    "log.benchmark_repeat": "Block {block} with {threads} threads is run again at the end.",

    "failure.benchmark_taken":
      "The servers have this already: {names}. A benchmark deletes what it makes, so it takes no name that exists. Nothing was changed.",
    "failure.benchmark_program": "{program} ended with code {code}: {said}",
    "failure.benchmark_killed": "{program} was ended before it was done.",
    "failure.benchmark_silent": "{program} did not end within {limitMs:duration}, so it was ended.",
    "failure.benchmark_lost": "The load host knows nothing of the program that was started there.",
    "failure.benchmark_endpoint": "{endpoint} does not take this load: {reason:why}.",
    "failure.benchmark_endpoints": "{count} endpoints do not take this load. {reasons}",
    "failure.benchmark_primary_moved":
      "The benchmark began while {before} was the primary, and now it is {after}: what would follow cannot be compared. What was measured is kept.",
    "failure.benchmark_members_lost":
      "Not ONLINE any more after {limitMs:duration}: {members}. With fewer members the load is another one. What was measured is kept.",
    "failure.benchmark_too_many_void":
      "Too many blocks were disturbed: {voided} blocks are void, and two may be run again. Of the last one: {reason:why}. What was measured is kept.",

    "why.benchmark_read_only": "the server behind it is read-only",
    "why.benchmark_stranger": "the server behind it is no member of the cluster",
    "why.benchmark_primary_moved": "the primary was {before} and is {after}",
    "why.benchmark_no_primary": "the group had no primary",
    "why.benchmark_threads_died": "{alive} of {asked} threads were left",
    "why.benchmark_no_summary": "the tool ended without its summary",
    "why.benchmark_fatal": "the tool gave up: {said}",
    "why.benchmark_late": "it was not done after {seconds} seconds, and was ended",
    "why.benchmark_other_clients": "the tool wrote no result of {asked} clients",
    "why.benchmark_several_results": "the tool wrote {count} results of this number of clients",
    "why.benchmark_queries_unknown": "the tool did not count its queries",
    "why.benchmark_too_short": "all queries took less than a millisecond: more of them are needed",
    "why.benchmark_errors": "{count} errors, the first of which was: {said}",
    "why.benchmark_errors_untold": "{count} errors, of which the tool says no more",
    "why.benchmark_stood_still": "nothing was done for {seconds} seconds",
    "why.benchmark_paused": "the benchmark was paused in the middle of its block",
    "why.benchmark_stopped": "the benchmark was stopped",
    "why.benchmark_nothing": "no second of it was measured",
    "why.benchmark_seconds_missing": "{absent} of its {asked} seconds were not measured",
    "why.benchmark_members_lost": "not ONLINE any more: {members}",
    "why.benchmark_foreign_statements":
      "others ran {share} % of the statements (limit {limit} %), on {member}, most of them as {user}",
    "why.benchmark_foreign_time":
      "statements of others took {share} % of the time of all (limit {limit} %), on {member}, most of it as {user}",
    "why.benchmark_block": "another run of its block was disturbed",

    "answer.benchmark_costs": "{arm} costs {loss} % ({low} to {high} %).",
    "answer.benchmark_gains": "{arm} gains {gain} % ({low} to {high} %).",
    "answer.benchmark_noise":
      "{arm}: inside the noise. It costs less than {most} %, and gains less than {gain} %.",
    "answer.benchmark_noise_more":
      "{arm}: inside the noise. It costs less than {most} %, and gains less than {gain} %. {blocks} more blocks, about {ms:duration}, would show a difference of 1 %.",
    "answer.benchmark_noise_far":
      "{arm}: inside the noise. It costs less than {most} %, and gains less than {gain} %. With so much noise, a difference of 1 % would take more than a day: use longer runs, and keep other load away.",
    "answer.benchmark_too_few": "{arm}: there are too few complete blocks to tell a difference from noise.",

    "problem.benchmark_same_name": "Two arms have the same name.",
    "problem.benchmark_same_tag": "The same tag stands there twice.",
    "problem.benchmark_same_threads": "The same number of threads stands there twice.",
    "problem.benchmark_endpoint_unknown": "This cluster has no such endpoint.",
    "problem.benchmark_running": "This benchmark is still running.",
  },
  {
    "operation.benchmark.check": "检查 {cluster} 的基准测试",
    "operation.benchmark": "对 {cluster} 进行基准测试",
    "work.benchmark.check": "基准测试检查",
    "work.benchmark": "基准测试",

    "check.benchmark_load_host.title": "{host} 的主机操作进程可以启动负载",
    "check.benchmark_load_host.pass": "{host} 的主机操作进程已开启。",
    "check.benchmark_load_host.fail_off": "{host} 的主机操作进程未开启，Primacy 无法在该主机上启动程序。",
    "check.benchmark_load_host.remedy_off": "请在该主机的页面上开启，或在安装代理时开启。",
    "check.benchmark_load_host.fail_silent": "{host} 的主机操作进程已开启，但没有应答。",
    "check.benchmark_load_host.remedy_silent":
      "请查看该主机上的日志：/var/lib/primacy-agent/operator/operator.log。",
    "check.benchmark_load_host.fail_agent": "{host} 的代理没有应答：{reason:why}。",
    "check.benchmark_load_host.remedy_agent": "请在该主机上安装或修复代理。",
    "check.benchmark_group.title": "所有成员均为 ONLINE",
    "check.benchmark_group.pass": "全部 {total} 个成员均为 ONLINE，主库是 {primary}。",
    "check.benchmark_group.warn": "{members:list} 不是 ONLINE：测得的是缺少成员的组的数值。",
    "check.benchmark_group.fail": "组没有主库。",
    "check.benchmark_group.remedy": "请先让组恢复到可以写入的状态。",
    "check.benchmark_endpoint.title": "{endpoint} 通向可承受此负载的服务器",
    "check.benchmark_endpoint.pass": "{endpoint} 通向 {member}，建立连接用时 {ms:duration}。",
    "check.benchmark_endpoint.fail_silent": "{endpoint} 没有应答：{reason:why}。",
    "check.benchmark_endpoint.fail_read_only": "{endpoint} 通向只读的 {member}，而此负载要写入。",
    "check.benchmark_endpoint.fail_stranger": "{endpoint} 通向的服务器不是该集群的成员。",
    "check.benchmark_endpoint.warn_secondary": "{endpoint} 通向从库 {member}：测得的不是主库的数值。",
    "check.benchmark_endpoint.warn_unverifiable":
      "没有任何成员的 CA，Primacy 无法验证由谁在 {endpoint} 应答，因此没有在那里登录。",
    "check.benchmark_endpoint.warn_untrusted":
      "{endpoint} 出示的证书不属于任何成员，因此 Primacy 没有在那里登录。自行终结 TLS 的代理服务会这样。",
    "check.benchmark_endpoint.remedy_unverified":
      "请确认这是您的代理服务。第一次测量之前，Primacy 仅用基准测试的账户查看它通向哪台服务器。",
    "check.benchmark_endpoint.remedy": "请选择其他入口，或修复此入口。",
    "check.benchmark_endpoint.fail_uneven":
      "sysbench 会用 {arm} 的每个端口连接其每台主机，而其中有的并不是它的入口。",
    "check.benchmark_endpoint.remedy_uneven": "请选择端口相同的入口，或只选一个入口。",
    "check.benchmark_connections.title": "服务器可接受所需的连接数",
    "check.benchmark_connections.pass": "负载需要 {needed} 个连接。服务器最多 {max} 个，已用 {used} 个。",
    "check.benchmark_connections.fail": "负载需要 {needed} 个连接，但服务器最多 {max} 个，已用 {used} 个。",
    "check.benchmark_connections.remedy": "请减少线程数，或调大 max_connections。",
    "check.benchmark_place.title": "负载来自没有成员的主机",
    "check.benchmark_place.pass": "{host} 上没有该集群的成员。",
    "check.benchmark_place.warn":
      "{host} 上有该集群的成员：负载与服务器共用处理器，测得的数值低于真实客户端。",
    "check.benchmark_place.remedy": "请为负载选择一台单独的主机。",
    "check.benchmark_blocks.title": "区组数足以给出置信区间",
    "check.benchmark_blocks.pass": "{blocks} 个区组可按秩给出 95 % 置信区间。",
    "check.benchmark_blocks.one_arm": "只有一个对比项，没有差异可判断。",
    "check.benchmark_blocks.warn":
      "仅在噪声服从正态分布时，{blocks} 个区组才能给出 95 % 置信区间。从 6 个区组起不再需要此假设。",
    "check.benchmark_blocks.warn_few": "{blocks} 个区组太少，无法说明差异的可信程度。",
    "check.benchmark_blocks.fail_long":
      "全部测量约需 {ms:duration}，超过 {mostMs:duration}：基准测试最多进行两周。",
    "check.benchmark_blocks.remedy_long": "请减少区组或线程数，或缩短每次测量的时间。",
    "check.benchmark_blocks.remedy": "请运行 6 个或更多区组。",

    "step.benchmark.look": "查看负载主机、组和各入口",
    "step.benchmark.account": "创建库 {schema} 和账户 {user}",
    "step.benchmark.prepare": "填充 {tables:list} 张表，每张 {rows} 行",
    "step.benchmark.prepare_program": "用 {program} 填充各表",
    "step.benchmark.measure": "在 {blocks} 个区组中测量 {runs} 次",
    "step.benchmark.clean": "删除该库和账户",

    "consequence.benchmark_load":
      "在约 {ms:duration}内，{host} 以最多 {threads:list} 个连接对 {cluster} 施加负载。期间使用该集群的应用会变慢，也会干扰测得的数值。",
    "consequence.benchmark_log": "数据和负载的每次写入都会进入每个成员的二进制日志，并占用各自的磁盘空间。",
    "consequence.benchmark_exclusive": "基准测试结束之前，没有其他操作会更改该集群。取消操作会立即停止负载。",
    "consequence.benchmark_primary": "如果期间主库变化，基准测试即结束：两个主库的数值无法比较。",

    "detail.benchmark_prepared": "{rows} 行，用时 {ms:duration}。",
    "detail.benchmark_prepared_program": "填充用时 {ms:duration}。",
    "detail.benchmark_preparing": "{host} 正在填充各表。",
    "detail.benchmark_run": "第 {done} 次，共 {total} 次：{arm}，{threads:list} 个线程。",
    "detail.benchmark_no_primary": "组当前没有主库，下一次测量等待主库出现。",
    "detail.benchmark_members_lost": "已不再 ONLINE：{members:list}。下一次测量等待它们恢复。",
    "detail.benchmark_measured": "已测量 {done} 次，其中 {voided} 次无效。",

    "detail.benchmark_paused": "已由 {by:list} 暂停，恢复后继续。",
    "log.benchmark_paused": "已由 {by:list} 暂停。",
    "log.benchmark_resumed": "已恢复。",
    "log.benchmark_void": "区组 {block}（{threads:list} 个线程）无效：{reason:why}",
    "log.benchmark_repeat": "区组 {block}（{threads:list} 个线程）将在最后重新测量。",

    "failure.benchmark_taken":
      "服务器上已存在：{names:list}。基准测试结束时会删除自己创建的库和账户，因此不使用已存在的名称。未做任何更改。",
    "failure.benchmark_program": "{program} 以代码 {code} 结束：{said}",
    "failure.benchmark_killed": "{program} 在完成之前被结束。",
    "failure.benchmark_silent": "{program} 未在 {limitMs:duration}内结束，已被结束。",
    "failure.benchmark_lost": "负载主机上没有曾启动的那个程序的记录。",
    "failure.benchmark_endpoint": "{endpoint} 不承受此负载：{reason:why}。",
    "failure.benchmark_endpoints": "有 {count} 个入口不承受此负载。{reasons}",
    "failure.benchmark_primary_moved":
      "基准测试开始时主库是 {before}，现在是 {after}：之后的测量无法比较。已测得的数据仍保留。",
    "failure.benchmark_members_lost":
      "{limitMs:duration}后仍不再 ONLINE：{members:list}。成员变少，负载就不同了。已测得的结果会保留。",
    "failure.benchmark_too_many_void":
      "受干扰的区组过多：{voided} 个区组无效，而最多可重新测量两个。最后一个的原因：{reason:why}。已测得的数据仍保留。",

    "why.benchmark_read_only": "其后的服务器是只读的",
    "why.benchmark_stranger": "其后的服务器不是该集群的成员",
    "why.benchmark_primary_moved": "主库原为 {before}，现为 {after}",
    "why.benchmark_no_primary": "组没有主库",
    "why.benchmark_threads_died": "{asked} 个线程只剩 {alive} 个",
    "why.benchmark_no_summary": "工具结束时没有给出汇总",
    "why.benchmark_fatal": "工具已放弃：{said}",
    "why.benchmark_late": "{seconds} 秒后仍未完成，已被结束",
    "why.benchmark_other_clients": "工具没有给出 {asked} 个客户端的结果",
    "why.benchmark_several_results": "工具给出了 {count} 个该客户端数的结果",
    "why.benchmark_queries_unknown": "工具没有统计查询数",
    "why.benchmark_too_short": "全部查询用时不足一毫秒：需要更多查询",
    "why.benchmark_errors": "{count} 个错误，第一个是：{said}",
    "why.benchmark_errors_untold": "{count} 个错误，工具没有说明是什么错误",
    "why.benchmark_stood_still": "有 {seconds} 秒没有任何进展",
    "why.benchmark_paused": "基准测试在该区组中途被暂停",
    "why.benchmark_stopped": "基准测试被停止",
    "why.benchmark_nothing": "没有测到任何一秒",
    "why.benchmark_seconds_missing": "{asked} 秒中有 {absent} 秒没有测到",
    "why.benchmark_members_lost": "已不再 ONLINE：{members:list}",
    "why.benchmark_foreign_statements":
      "其他客户端在 {member:list} 上执行的语句占总数的 {share} %（上限 {limit} %），其中最多的是 {user:list}",
    "why.benchmark_foreign_time":
      "其他客户端在 {member:list} 上的语句占总执行时间的 {share} %（上限 {limit} %），其中最多的是 {user:list}",
    "why.benchmark_block": "同一区组中的另一次测量受到干扰",

    "answer.benchmark_costs": "{arm} 损失 {loss} %（{low} 至 {high} %）。",
    "answer.benchmark_gains": "{arm} 提升 {gain} %（{low} 至 {high} %）。",
    "answer.benchmark_noise": "{arm}：在噪声范围内。损失小于 {most} %，提升小于 {gain} %。",
    "answer.benchmark_noise_more":
      "{arm}：在噪声范围内。损失小于 {most} %，提升小于 {gain} %。再运行 {blocks} 个区组（约 {ms:duration}）可看出 1 % 的差异。",
    "answer.benchmark_noise_far":
      "{arm}：在噪声范围内。损失小于 {most} %，提升小于 {gain} %。噪声如此之大，看出 1 % 的差异需要一天以上：请延长每次测量，并避开其他负载。",
    "answer.benchmark_too_few": "{arm}：完整区组太少，无法区分差异与噪声。",

    "problem.benchmark_same_name": "有两个对比项同名。",
    "problem.benchmark_same_tag": "同一标签出现了两次。",
    "problem.benchmark_same_threads": "同一线程数出现了两次。",
    "problem.benchmark_endpoint_unknown": "该集群没有此入口。",
    "problem.benchmark_running": "该基准测试仍在运行。",
  },
);
