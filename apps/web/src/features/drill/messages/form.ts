import { catalog } from "../../../i18n/messages/texts";

/** The form of a new drill. */
export const formMessages = /* @__PURE__ */ catalog(
  {
    form: {
      refused: "The drill cannot be checked",
      fault: {
        title: "What happens",
        text: "The primary of the moment is hit, or its host, unless it says otherwise.",
        list: "Faults",
      },
      facts: { does: "Does", hits: "Hits", risks: "Risks", needs: "Needs", heals: "Heals" },
      ways: {
        title: "Endpoints",
        text: "Clients write, read and sign in through each of these. At most four.",
      },
      way: {
        direct: "Primary itself",
        directHint:
          "The address of the primary of the moment: writes do not come back there once another is the primary.",
        write_vip: "VIP",
        router_write: "MySQL Router",
        haproxy_write: "HAProxy",
        custom: "Address",
        moved: "The primary has moved. These endpoints lead to it no more, and are left out: {places}.",
      },
      watch: {
        title: "Clients and objective",
        observer: "Clients run on",
        observerHint: "Never the host that is hit. Best is a host without a member.",
        automatic: "A host that Primacy chooses",
        objective: "Writes are back within (s)",
        objectiveHint: "The drill passes if they are, and no acknowledged write is lost.",
      },
      problems: {
        none: "Choose an endpoint.",
        many: "Choose four endpoints at most.",
        number: "Type a number of seconds from 0.1 to 300.",
      },
      check: "Check",
      checking: "Checking…",
      found: "What the checks found",
      predicted: "Predicted outage",
      predictedThrough: "Predicted outage through {endpoint}",
      predictedThroughText:
        "For how long writes through this proxy stop, by the variables of the servers and its own settings, and what makes it so long.",
      predictedText:
        "For how long writes through a VIP stop, by the variables of the servers, and what makes it so long.",
      parts: "What makes it",
      moved: "{member} is not the primary any more. Check again, to see whom the drill would hit now.",
      changed: "The group or the drill is not as it was when this was checked. Check again.",
      start: "Start the drill",
      hosts: "Hosts",
      plan: "Plan",
      typeName: "Type {name} to confirm",
    },
  },
  {
    form: {
      refused: "无法检查该演练",
      fault: { title: "故障", text: "除非另有说明，故障针对当时的主库或其所在主机。", list: "故障列表" },
      facts: { does: "作用", hits: "对象", risks: "风险", needs: "前提", heals: "恢复" },
      ways: { title: "入口", text: "客户端经每个入口写入、读取并登录。最多四个。" },
      way: {
        direct: "主库本身",
        directHint: "当时主库的地址：另一成员成为主库后，写入不会在此恢复。",
        write_vip: "VIP",
        router_write: "MySQL Router",
        haproxy_write: "HAProxy",
        custom: "地址",
        moved: "主库已移动。以下入口不再通向主库，已不在选择之内：{places}。",
      },
      watch: {
        title: "客户端与目标",
        observer: "客户端运行于",
        observerHint: "绝不会是受故障的主机。最好是没有成员的主机。",
        automatic: "由 Primacy 选择的主机",
        objective: "写入须在此时间内恢复（秒）",
        objectiveHint: "达到目标且没有丢失已确认的写入，演练即通过。",
      },
      problems: {
        none: "请选择入口。",
        many: "最多选择四个入口。",
        number: "请输入 0.1 到 300 之间的秒数。",
      },
      check: "检查",
      checking: "正在检查…",
      found: "检查结果",
      predicted: "预计中断",
      predictedThrough: "经 {endpoint} 的预计中断",
      predictedThroughText: "按服务器与该代理服务的设置，经它的写入会中断多久，以及由哪些部分构成。",
      predictedText: "按服务器的变量，经 VIP 的写入会中断多久，以及由哪些部分构成。",
      parts: "构成",
      moved: "{member} 已不是主库。请重新检查，以了解演练现在会针对谁。",
      changed: "组或演练与检查时不同。请重新检查。",
      start: "开始演练",
      hosts: "主机",
      plan: "计划",
      typeName: "输入 {name} 以确认",
    },
  },
);
