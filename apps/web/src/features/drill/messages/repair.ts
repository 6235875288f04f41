import { catalog } from "../../../i18n/messages/texts";

/** What to do where a drill could not be healed. */
export const repairMessages = /* @__PURE__ */ catalog(
  {
    repair: {
      title: "The cluster is not as it was before",
      host: "Undo by hand what its host could not: the command is on the page of the host. The host itself tries again too, each minute at the latest.",
      members:
        "See that every member is ONLINE again; one that is not can be started there, or made to rejoin.",
      topology: "Topology",
      check: "The check of the next drill looks at all of it again, and names what is still missing.",
    },
  },
  {
    repair: {
      title: "集群尚未恢复原状",
      host: "请手动撤销该主机未能撤销的操作：命令在该主机的页面上。主机自己也会重试，间隔最长一分钟。",
      members: "请确认所有成员重新为 ONLINE；不是的成员可以在那里启动或重新加入。",
      topology: "拓扑",
      check: "下一次演练的检查会重新查看所有条件，并指出仍缺少什么。",
    },
  },
);
