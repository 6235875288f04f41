import { catalog } from "../message/catalog/catalog";

/** The check and the steps of a failover drill, as far as clients only read. */
export const drillReaderMessages = catalog(
  {
    "check.drill_observer.fail_outdated_reads":
      "The agent of {host} is too old: its clients cannot read through an endpoint without writing through it.",
    "check.drill_read_way.title": "{endpoint} leads to a member",
    "check.drill_read_way.pass": "{endpoint} leads to {member}. Clients only read there.",
    "check.drill_read_way.fail_unknown": "{endpoint} is no endpoint of this cluster.",
    "check.drill_read_way.fail_silent": "{endpoint} does not answer: {reason:why}.",
    "check.drill_read_way.remedy": "Choose another endpoint for reads, or none, or repair this one.",
    "step.drill.watch_reads":
      "Play clients of {endpoints}, and clients that only read through {readers}, and listen to every agent",
    "detail.drill_watching_reads":
      "{acked} writes are acknowledged through {endpoints}, and {reads} reads are answered through {readers}.",
    "failure.drill_no_reads":
      "No reads came through {endpoint} before the fault, so nothing was done: {reason:why}.",
  },
  {
    "check.drill_observer.fail_outdated_reads":
      "{host} 的代理版本过旧，其客户端不能只经某个入口读取而不写入。",
    "check.drill_read_way.title": "{endpoint} 通向一个成员",
    "check.drill_read_way.pass": "{endpoint} 通向 {member}。客户端在此只读取。",
    "check.drill_read_way.fail_unknown": "{endpoint} 不是该集群的入口。",
    "check.drill_read_way.fail_silent": "{endpoint} 没有应答：{reason:why}。",
    "check.drill_read_way.remedy": "请选择其他用于读取的入口，或不选择，或修复此入口。",
    "step.drill.watch_reads":
      "在 {endpoints:list} 上充当客户端，在 {readers:list} 上充当只读取的客户端，并监听每个代理",
    "detail.drill_watching_reads":
      "经 {endpoints:list} 已确认 {acked} 次写入，经 {readers:list} 已应答 {reads} 次读取。",
    "failure.drill_no_reads": "故障之前没有读取经 {endpoint} 成功，因此未做任何操作：{reason:why}。",
  },
);
