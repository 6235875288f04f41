import { catalog } from "../../../i18n/messages/texts";

/** What a drill was made with, and the group before and after it. */
export const systemMessages = /* @__PURE__ */ catalog(
  {
    system: {
      title: "The system it was made with",
      text: "Versions and settings just before the fault, and the group before and after.",
      show: "Show versions, settings and the group",
      groups: "The group before and after",
      before: "Before, {at} s",
      after: "After, {at} s",
      groupText:
        "Seconds from the fault. States as the majority of the group saw them, VIPs as the kernel of each host had them.",
      member: "Member",
      state: "State",
      role: "Role",
      readOnly: "super_read_only",
      vips: "VIPs held",
      none: "–",
      settings: "Versions and settings",
      primacy: "Primacy",
      agent: "Agents",
      server: "Servers",
      of: "{names}: {value}",
      unknown: "not known",
    },
  },
  {
    system: {
      title: "演练时的系统",
      text: "故障之前的版本与设置，以及演练前后的组。",
      show: "显示版本、设置与组",
      groups: "演练前后的组",
      before: "之前，{at} 秒",
      after: "之后，{at} 秒",
      groupText: "自故障起的秒数。状态以组的多数派所见为准，VIP 以各主机内核所持有为准。",
      member: "成员",
      state: "状态",
      role: "角色",
      readOnly: "super_read_only",
      vips: "持有的 VIP",
      none: "–",
      settings: "版本与设置",
      primacy: "Primacy",
      agent: "代理",
      server: "服务器",
      of: "{names}：{value}",
      unknown: "未知",
    },
  },
);
