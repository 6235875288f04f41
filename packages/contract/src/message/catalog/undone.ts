import { catalog } from "./catalog";

/** What is proven after an operation on a VIP, and what is not. */
export const undoneCatalog = catalog(
  {
    "log.undone_nowhere":
      "No host holds {address}, and no agent that answers has it in its configuration any more.",
    "failure.vip_still_told":
      "After {seconds} s the agents of {hosts} still had {address} in their configuration.",
    "warning.written_at_home":
      "This console runs on {host}, which holds {address}, so its write did not cross the network. The hosts that received an ARP or neighbour discovery answer prove that others can reach the address.",
  },
  {
    "log.undone_nowhere": "没有主机持有 {address}，应答的代理中也不再有它的配置。",
    "failure.vip_still_told": "{seconds} 秒后 {hosts:list} 的代理中仍有 {address} 的配置。",
    "warning.written_at_home":
      "本控制台就运行在持有 {address} 的 {host} 上：其写入没有经过网络。其他机器能否到达该地址，由在网络上收到应答的主机证明。",
  },
);
