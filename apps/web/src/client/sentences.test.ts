import { expect, test } from "vitest";
import { joinSentences } from "./sentences";

test("sentences have a space between them in English and none in Chinese, whatever they are mixed with", () => {
  expect(joinSentences(["Writes stop.", "Clients connect again."])).toBe(
    "Writes stop. Clients connect again.",
  );
  expect(joinSentences(["写入会停止。", "客户端会重新连接。"])).toBe("写入会停止。客户端会重新连接。");
  expect(joinSentences(["写入会停止。", "Something new.", "完成。"])).toBe(
    "写入会停止。Something new. 完成。",
  );
  expect([joinSentences([]), joinSentences(["", "One."])]).toEqual(["", "One."]);
});
