import { catalog } from "../../../i18n/messages/texts";

/** The lever that stops every drill, and the strip that says that one runs. */
export const leverMessages = /* @__PURE__ */ catalog(
  {
    lever: {
      label: "Drills",
      begins: "A drill on {cluster} is getting ready",
      ready: "A drill on {cluster} is getting ready: {fault}",
      began: "A drill runs on {cluster}: {fault}",
      runs: "A drill runs on {cluster}: {fault}, {age} ago",
      heals: "A drill on {cluster} heals",
      over: "No drill runs any more",
      noCluster: "a cluster that is gone",
      open: "Open the drill",
      stop: "Stop all drills",
      held: "All drills are stopped by {who} since {when}",
      reason: "Reason: {reason}",
      who: "An administrator releases it.",
      release: "Release",
      stopTitle: "Stop all drills?",
      stopText:
        "Every drill is stopped and heals, and new ones are refused until an administrator releases the lever. Series wait until then.",
      stopRunning: "{count, plural, =0 {None runs now.} one {One is stopped.} other {# are stopped.}}",
      why: "Reason",
      whyHint: "For all who want to start a drill meanwhile. May stay empty.",
      releaseTitle: "Allow drills again?",
      releaseText:
        "Drills that were stopped do not begin again by themselves. Series that wait continue with their next drill.",
    },
  },
  {
    lever: {
      label: "演练",
      begins: "{cluster} 的演练正在准备",
      ready: "{cluster} 的演练正在准备：{fault}",
      began: "{cluster} 正在演练：{fault}",
      runs: "{cluster} 正在演练：{fault}，{age}前",
      heals: "{cluster} 的演练正在恢复",
      over: "已没有演练在进行",
      noCluster: "已不存在的集群",
      open: "打开演练",
      stop: "停止全部演练",
      held: "{who} 自 {when} 起停止全部演练",
      reason: "原因：{reason}",
      who: "请管理员解除。",
      release: "解除",
      stopTitle: "停止全部演练？",
      stopText: "所有演练都会停止并恢复；在管理员解除之前，新的演练会被拒绝，系列也会等待。",
      stopRunning: "{count, plural, =0 {目前没有演练在进行。} other {将停止 # 个演练。}}",
      why: "原因",
      whyHint: "供此期间想开始演练的人了解。可以留空。",
      releaseTitle: "重新允许演练？",
      releaseText: "已停止的演练不会自行重新开始。等待中的系列会继续其下一次演练。",
    },
  },
);
