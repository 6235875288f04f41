import { catalog } from "../../../i18n/messages/texts";

/** What the servers counted during a run, and what of it differed between arms. */
export const countersMessages = /* @__PURE__ */ catalog(
  {
    counters: {
      column: "Counted",
      show: "Show",
      showOf: "Show what was counted in run {run}",
      title: "Run {run}: {arm}, {threads, plural, one {# thread} other {# threads}}",
      text: "What the servers counted from just before the run to just after it, its warm-up included: {transactions} {rate, select, queries {queries} other {transactions}}.",
      textUnknown:
        "What the servers counted from just before the run to just after it. How many {rate, select, queries {queries} other {transactions}} it made is not known.",
      none: "Unknown: the run has not ended, or it is older than this is kept.",
      foreign: "Work of others",
      foreignText:
        "Beside the benchmark's {count} statements, which took {time}, on all members together. A run with more than {limit} % of either by others on one member is void. Accounts of Primacy and of MySQL Router are left out.",
      foreignOn: "{member}: {count} statements, {time}, most of it as {user}",
      foreignNone: "Others ran nothing.",
      foreignUnknown:
        "Unknown: a server began to count from zero again, did not answer, or does not let the account see it. The run was not judged by it.",
      statements: "Statements",
      statementsText:
        "Of the benchmark's own schema, on all members together. The tables of sysbench count as one.",
      statementsUnknown:
        "Unknown: a server began to count from zero again, did not answer, or does not let the account see them.",
      statementsNone: "No statement was counted.",
      statement: "{count} times, {time} in all, {mean} each",
      errors: "{count} errors",
      others: "All others: {count} times, {time}",
      status: "Status counters",
      primary: "Primary",
      secondaries: "Secondaries",
      statusUnknown: "Unknown: a server began to count from zero again, or did not answer.",
      secondariesUnknown: "The counters of the secondaries are unknown.",
      perTransaction: "{value} per {rate, select, queries {query} other {transaction}}",
      onSecondaries: "secondaries: {value}",
      differed: "What the primary did otherwise",
      differedText:
        "Counters of the primary for each transaction, warm-up included, where an arm differs from the first by 5 % or more. They have no interval: they explain a difference, and prove none.",
      differedNone: "No counter of the primary differs by 5 % or more between the arms.",
      differedUnknown: "Too little is known of the counters of the primary to compare the arms.",
      counter: "Counter",
    },
  },
  {
    counters: {
      column: "计数",
      show: "查看",
      showOf: "查看第 {run} 次测量的计数",
      title: "第 {run} 次测量：{arm}，{threads} 个线程",
      text: "从测量前一刻到测量后一刻服务器的计数，含预热：共 {transactions} 个{rate, select, queries {查询} other {事务}}。",
      textUnknown:
        "从测量前一刻到测量后一刻服务器的计数。其间的{rate, select, queries {查询} other {事务}}数未知。",
      none: "未知：该次测量尚未结束，或早于开始保存计数的版本。",
      foreign: "其他客户端的负载",
      foreignText:
        "基准测试在所有成员上共执行 {count} 条语句，用时 {time}。其他客户端在任一成员上的语句数或用时超过两者之和的 {limit} %，该次测量即无效。Primacy 和 MySQL Router 的账户不计在内。",
      foreignOn: "{member}：{count} 条语句，用时 {time}，其中最多的是 {user}",
      foreignNone: "其他客户端没有执行语句。",
      foreignUnknown: "未知：有服务器重新开始计数、没有应答，或不允许该账户查看。该次测量未按此判定。",
      statements: "语句",
      statementsText: "仅限基准测试自己的库，所有成员合计。sysbench 的各表视为同一张表。",
      statementsUnknown: "未知：有服务器重新开始计数、没有应答，或不允许该账户查看。",
      statementsNone: "没有计到语句。",
      statement: "{count} 次，共 {time}，平均 {mean}",
      errors: "{count} 个错误",
      others: "其余全部：{count} 次，{time}",
      status: "状态计数器",
      primary: "主库",
      secondaries: "从库",
      statusUnknown: "未知：有服务器重新开始计数，或没有应答。",
      secondariesUnknown: "从库的计数未知。",
      perTransaction: "每个{rate, select, queries {查询} other {事务}} {value}",
      onSecondaries: "从库：{value}",
      differed: "主库的不同之处",
      differedText:
        "主库的计数器，按每个事务计，含预热；列出与第一个对比项相差 5 % 或更多的项。它们没有置信区间：可以解释差异，但不能证明差异。",
      differedNone: "各对比项之间，主库没有任何计数器相差 5 % 或更多。",
      differedUnknown: "对主库的计数所知太少，无法比较各对比项。",
      counter: "计数器",
    },
  },
);
