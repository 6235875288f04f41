import type { wizard as english } from "../en/wizard";
import type { TextsLike } from "../texts";

/** 各向导共用的词。 */
export const wizard: TextsLike<typeof english> = {
  done: "已完成",
  current: "当前步骤",
  upcoming: "未开始",
  failed: "失败",
};
