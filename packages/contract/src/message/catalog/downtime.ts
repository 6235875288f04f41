import { catalog } from "./catalog";

/** What decides how long writes stop. */
export const downtimeCatalog = catalog(
  {
    "downtime.detection":
      "The group notices a silent member after {seconds} s (fixed in MySQL's consensus layer).",
    "downtime.expel":
      "It waits a further {seconds} s before it expels it (group_replication_member_expel_timeout).",
    "downtime.suspicion":
      "Suspicions are looked at once in {seconds} s, so that up to as much is added by chance.",
    "downtime.suspicion_none":
      "With an expel timeout of 0 it is expelled within about {seconds} s of being noticed.",
    "downtime.election": "Electing the new primary takes about {seconds} s.",
    "downtime.vip_move": "The VIP follows within {maxMs} ms.",
    "downtime.vip_wait":
      "The old host cannot confirm that it let go, so that its successor waits {seconds} s before it takes the VIP.",
    "downtime.switchover":
      "Writes pause while the group hands over; open transactions are waited for, up to a limit.",
  },
  {
    "downtime.detection": "组在 {seconds} 秒后察觉成员沉默（由 MySQL 的共识层固定）。",
    "downtime.expel": "驱逐之前再等 {seconds} 秒（group_replication_member_expel_timeout）。",
    "downtime.suspicion": "每 {seconds} 秒处理一次怀疑，因此会随机再增加至多这么久。",
    "downtime.suspicion_none": "驱逐超时为 0 时，察觉后约 {seconds} 秒内即被驱逐。",
    "downtime.election": "选出新主库约需 {seconds} 秒。",
    "downtime.vip_move": "VIP 在 {maxMs} 毫秒内跟随。",
    "downtime.vip_wait": "旧主机无法确认已释放，因此继任者要等 {seconds} 秒才接管 VIP。",
    "downtime.switchover": "组移交期间写入暂停；会在限定时间内等待未结束的事务。",
  },
);
