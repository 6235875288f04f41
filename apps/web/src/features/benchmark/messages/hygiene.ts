import { catalog } from "../../../i18n/messages/texts";

/** What is done before each run: the choice in the form, and how long it took. */
export const hygieneMessages = /* @__PURE__ */ catalog(
  {
    hygiene: {
      title: "Before each run",
      text: "What a run leaves in tables, servers and caches can make the next one slower or quicker.",
      levels: {
        keep_tables: "Keep the tables",
        fresh_tables: "Fresh tables",
        restart_servers: "Restart the servers",
        drop_caches: "Restart and drop caches",
      },
      hints: {
        keep_tables:
          "The tables are filled once, before the first run. Runs that write leave them larger each time.",
        fresh_tables: "The tables are deleted, created and filled again.",
        restart_servers:
          "Fresh tables, and every server is restarted, one after another: buffer pools and counters begin empty. Connections to it break, and the primary changes twice.",
        drop_caches:
          "The same, and the kernel of each database host forgets its files. It needs the host operator on each of them, and no kernel that hosts share, as those of a lab do.",
      },
      price: "About {time} more for each run.",
      priceUnfilled: "About {time} more for each run, without what {program} takes to fill its tables.",
      free: "No time.",
      production: "This cluster is marked as production, whose servers no benchmark restarts.",
      column: "Before it",
      parts: {
        clear: "delete",
        restart: "restarts",
        drop_caches: "caches",
        switch: "primary",
        await_endpoints: "endpoints",
        fill: "fill",
      },
      part: "{name} {time}",
      mean: "{time} in the mean: {parts}",
      program: "the program",
    },
  },
  {
    hygiene: {
      title: "每次测量之前",
      text: "一次测量在表、服务器和缓存中留下的内容，会使下一次变慢或变快。",
      levels: {
        keep_tables: "保留各表",
        fresh_tables: "重建各表",
        restart_servers: "重启服务器",
        drop_caches: "重启并清空缓存",
      },
      hints: {
        keep_tables: "只在第一次测量之前填充一次。写入的测量会使各表越来越大。",
        fresh_tables: "删除各表并重新填充。",
        restart_servers:
          "重建各表，并逐台重启每台服务器：缓冲池和计数器从空开始。与该服务器的连接会断开，主库切换两次。",
        drop_caches:
          "同上，并让每台数据库主机的内核清空文件缓存。每台主机都要开启主机操作进程，且不能与其他主机共用内核（实验环境的主机共用内核）。",
      },
      price: "每次测量约增加 {time}。",
      priceUnfilled: "每次测量约增加 {time}，{program}填充各表的时间另计。",
      free: "不增加时间。",
      production: "该集群已标记为生产集群，基准测试不会重启其服务器。",
      column: "测量之前",
      parts: {
        clear: "删除",
        restart: "重启",
        drop_caches: "缓存",
        switch: "主库",
        await_endpoints: "入口",
        fill: "填充",
      },
      part: "{name} {time}",
      mean: "平均 {time}：{parts}",
      program: "程序",
    },
  },
);
