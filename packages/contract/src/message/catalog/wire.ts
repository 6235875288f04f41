import { catalog } from "./catalog";

/** Who answers for an address on the wire: what happened, what is remarkable, and what to do. */
export const wireCatalog = catalog(
  {
    "event.wire_duplicate_seen":
      "More than one machine answers for {address}: {owners}. {askers} received the answers.",
    "event.wire_duplicate_ended":
      "Only {answerer} answers for {address} again, after {durationMs:duration}. {gone} no longer does.",
    "event.wire_duplicate_over": "The duplicate answers for {address} ended after {durationMs:duration}.",
    "event.wire_silent": "{host} holds {address}, but no machine answers ARP or neighbour discovery for it.",
    "event.wire_answered": "{answerer} answers for {address} again.",
    "event.vip_defended":
      "{host} is the authorized holder of {address} and announces it again, because {macs} also answers for it.",
    "event.foreign_address":
      "{address}/{prefix} is on {nic} of {host}. Primacy did not add it and does not touch it.",
    "event.foreign_address_gone": "{address} is no longer on {host}. Primacy had not added it.",

    "topology.wire_owner": "{owner} answers for {address} with {macs}; {askers} received its answer.",
    "topology.wire_owner_rightful":
      "{owner} is the authorized holder of {address} and answers with {macs}; {askers} received its answer.",
    "topology.wire_owner_stranger":
      "A conflicting host that Primacy does not know answers for {address} with {macs}; {askers} received its answer.",
    "topology.wire_split":
      "No host received every answer: the network is split, or a device answers from an old table entry.",
    "topology.wire_deaf": "{hosts} received no answer for {address}, although other hosts did.",
    "topology.wire_two_cards": "{host} answers for {address} with more than one card: {macs}.",
    "topology.wire_foreign":
      "{address}/{prefix} is on {nic} of {host}. Primacy did not add it and does not touch it.",
    "topology.wire_defended":
      "{host} announces {address} again while another machine also answers; {count} times so far.",

    "topology.advice_foreign":
      "Remove the address from {host}: ip address del {address}/{prefix} dev {nic}. Then find out what added it.",
    "topology.advice_stranger":
      "Find the machine with the network card {macs} (the address table of your switch shows its port) and remove {address} from it.",
    "topology.advice_letting_go":
      "The agent on {host} releases the address by itself within seconds. If {host} still answers after 10 s, run primacy-agent why there.",
    "topology.advice_unheard":
      "The agent on {host} does not answer: run /opt/primacy-agent/current/release-vips there, or unplug its network cable.",
    "topology.advice_unexplained":
      "The kernel of {host} does not hold {address}: check for proxy_arp, a bridge or a container on that host.",
    "topology.advice_split": "Check for a broken link, switch or VLAN between {askers}.",
    "topology.advice_silent":
      "Check the cable, switch port and VLAN of {host}, and that arp_ignore of its interface is at most 1.",
    "topology.advice_two_cards": "Set net.ipv4.conf.all.arp_ignore to 1 on {host}.",
  },
  {
    "event.wire_duplicate_seen": "有多台机器应答 {address}：{owners:list}。{askers:list} 收到了这些应答。",
    "event.wire_duplicate_ended":
      "{durationMs:duration}后，又只有 {answerer:list} 应答 {address}。{gone:list} 不再应答。",
    "event.wire_duplicate_over": "{durationMs:duration}后，{address} 不再有重复应答。",
    "event.wire_silent": "{host:list} 持有 {address}，但网络上无人应答。",
    "event.wire_answered": "{answerer:list} 又应答 {address} 了。",
    "event.vip_defended": "{host} 有权持有 {address}，并再次通告它，因为 {macs:list} 也在应答。",
    "event.foreign_address":
      "{host} 的 {nic} 上有 {address}/{prefix}。它不是 Primacy 设置的，Primacy 不会动它。",
    "event.foreign_address_gone": "{host} 上不再有 {address}（并非 Primacy 设置）。",

    "topology.wire_owner": "{owner} 以 {macs:list} 应答 {address}；{askers:list} 收到了它的应答。",
    "topology.wire_owner_rightful":
      "{owner} 有权持有 {address}，并以 {macs:list} 应答；{askers:list} 收到了它的应答。",
    "topology.wire_owner_stranger":
      "一台 Primacy 不认识的机器以 {macs:list} 应答 {address}；{askers:list} 收到了它的应答。",
    "topology.wire_split": "没有一台主机收到全部应答：网络被分割，或有设备按旧表项应答。",
    "topology.wire_deaf": "{hosts:list} 询问了 {address} 但没有得到应答，而其他主机得到了。",
    "topology.wire_two_cards": "{host} 用多块网卡应答 {address}：{macs:list}。",
    "topology.wire_foreign":
      "{host} 的 {nic} 上有 {address}/{prefix}。它不是 Primacy 设置的，Primacy 不会动它。",
    "topology.wire_defended": "自从另一台机器也应答以来，{host} 已通告 {address} {count} 次。",

    "topology.advice_foreign":
      "请在 {host} 上移除该地址：ip address del {address}/{prefix} dev {nic}，然后查明是谁设置的。",
    "topology.advice_stranger":
      "请找到网卡为 {macs:list} 的机器（交换机的地址表会给出端口），并从它上面移除 {address}。",
    "topology.advice_letting_go":
      "{host} 上的代理会在数秒内自行释放。若 10 秒后 {host} 仍在应答，请在该主机上运行 primacy-agent why。",
    "topology.advice_unheard":
      "没有 {host} 上代理的消息：请在该主机上运行 /opt/primacy-agent/current/release-vips，或拔掉其网线。",
    "topology.advice_unexplained":
      "{host} 的内核并不持有 {address}：请检查该主机上的 proxy_arp、网桥或容器。",
    "topology.advice_split": "请检查 {askers:list} 之间是否有链路、交换机或 VLAN 中断。",
    "topology.advice_silent": "请检查 {host} 的网线、交换机端口和 VLAN，并确认其网卡的 arp_ignore 不大于 1。",
    "topology.advice_two_cards": "请在 {host} 上将 net.ipv4.conf.all.arp_ignore 设为 1。",
  },
);
