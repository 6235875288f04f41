import type { event as english } from "../en/event";
import type { TextsLike } from "../texts";

/** 集群的历史。 */
export const event: TextsLike<typeof english> = {
  title: "历史",
  filter: "显示",
  all: "全部",
  order: "顺序",
  newestFirst: "最新在前",
  oldestFirst: "最早在前",
  seen: {
    host: "在 {host} 上看到，{after} 后记录",
    console: "由控制台看到",
    silence: "最后一次有响应的时间，{after} 后记录",
  },
  kind: {
    primary_changed: "主库变更",
    member_state_changed: "成员状态变更",
    member_joined: "成员加入",
    member_left: "成员离开",
    vip_taken: "VIP 被接管",
    vip_released: "VIP 被释放",
    vip_state_changed: "VIP 状态变更",
    wire_owner_changed: "网络应答者变更",
    wire_duplicate: "网络上有重复应答",
    wire_duplicate_ended: "重复应答结束",
    wire_silent: "网络上无人应答",
    wire_answered: "网络上恢复应答",
    vip_defended: "VIP 被捍卫",
    foreign_address: "发现他人设置的地址",
    foreign_address_gone: "他人设置的地址已移除",
    agent_lost: "代理失联",
    agent_back: "代理恢复",
    host_lost: "主机失联",
    host_back: "主机恢复",
    database_lost: "数据库失联",
    database_back: "数据库恢复",
    operation_finished: "操作结束",
  },
};
