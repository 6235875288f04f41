import { catalog } from "../message/catalog/catalog";

/** What the host operator says of the faults of a drill: why none is begun, and what was seen of one. */
export const hostFaultMessages = catalog(
  {
    "operator.fault_no_server": "Nothing listens on port {port}.",
    "operator.fault_other_process": "{name} listens on port {port}, which is not a MySQL server.",
    "operator.fault_several": "More than one program listens on port {port}.",
    "operator.fault_stopped": "{service} is stopped, so the server on port {port} is not its own.",
    "operator.fault_other_service": "The server on port {port} (process {pid}) does not belong to {service}.",
    "operator.fault_supervisor":
      "{name} would start the server again, and the host operator cannot keep it from that.",
    "operator.fault_replaced": "{name} (process {pid}) ended by itself before the fault.",
    "operator.fault_unit": "systemd would start {unit} again (Restart={restart}).",
    "operator.fault_unseen":
      "{limitMs:duration} after SIGKILL, {name} (process {pid}) or its socket on port {port} was still there.",
    "operator.fault_still_open":
      "{limitMs:duration} after its service was stopped, {name} (process {pid}) or its socket on port {port} was still there.",
    "operator.fault_restarted": "Something listens on port {port} again: the server did not stay down.",
    "operator.fault_alive": "{limitMs:duration} after SIGKILL, {name} (process {pid}) was still there.",
    "operator.fault_frozen_before": "{name} (process {pid}) is stopped already, by somebody else.",
    "operator.fault_not_frozen":
      "{limitMs:duration} after SIGSTOP, some thread of {name} (process {pid}) still ran.",
    "operator.fault_not_thawed":
      "{limitMs:duration} after SIGCONT, some thread of {name} (process {pid}) was still stopped.",
    "operator.fault_no_agent": "No agent runs on this host under its supervisor.",
    "operator.fault_several_agents":
      "More than one agent runs on this host: one release is taking over from another.",
    "operator.fault_agent_absent": "{limitMs:duration} after it was started, no agent runs on this host.",
    "operator.fault_no_device": "No network interface of this host has an address.",
    "operator.fault_spared_peer": "{addresses:list} would be cut off and spared at once.",
    "operator.fault_no_cut":
      "This host cannot drop frames at its interfaces. For what comes in that takes nftables with the family netdev, for what goes out also Linux 5.16 or later and nft 1.0.1 or later. nft: {error}",
    "operator.fault_cut_late": "The deadline of the cut has passed.",
    "operator.fault_cut_unseen": "The kernel does not list the rules of the cut as in force.",
    "operator.fault_cut_left": "The kernel still lists the table {table}.",
    "operator.seen_gone": "{name} (process {pid}) is gone.",
    "operator.seen_silent": "Nothing listens on port {port}.",
    "operator.seen_closed": "Its socket on port {port} is closed; another one is open there by now.",
    "operator.seen_no_restart": "systemd does not start {unit} again.",
    "operator.seen_frozen":
      "The kernel shows {name} (process {pid}) stopped, with each of its {count} threads.",
    "operator.seen_watchdog":
      "{afterMs:duration} after it was stopped, {name} (process {pid}) was gone: its watchdog kills an agent that stands still.",
    "operator.seen_new_agent": "The agent runs again, as process {pid}.",
    "operator.seen_cut":
      "The kernel lists the rules of the cut on {devices:list}. They end by themselves {leftMs:duration} later.",
    "operator.seen_dropped_in": "It has counted {frames} frames from outside that it dropped.",
    "operator.seen_dropped_out": "It has counted {frames} frames of this host that it dropped.",
    "operator.seen_none_in": "In {waitMs:duration} no frame came that it could drop.",
    "operator.seen_none_out": "In {waitMs:duration} this host sent no frame that it could drop.",
    "operator.fault_late": "The deadline of the fault has passed.",
    "operator.fault_not_busy": "Only {runs} of {count} busy processes ran when they were checked.",
    "operator.fault_starved":
      "In {limitMs:duration} not each of {count} busy processes had a processor for a moment.",
    "operator.fault_busy_left": "{limitMs:duration} after SIGKILL, some busy process was still there.",
    "operator.seen_busy":
      "Busy processes: {count}, on processors: {processors}. They end by themselves {leftMs:duration} later.",
    "operator.seen_used":
      "The kernel shows each of them running or waiting for a processor all the time. For {waitMs:duration} they had {percent} % of the processors.",
    "operator.fault_no_program": "No {program} runs on this host as its service {service}.",
    "operator.fault_several_programs":
      "More than one {program} runs on this host, and neither was started by the other.",
    "operator.fault_program_apart": "{name} (process {pid}) does not belong to the service {service}.",
    "operator.fault_program_port": "{program} does not listen on port {port}.",
    "operator.fault_program_supervisor":
      "{name} would start {program} again, and the host operator cannot keep it from that.",
    "operator.fault_program_back": "{program} runs again: it did not stay down.",
    "operator.seen_no_program": "No {program} runs on this host.",
    "operator.seen_program_again": "{program} runs again, as process {pid}.",
    "operator.seen_supervised_once": "runit does not start {program} again.",
    "operator.fault_fill_unknown":
      "The file system with the data of {server} is not among the file systems that this host shows as mounted, so it is not filled.",
    "operator.fault_fill_real":
      "The data of {server} lie on {mountPoint}, which is {source} and no loop file system. A real disk is never filled.",
    "operator.fault_fill_name":
      "The image of {mountPoint} is {image}. Its name does not begin with {prefix}, so it was not made for drills.",
    "operator.fault_fill_own": "This host itself needs {mountPoint}, so it is not filled.",
    "operator.fault_fill_how":
      "A file system for drills is made by root, with the server stopped: truncate -s 4G /var/lib/{prefix}.img; mkfs.ext4 -q /var/lib/{prefix}.img; mount -o loop of this image on an empty folder; then all data of a test server, its binary log too, are moved there.",
    "operator.fault_fill_large": "{mountPoint} has {size} MiB. File systems above {most} MiB are not filled.",
    "operator.fault_full_before": "{mountPoint} is full already.",
    "operator.fault_fill_gone": "{mountPoint} is not the file system any more that was found.",
    "operator.fault_fill_slow": "The space of {mountPoint} was not all taken in time.",
    "operator.fault_not_full": "{mountPoint} was not full: {free} bytes were free.",
    "operator.fault_file_gone": "{file}, which filled the disk, was not there any more.",
    "operator.fault_space_meanwhile":
      "Space became free on {mountPoint} meanwhile, although the file that fills it was there: {free} bytes.",
    "operator.fault_fill_lost":
      "The image {image} is neither mounted here nor there any more, so nothing shows that the file in it that takes its space is deleted. Mount it; or, where the image is gone for good, leave the act as it is: root deletes its record.",
    "operator.fault_fill_unmounted":
      "The file system of {image} is not mounted here, so that the file in it that takes its space cannot be deleted.",
    "operator.fault_still_full":
      "{limitMs:duration} after the file that filled it was deleted or found gone, {mountPoint} still had no space.",
    "operator.seen_full": "{mountPoint} is full: {free} bytes of {size} MiB are free.",
  },
  {
    "operator.fault_no_server": "没有程序监听端口 {port}。",
    "operator.fault_other_process": "监听端口 {port} 的是 {name}，它不是 MySQL 服务器。",
    "operator.fault_several": "有多个程序监听端口 {port}。",
    "operator.fault_stopped": "{service} 已停止，因此端口 {port} 上的服务器不属于它。",
    "operator.fault_other_service": "端口 {port} 上的服务器（进程 {pid}）不属于 {service}。",
    "operator.fault_supervisor": "{name} 会重新启动该服务器，而主机操作进程无法阻止它。",
    "operator.fault_replaced": "{name}（进程 {pid}）在故障之前已自行结束。",
    "operator.fault_unit": "systemd 会重新启动 {unit}（Restart={restart}）。",
    "operator.fault_unseen":
      "发送 SIGKILL {limitMs:duration}后，{name}（进程 {pid}）或其在端口 {port} 上的套接字仍然存在。",
    "operator.fault_still_open":
      "停止服务 {limitMs:duration}后，{name}（进程 {pid}）或其在端口 {port} 上的套接字仍然存在。",
    "operator.fault_restarted": "端口 {port} 又有程序监听：该服务器没有保持停止。",
    "operator.fault_alive": "发送 SIGKILL {limitMs:duration}后，{name}（进程 {pid}）仍然存在。",
    "operator.fault_frozen_before": "{name}（进程 {pid}）已被他人暂停。",
    "operator.fault_not_frozen": "发送 SIGSTOP {limitMs:duration}后，{name}（进程 {pid}）仍有线程在运行。",
    "operator.fault_not_thawed":
      "发送 SIGCONT {limitMs:duration}后，{name}（进程 {pid}）仍有线程处于暂停状态。",
    "operator.fault_no_agent": "本机上没有由守护程序管理的代理在运行。",
    "operator.fault_several_agents": "本机上有多个代理在运行：一个版本正在接替另一个版本。",
    "operator.fault_agent_absent": "启动 {limitMs:duration}后，本机上仍没有代理在运行。",
    "operator.fault_no_device": "本机没有任何网络接口配有地址。",
    "operator.fault_spared_peer": "{addresses:list} 不能既被切断又被保留。",
    "operator.fault_no_cut":
      "本机无法在网络接口上丢弃帧。丢弃进入的帧需要 nftables 支持 netdev 族；丢弃发出的帧还需要 Linux 5.16 及以上和 nft 1.0.1 及以上。nft：{error}",
    "operator.fault_cut_late": "切断的期限已过。",
    "operator.fault_cut_unseen": "内核没有列出生效的切断规则。",
    "operator.fault_cut_left": "内核仍列出表 {table}。",
    "operator.seen_gone": "{name}（进程 {pid}）已消失。",
    "operator.seen_silent": "没有程序监听端口 {port}。",
    "operator.seen_closed": "其在端口 {port} 上的套接字已关闭；该端口上现在已打开另一个。",
    "operator.seen_no_restart": "systemd 不会重新启动 {unit}。",
    "operator.seen_frozen": "内核显示 {name}（进程 {pid}）及其全部 {count} 个线程均已暂停。",
    "operator.seen_watchdog":
      "暂停 {afterMs:duration}后，{name}（进程 {pid}）已消失：其看门狗会终止停滞的代理。",
    "operator.seen_new_agent": "代理已重新运行，进程为 {pid}。",
    "operator.seen_cut": "内核列出了 {devices:list} 上的切断规则。这些规则将在 {leftMs:duration}后自行失效。",
    "operator.seen_dropped_in": "内核已计数丢弃 {frames} 个来自外部的帧。",
    "operator.seen_dropped_out": "内核已计数丢弃 {frames} 个本机发出的帧。",
    "operator.seen_none_in": "{waitMs:duration}内没有可丢弃的帧到达。",
    "operator.seen_none_out": "{waitMs:duration}内本机没有发出可丢弃的帧。",
    "operator.fault_late": "故障的期限已过。",
    "operator.fault_not_busy": "查看时，{count} 个繁忙进程中只有 {runs} 个在运行。",
    "operator.fault_starved": "{limitMs:duration}内，{count} 个繁忙进程并非每个都得到过处理器。",
    "operator.fault_busy_left": "发送 SIGKILL {limitMs:duration}后，仍有繁忙进程存在。",
    "operator.seen_busy":
      "{count} 个繁忙进程在 {processors} 个处理器上运行。它们将在 {leftMs:duration}后自行结束。",
    "operator.seen_used":
      "内核显示它们始终在运行或等待处理器。在 {waitMs:duration}内，它们占用了处理器的 {percent} %。",
    "operator.fault_no_program": "本机上没有作为服务 {service} 运行的 {program}。",
    "operator.fault_several_programs": "本机上有多个互不相属的 {program} 在运行。",
    "operator.fault_program_apart": "{name}（进程 {pid}）不属于服务 {service}。",
    "operator.fault_program_port": "{program} 没有监听端口 {port}。",
    "operator.fault_program_supervisor": "{name} 会重新启动 {program}，而主机操作进程无法阻止它。",
    "operator.fault_program_back": "{program} 又在运行：它没有保持停止。",
    "operator.seen_no_program": "本机上没有 {program} 在运行。",
    "operator.seen_program_again": "{program} 已重新运行，进程为 {pid}。",
    "operator.seen_supervised_once": "runit 不会重新启动 {program}。",
    "operator.fault_fill_unknown": "{server} 的数据所在的文件系统不在本机显示的挂载之列，因此不会填满它。",
    "operator.fault_fill_real":
      "{server} 的数据位于 {mountPoint}，它是 {source}，不是 loop 文件系统。真实的磁盘绝不会被填满。",
    "operator.fault_fill_name":
      "{mountPoint} 的映像为 {image}。其名称不以 {prefix} 开头，因此不是为演练创建的。",
    "operator.fault_fill_own": "本机自身需要 {mountPoint}，因此不会填满它。",
    "operator.fault_fill_how":
      "供演练用的文件系统由 root 在服务器停止时创建：truncate -s 4G /var/lib/{prefix}.img；mkfs.ext4 -q /var/lib/{prefix}.img；以 mount -o loop 将该映像挂载到空文件夹；然后将测试服务器的全部数据（包括其二进制日志）移到那里。",
    "operator.fault_fill_large": "{mountPoint} 有 {size} MiB。超过 {most} MiB 的文件系统不会被填满。",
    "operator.fault_full_before": "{mountPoint} 已经满了。",
    "operator.fault_fill_gone": "{mountPoint} 已不是此前找到的文件系统。",
    "operator.fault_fill_slow": "未能及时占满 {mountPoint} 的空间。",
    "operator.fault_not_full": "{mountPoint} 没有满：仍有 {free} 字节可用。",
    "operator.fault_file_gone": "填满磁盘的文件 {file} 已不存在。",
    "operator.fault_space_meanwhile": "填满 {mountPoint} 的文件仍在，但其间出现了可用空间：{free} 字节。",
    "operator.fault_fill_lost":
      "映像 {image} 既未在本机挂载，也已不存在，因此无法表明其中占用空间的文件已被删除。请挂载它；如果映像已不会再出现，请保持现状：由 root 删除该操作的记录。",
    "operator.fault_fill_unmounted": "{image} 的文件系统未在本机挂载，因此无法删除其中占用空间的文件。",
    "operator.fault_still_full":
      "填满磁盘的文件被删除或已不存在 {limitMs:duration}后，{mountPoint} 仍没有空间。",
    "operator.seen_full": "{mountPoint} 已满：{size} MiB 中有 {free} 字节可用。",
  },
);
