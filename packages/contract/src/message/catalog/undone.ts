import { catalog } from "./catalog";

/** What is proven after an operation on a VIP, and what is not. */
export const undoneCatalog = catalog(
  {
    "log.undone_nowhere": "Nobody holds {address}, and no agent that answers is told of it any more.",
    "failure.vip_still_told": "The agents of {hosts} were told of {address} still after {seconds} s.",
    "warning.written_at_home":
      "This console runs on {host}, which holds {address}: its write did not cross the network. That others reach the address is shown by the hosts that heard it on the wire.",
  },
  {
    "log.undone_nowhere": "没有主机持有 {address}，应答的代理中也不再有它的配置。",
    "failure.vip_still_told": "{seconds} 秒后 {hosts:list} 的代理中仍有 {address} 的配置。",
    "warning.written_at_home":
      "本控制台就运行在持有 {address} 的 {host} 上：其写入没有经过网络。其他机器能否到达该地址，由在网络上收到应答的主机证明。",
  },
);
