import type { switchover as english } from "../en/switchover";
import type { TextsLike } from "../texts";

/** 计划内的主库切换。 */
export const switchover: TextsLike<typeof english> = {
  title: "切换主库",
  intro: "将另一成员设为主库。旧主机先释放写 VIP 并确认，新主机才会接管。",
  target: "新主库",
  current: "当前主库",
  check: "运行检查",
  checking: "正在检查",
  run: "切换到 {name}",
  confirmTitle: "将 {name} 设为主库？",
  hosts: "主机",
  typeName: "输入集群名称 {name}",
  running: "正在切换",
  consequenceTitle: "会发生什么",
  consequence:
    "会等待正在执行的事务，新的写入会短暂等待或被拒绝。经写 VIP 的连接会立即或按 VIP 的设置结束，客户端重新连接到新主库。",
  refused: "未开始切换",
  result: "完成",
  resultText: "{to} 现在是主库，之前是 {from}。",
  time: {
    primary: "组选出新主库",
    released: "旧主机确认不再持有该地址",
    held: "新主机持有该地址",
    answered: "另一主机收到对该地址的应答（ARP 或邻居发现）",
  },
  drain: {
    title: "先排空",
    hint: "拒绝经写 VIP 的新连接，并等待已有连接结束。连接池会保持连接打开：请让应用关闭它们，否则会等满时限。",
    wait: "最多等待",
    seconds: "秒",
    atLimit: "届时若仍有连接未结束",
    switch: "继续",
    switchHint: "切换不再等待它们。",
    stay: "不做变更",
    stayHint: "重新接受新连接。",
    result: "下令前的排空",
    ended: "{before} 个连接在 {time} 内结束",
    left: "{time} 后，{before} 个连接中仍有 {left} 个未结束",
  },
  after: "{time} 后",
  noVip: "未测量，或没有写 VIP",
  open: "查看拓扑",
  again: "再次切换",
};
