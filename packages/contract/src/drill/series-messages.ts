import { catalog } from "../message/catalog/catalog";

/** What a series of drills waits for, what became of it, and what drills beside each other say. */
export const drillSeriesMessages = catalog(
  {
    "noun.drill_series": "series of drills",
    "problem.cron_invalid":
      "This is no time of five fields (minute, hour, day of the month, month, day of the week) that ever comes.",
    "problem.time_zone_unknown": "This time zone is not known. Write it as Europe/Berlin or Asia/Shanghai.",

    "drill_series.waits_busy": "{operation:work}, started by {actor}, is changing the cluster.",
    "drill_series.waits_look": "The group could not be checked: {reason:why}.",
    "drill_series.waits_begin": "The last drill did not begin: {reason:why}.",
    "drill_series.left_out":
      "{count} of {total} drills of the round of {at} were left out: its window of {minutes} min ended.",
    "drill_series.missed": "The round of {at} was left out: no worker checked it within its window.",
    "drill_series.no_next": "No time of the schedule comes any more.",
    "drill_series.stopped_by": "Stopped by {actor}. A drill that was under way continues to its verdict.",
    "drill_series.stopped_broken":
      "Stopped by itself: two drills in a row were broken off, tested nothing or did not begin.",
    "drill_series.stopped_idle": "Stopped by itself: its next drill could not begin for 24 hours.",
    "drill_series.stopped_unhealed":
      "Stopped by itself: the last drill left {member} unhealed. That needs a person.",
    "why.drill_not_begun": "its operation ended before its record began",

    "drill_compared.one":
      "{fault:drill_compared_fault} stops writes through {way} for {median:duration} (1 run; up to {medianError:duration} shorter).",
    "drill_compared.many":
      "{fault:drill_compared_fault} stops writes through {way} for {median:duration} at the median (up to {medianError:duration} shorter); the worst of {runs} runs is {worst:duration} (up to {worstError:duration} shorter).",
    "drill_compared.some_not_back":
      "{fault:drill_compared_fault} stops writes through {way} for {median:duration} at the median (up to {medianError:duration} shorter); in {notBack} of {runs} runs they did not come back.",
    "drill_compared.not_back":
      "{fault:drill_compared_fault} stops writes through {way}; in {notBack} of {runs} runs they did not come back.",
    "drill_compared_fault.switchover": "A switchover",
    "drill_compared_fault.stop_mysqld": "Stopping mysqld",
    "drill_compared_fault.kill_mysqld": "Killing mysqld",
    "drill_compared_fault.kill_mysqld_restarts": "Killing mysqld that starts again",
    "drill_compared_fault.freeze_mysqld": "Freezing mysqld",
    "drill_compared_fault.cut_host": "Cutting off the host of the primary",
    "drill_compared_fault.cut_secondary": "Cutting off a secondary",
    "drill_compared_fault.cut_one_way_to_secondary": "Losing the frames to a secondary",
    "drill_compared_fault.cut_one_way_from_secondary": "Losing the frames from a secondary",
    "drill_compared_fault.kill_agent": "Killing the agent",
    "drill_compared_fault.freeze_agent": "Freezing the agent",
    "drill_compared_fault.cpu_pressure_1": "Load of 1 busy process for each processor",
    "drill_compared_fault.cpu_pressure_2": "Load of 2 busy processes for each processor",
    "drill_compared_fault.cpu_pressure_4": "Load of 4 busy processes for each processor",
    "drill_compared_fault.cpu_pressure_8": "Load of 8 busy processes for each processor",
    "drill_compared_fault.fill_disk_20": "A disk that is full for 20 s",
    "drill_compared_fault.fill_disk_60": "A disk that is full for 60 s",
    "drill_compared_fault.fill_disk_120": "A disk that is full for 120 s",
    "drill_compared_fault.kill_mysqlrouter": "Killing MySQL Router",
    "drill_compared_fault.kill_mysqlrouter_restarts": "Killing MySQL Router that starts again",
    "drill_compared_fault.kill_haproxy": "Killing HAProxy",
    "drill_compared_fault.kill_haproxy_restarts": "Killing HAProxy that starts again",
    "drill_compared_fault.kill_keepalived": "Killing Keepalived",
    "drill_compared_fault.kill_keepalived_restarts": "Killing Keepalived that starts again",
  },
  {
    "noun.drill_series": "演练系列",
    "problem.cron_invalid": "这不是由五个字段（分、时、日、月、星期）组成且会到来的时间。",
    "problem.time_zone_unknown": "未知的时区。请按 Europe/Berlin 或 Asia/Shanghai 的形式填写。",

    "drill_series.waits_busy": "{operation:work}正在更改此集群，由 {actor} 发起。",
    "drill_series.waits_look": "无法查看该组：{reason:why}。",
    "drill_series.waits_begin": "上一次演练没有开始：{reason:why}。",
    "drill_series.left_out":
      "{at} 这一轮的 {total} 次演练中有 {count} 次未做：{minutes} 分钟的时间窗已结束。",
    "drill_series.missed": "{at} 这一轮未做：在其时间窗内没有工作进程处理它。",
    "drill_series.no_next": "计划中不再有会到来的时间。",
    "drill_series.stopped_by": "由 {actor} 停止。当时正在进行的演练会一直做到得出结论。",
    "drill_series.stopped_broken": "已自行停止：连续两次演练中止、未测试或没有开始。",
    "drill_series.stopped_idle": "已自行停止：下一次演练在 24 小时内未能开始。",
    "drill_series.stopped_unhealed": "已自行停止：上一次演练后 {member} 没有恢复。需要人工处理。",
    "why.drill_not_begun": "其操作在记录开始之前就结束了",

    "drill_compared.one":
      "{fault:drill_compared_fault}使经 {way} 的写入中断 {median:duration}（1 次；最多可短 {medianError:duration}）。",
    "drill_compared.many":
      "{fault:drill_compared_fault}使经 {way} 的写入中断 {median:duration}（中位数，最多可短 {medianError:duration}）；{runs} 次中最长 {worst:duration}（最多可短 {worstError:duration}）。",
    "drill_compared.some_not_back":
      "{fault:drill_compared_fault}使经 {way} 的写入中断 {median:duration}（中位数，最多可短 {medianError:duration}）；{runs} 次中有 {notBack} 次没有恢复。",
    "drill_compared.not_back":
      "{fault:drill_compared_fault}使经 {way} 的写入中断；{runs} 次中有 {notBack} 次没有恢复。",
    "drill_compared_fault.switchover": "切换主库",
    "drill_compared_fault.stop_mysqld": "停止 mysqld",
    "drill_compared_fault.kill_mysqld": "杀死 mysqld 进程",
    "drill_compared_fault.kill_mysqld_restarts": "杀死 mysqld 进程并由服务立即重启",
    "drill_compared_fault.freeze_mysqld": "冻结 mysqld",
    "drill_compared_fault.cut_host": "断开主库所在主机的网络",
    "drill_compared_fault.cut_secondary": "断开一个从库的网络",
    "drill_compared_fault.cut_one_way_to_secondary": "丢弃发往一个从库的数据帧",
    "drill_compared_fault.cut_one_way_from_secondary": "丢弃来自一个从库的数据帧",
    "drill_compared_fault.kill_agent": "杀死代理进程",
    "drill_compared_fault.freeze_agent": "冻结代理进程",
    "drill_compared_fault.cpu_pressure_1": "每个处理器 1 个繁忙进程的负载",
    "drill_compared_fault.cpu_pressure_2": "每个处理器 2 个繁忙进程的负载",
    "drill_compared_fault.cpu_pressure_4": "每个处理器 4 个繁忙进程的负载",
    "drill_compared_fault.cpu_pressure_8": "每个处理器 8 个繁忙进程的负载",
    "drill_compared_fault.fill_disk_20": "磁盘满 20 秒",
    "drill_compared_fault.fill_disk_60": "磁盘满 60 秒",
    "drill_compared_fault.fill_disk_120": "磁盘满 120 秒",
    "drill_compared_fault.kill_mysqlrouter": "杀死 MySQL Router 进程",
    "drill_compared_fault.kill_mysqlrouter_restarts": "杀死 MySQL Router 进程并由服务立即重启",
    "drill_compared_fault.kill_haproxy": "杀死 HAProxy 进程",
    "drill_compared_fault.kill_haproxy_restarts": "杀死 HAProxy 进程并由服务立即重启",
    "drill_compared_fault.kill_keepalived": "杀死 Keepalived 进程",
    "drill_compared_fault.kill_keepalived_restarts": "杀死 Keepalived 进程并由服务立即重启",
  },
);
