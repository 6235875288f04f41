import { catalog } from "../../../i18n/messages/texts";

/** What to do where a drill could not be healed. */
export const repairMessages = /* @__PURE__ */ catalog(
  {
    repair: {
      title: "The cluster is not as it was before",
      host: "Look whether the host could undo the fault. If it could not, its page has the command, and it tries again by itself, each minute at the latest.",
      members:
        "See that every member is ONLINE again; one that is not can be started there, or made to rejoin.",
      topology: "Topology",
      check: "The next drill checks all of it again, and names what is still missing.",
    },
  },
  {
    repair: {
      title: "集群尚未恢复原状",
      host: "请查看主机是否已撤销故障。如果未能撤销，其页面上有相应的命令，主机自己也会重试，间隔最长一分钟。",
      members: "请确认所有成员重新为 ONLINE；不是的成员可以在那里启动或重新加入。",
      topology: "拓扑",
      check: "下一次演练的检查会重新查看所有条件，并指出仍缺少什么。",
    },
  },
);
