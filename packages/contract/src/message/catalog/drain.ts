import { catalog } from "./catalog";

/** Draining an address before its primary changes: checks, steps, failures, and what the picture says meanwhile. */
export const drainCatalog = catalog(
  {
    "check.switchover_drain.title": "The host can refuse new connections while the open ones end",
    "check.switchover_drain.pass":
      "{host} can refuse new connections to {address}. Connections open now: {open}.",
    "check.switchover_drain.fail_no_vip":
      "The cluster has no enabled write VIP, so there is nothing to drain.",
    "check.switchover_drain.fail_silent":
      "The agent on {host} did not say whether it can drain {address}: {reason:why}.",
    "check.switchover_drain.fail_not_held": "{host} does not hold {address}, so there is nothing to drain.",
    "check.switchover_drain.fail_no_gate": "{host} cannot refuse new connections: {reason:why}.",
    "check.switchover_drain.fail_uncounted":
      "{host} cannot count its open connections, so Primacy cannot tell when they have ended.",
    "check.switchover_drain.remedy": "Switch over without draining.",
    "check.switchover_drain.remedy_no_gate": "Install nftables on the host, or switch over without draining.",
    "step.switchover.drain":
      "Drain {address} on {host}: refuse new connections, and wait until the open ones have ended",
    "consequence.drain_switch":
      "Before the switchover, the host refuses new connections through {addresses} for up to {waitSeconds} s. The switchover does not wait for connections that are still open after that. Open now: {open}.",
    "consequence.drain_stay":
      "Before the switchover, the host refuses new connections through {addresses} for up to {waitSeconds} s. If one is still open after that, the switchover does not happen and the host accepts new connections again. Open now: {open}.",
    "detail.draining": "Connections that are still open: {open}. Time left: {leftMs:duration}.",
    "detail.drained": "Connections that ended by themselves: {before}. Duration: {ms:duration}.",
    "detail.drained_none": "No connection was open.",
    "detail.drained_left": "After {ms:duration} {left} of {before} connections are still open.",
    "failure.drain_open":
      "{left} connections through {addresses} were still open after {waitSeconds} s. The primary has not changed, and the host accepts new connections again.",
    "failure.drain_not_held": "{host} no longer holds {address}. The primary has not changed.",
    "failure.drain_no_gate":
      "{host} could not refuse new connections, so the primary has not changed: {reason:why}.",
    "log.drain_lasts":
      "{host} could not be told to accept new connections again: {reason:why}. It does this by itself, at most {seconds} s after its last message from the console.",
    "topology.vip_draining":
      "{address} is draining on {holder}: the host refuses new connections, and open connections continue ({open}).",
    "topology.summary_draining":
      "{standing}. Writes go to {primary}. VIP {address} is held by {holder} and is draining: it accepts no new connections.",
  },
  {
    "check.switchover_drain.title": "可以在已有连接结束期间拒绝新连接",
    "check.switchover_drain.pass": "{host} 可以拒绝到 {address} 的新连接。那里现有的连接数：{open}。",
    "check.switchover_drain.fail_no_vip": "该集群没有启用的写 VIP，因此没有可排空的地址。",
    "check.switchover_drain.fail_silent": "{host} 上的代理没有说明能否排空 {address}：{reason:why}。",
    "check.switchover_drain.fail_not_held": "{host} 没有持有 {address}，因此没有可排空的连接。",
    "check.switchover_drain.fail_no_gate": "{host} 无法拒绝新连接：{reason:why}。",
    "check.switchover_drain.fail_uncounted": "{host} 无法统计已有连接，因此无从得知它们何时结束。",
    "check.switchover_drain.remedy": "不排空直接进行。",
    "check.switchover_drain.remedy_no_gate": "请在该主机上安装 nftables，或不排空直接进行。",
    "step.switchover.drain": "在 {host} 上排空 {address}：拒绝新连接，等待已有连接结束",
    "consequence.drain_switch":
      "在此之前，{addresses:list} 最多在 {waitSeconds} 秒内拒绝新连接；切换不再等待届时仍未结束的连接。现有连接数：{open}。",
    "consequence.drain_stay":
      "在此之前，{addresses:list} 最多在 {waitSeconds} 秒内拒绝新连接；届时若仍有连接未结束，则不做其他操作，并重新接受新连接。现有连接数：{open}。",
    "detail.draining": "仍未结束的连接数：{open}。最多再等待 {leftMs:duration}。",
    "detail.drained": "自行结束的连接数：{before}。用时 {ms:duration}。",
    "detail.drained_none": "没有已建立的连接。",
    "detail.drained_left": "{ms:duration}后，{before} 个连接中仍有 {left} 个未结束。",
    "failure.drain_open":
      "{waitSeconds} 秒后，经 {addresses:list} 的连接仍有 {left} 个未结束。主库没有变更，并已重新接受新连接。",
    "failure.drain_not_held": "{host} 不再持有 {address}。主库没有变更。",
    "failure.drain_no_gate": "{host} 无法拒绝新连接，主库没有变更：{reason:why}。",
    "log.drain_lasts":
      "无法通知 {host} 重新接受新连接：{reason:why}。它最迟在最后一次通知后 {seconds} 秒自行恢复。",
    "topology.vip_draining": "{address} 正在 {holder:list} 上排空：新连接被拒绝，已有连接继续（{open} 个）。",
    "topology.summary_draining":
      "{standing}。写入发往 {primary}。VIP {address} 由 {holder:list} 持有，正在排空，不接受新连接。",
  },
);
