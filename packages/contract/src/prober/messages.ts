import { catalog } from "../message/catalog/catalog";

/** What standing probers are told with. */
export const proberMessages = catalog(
  {
    "prober.no_table":
      "The table primacy.verify, or the right to it, is missing. It is made with the first VIP or the first drill of the cluster.",
    "prober.broken": "An attempt broke in the console itself. The log of its worker says why.",
    "prober.no_account": "The console has no account to try with. Register the cluster again.",
  },
  {
    "prober.no_table": "缺少表 primacy.verify 或使用它的权限。集群的第一个 VIP 或第一次演练会创建它。",
    "prober.broken": "控制台自身的一次尝试出错，原因见其工作进程的日志。",
    "prober.no_account": "控制台没有可用于探测的账户。请重新注册该集群。",
  },
);
