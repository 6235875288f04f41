import { catalog } from "../../../i18n/messages/texts";

/** What hosts and members did during the runs. */
export const hostsMessages = /* @__PURE__ */ catalog(
  {
    hosts: {
      title: "Hosts",
      textAlone:
        "What each host and each member did during one run, in the seconds since it began. The agents look once a second; a host that could not be asked has a gap.",
      text: "What each host and each member did during one run, on the same seconds as the curves above. The agents look once a second; a host that could not be asked has a gap.",
      load: "{name} (load)",
      primary: "{name} (primary)",
      gone: "removed host {id}",
      perPoint: "each point is {seconds} s: the mean as the line, the lowest and highest second as the band",
      none: "Nothing was measured: the agents were away, or are of an older release.",
      metrics: {
        cpu: "CPU",
        networkOut: "Network out",
        networkIn: "Network in",
        diskWrite: "Disk writes",
        diskRead: "Disk reads",
        diskBusy: "Disk busy",
        certify: "Waiting for certification",
        apply: "Waiting to be applied",
        throttled: "Flow control",
      },
      how: {
        cpu: "Busy share of all processors, /proc/stat",
        networkOut: "Bytes sent per second over all physical interfaces, /proc/net/dev",
        networkIn: "Bytes received per second over all physical interfaces, /proc/net/dev",
        diskWrite: "Bytes written per second to all disks, /proc/diskstats",
        diskRead: "Bytes read per second from all disks, /proc/diskstats",
        diskBusy: "Share of the time in which the busiest disk had something to do, /proc/diskstats",
        certify: "Transactions, replication_group_member_stats of each member",
        apply: "Transactions of other members, replication_group_member_stats of each member",
        throttled: "Transactions held back per second, Gr_flow_control_throttle_count",
      },
    },
  },
  {
    hosts: {
      title: "主机",
      textAlone:
        "一次测量期间各主机与各成员的情况，按开始后的秒数显示。代理每秒读取一次；无法询问的主机在曲线上留空。",
      text: "一次测量期间各主机与各成员的情况，与上方曲线使用相同的秒。代理每秒读取一次；无法询问的主机在曲线上留空。",
      load: "{name}（负载）",
      primary: "{name}（主库）",
      gone: "已移除的主机 {id}",
      perPoint: "每个点为 {seconds} 秒：曲线为平均值，色带为其中最低与最高的一秒",
      none: "没有测到数据：代理无应答，或代理版本较旧。",
      metrics: {
        cpu: "CPU",
        networkOut: "网络发送",
        networkIn: "网络接收",
        diskWrite: "磁盘写入",
        diskRead: "磁盘读取",
        diskBusy: "磁盘繁忙",
        certify: "等待认证",
        apply: "等待应用",
        throttled: "流控",
      },
      how: {
        cpu: "所有处理器的繁忙比例，/proc/stat",
        networkOut: "所有物理网卡每秒发送的字节数，/proc/net/dev",
        networkIn: "所有物理网卡每秒接收的字节数，/proc/net/dev",
        diskWrite: "所有磁盘每秒写入的字节数，/proc/diskstats",
        diskRead: "所有磁盘每秒读取的字节数，/proc/diskstats",
        diskBusy: "最繁忙的磁盘有读写的时间比例，/proc/diskstats",
        certify: "事务数，来自各成员的 replication_group_member_stats",
        apply: "来自其他成员的事务数，各成员的 replication_group_member_stats",
        throttled: "每秒被延后的事务数，Gr_flow_control_throttle_count",
      },
    },
  },
);
