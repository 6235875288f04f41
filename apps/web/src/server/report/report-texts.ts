import { catalog } from "../../i18n/messages/texts";

/** What stands at the foot of every report. */
export const reportTexts = catalog(
  {
    hash: "SHA-256 of this file without this line: ",
    hashHow: "Compare it with the output of ",
    hashAgain:
      "Whoever changes the file can change this line too: in doubt, let the console make the report again. The same measurements give the same file in the same language and version.",
  },
  {
    hash: "本文件除此行外的 SHA-256：",
    hashHow: "请与此命令的输出比较：",
    hashAgain:
      "修改文件的人也能修改此行：如有疑问，请让控制台重新生成报告。同样的测量结果在相同语言和版本下生成相同的文件。",
  },
);
