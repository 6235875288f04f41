import { catalog } from "../../../i18n/messages/texts";

/** Benchmarks that wait their turn. */
export const queueMessages = /* @__PURE__ */ catalog(
  {
    queue: {
      title: "Waiting",
      text: "Each begins when those before it have ended. Primacy checks again then.",
      waitsFor: "Waits for",
      begins: "Begins",
      lasts: "Takes",
      about: "in about {time}",
      soon: "as soon as the cluster and the load host are free",
      paused: "once a paused benchmark is resumed",
      lastsAbout: "about {time}",
      cancelTitle: "Cancel {name}?",
      cancelText: "It has not begun: nothing was measured, and nothing is left.",
      cancelKeep: "Keep it waiting",
      queued: "The benchmark has not begun",
      unplanned: "Its steps stand here when it begins.",
      notice: "This benchmark waits its turn",
      noticeAlone: "It begins {about}.",
      noticeFor: "It begins {about}. Before it: {names}.",
      place: "It will wait its turn",
      placeText:
        "{count, plural, one {Another benchmark has} other {Other benchmarks have}} this cluster or this load host. Ordered now, this one begins {about}, behind:",
      placeSentence: "It waits its turn, and begins {about}. Before it: {names}.",
    },
  },
  {
    queue: {
      title: "等待中",
      text: "前面的结束后依次开始，届时 Primacy 会重新检查。",
      waitsFor: "等待",
      begins: "开始",
      lasts: "用时",
      about: "约 {time}后",
      soon: "集群和负载主机空闲后",
      paused: "在已暂停的基准测试恢复之后",
      lastsAbout: "约 {time}",
      cancelTitle: "取消 {name}？",
      cancelText: "它尚未开始：没有测量任何数据，也不会留下任何内容。",
      cancelKeep: "继续等待",
      queued: "基准测试尚未开始",
      unplanned: "开始后在此列出各步骤。",
      notice: "此基准测试正在等待",
      noticeAlone: "{about}开始。",
      noticeFor: "{about}开始。排在前面的：{names}。",
      place: "需要排队等待",
      placeText: "此集群或此负载主机正被其他 {count} 个基准测试占用。若现在下达，{about}开始，排在前面的：",
      placeSentence: "它需要排队，{about}开始。排在前面的：{names}。",
    },
  },
);
