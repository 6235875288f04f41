import type { cluster as english } from "../en/cluster";
import type { TextsLike } from "../texts";

/** 集群。 */
export const cluster: TextsLike<typeof english> = {
  tab: { topology: "拓扑", members: "成员", vip: "VIP", events: "事件" },
};
