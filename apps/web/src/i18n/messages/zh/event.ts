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
};
