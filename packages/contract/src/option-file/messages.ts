import { catalog } from "../message/catalog/catalog";

/** Why an option file is not edited, or an edit is not undone. */
export const optionFileMessages = catalog(
  {
    "problem.option_name_invalid": "{name} is not the name of a variable.",
    "problem.option_value_unwritable": "The value of {name} cannot be written on one line of an option file.",
    "problem.option_edit_twice": "{name} is in the list of edits twice.",
    "problem.option_accumulates":
      "Every line with {name} adds a value, so no line replaces another. Edit these lines by hand.",
    "problem.option_file_not_read": "The server does not read {file}, so an edit of it would have no effect.",
    "problem.option_file_missing": "{file} does not exist.",
    "problem.option_file_unreadable": "{file} cannot be read.",
    "problem.option_file_read_only": "{file} is read-only.",
    "problem.option_file_world_writable":
      "The server ignores {file}, because every user may write it. Change its permissions first.",
    "problem.option_file_changed": "{file} was changed after the edit, so the edit was not undone.",
    "problem.option_file_not_as_planned":
      "{file} was changed after the plan was made, so it was not edited. Plan again.",
    "problem.option_group_unclosed":
      "Line {line} of {file} is a wrong group definition: it lacks the closing bracket. The server reads no further there. Fix the line first.",
    "problem.option_without_group":
      "Line {line} of {file} is an option without a preceding group. The server reads no further there. Fix the line first.",
    "problem.option_directive_empty":
      "Line {line} of {file} includes a file or folder but names none. The server reads no further there. Fix the line first.",
    "problem.option_name_empty":
      "Line {line} of {file} has nothing before its equals sign. The server does not start with it. Fix the line first.",
    "problem.option_folder_unreadable":
      "Line {line} of {file} includes a folder that cannot be read. The server reads no further there. Fix the line first.",
    "problem.option_too_many_files":
      "Line {line} of {file} includes files that include each other too often. Fix the line first.",
    "problem.option_line_ambiguous":
      "Line {line} of {file} is too long or contains a NUL byte, so that releases of MySQL read it differently. Fix the line first.",
    "problem.option_set_elsewhere":
      "Line {line} of {file} sets {name} too, and the server uses that line. Edit it there.",
    "problem.option_set_persisted":
      "{name} is also a persisted setting (SET PERSIST), which overrides every option file. Change it there.",
    "problem.option_set_by_command":
      "The server's command line sets {name}, which overrides every option file. Change it there.",
    "problem.option_edit_unsafe":
      "After this edit the server would read other lines of {file} in another way. Edit the file by hand.",
  },
  {
    "problem.option_name_invalid": "{name} 不是变量的名称。",
    "problem.option_value_unwritable": "{name} 的值无法写在选项文件的一行中。",
    "problem.option_edit_twice": "修改列表中 {name} 出现了两次。",
    "problem.option_accumulates": "每一行 {name} 都会增加一个值，不会互相替换。请手动修改这些行。",
    "problem.option_file_not_read": "服务器不读取 {file}，修改它没有效果。",
    "problem.option_file_missing": "{file} 不存在。",
    "problem.option_file_unreadable": "无法读取 {file}。",
    "problem.option_file_read_only": "{file} 是只读的。",
    "problem.option_file_world_writable": "所有用户都可以写 {file}，因此服务器忽略它。请先更改它的权限。",
    "problem.option_file_changed": "{file} 在修改之后又有变化，因此没有撤销。",
    "problem.option_file_not_as_planned": "{file} 在制定计划之后又有变化，因此没有修改。请重新制定计划。",
    "problem.option_group_unclosed":
      "{file} 第 {line} 行的组定义有误：缺少右方括号。服务器不再读取其后的内容。请先修正该行。",
    "problem.option_without_group":
      "{file} 第 {line} 行的选项之前没有组。服务器不再读取其后的内容。请先修正该行。",
    "problem.option_directive_empty":
      "{file} 第 {line} 行要包含文件或目录，但没有写出名称。服务器不再读取其后的内容。请先修正该行。",
    "problem.option_name_empty": "{file} 第 {line} 行的等号之前为空。服务器无法以此启动。请先修正该行。",
    "problem.option_folder_unreadable":
      "{file} 第 {line} 行包含的目录无法读取。服务器不再读取其后的内容。请先修正该行。",
    "problem.option_too_many_files": "{file} 第 {line} 行包含的文件互相包含的次数过多。请先修正该行。",
    "problem.option_line_ambiguous":
      "{file} 第 {line} 行过长或包含 NUL 字节，不同版本的 MySQL 读取结果不同。请先修正该行。",
    "problem.option_set_elsewhere": "{file} 第 {line} 行也设置了 {name}，服务器采用的是该行。请在那里修改。",
    "problem.option_set_persisted":
      "{name} 也有持久化设置（SET PERSIST），它优先于所有选项文件。请在那里修改。",
    "problem.option_set_by_command": "服务器的命令行设置了 {name}，它优先于所有选项文件。请在那里修改。",
    "problem.option_edit_unsafe": "这样修改后，服务器读取 {file} 其他行的结果会改变。请手动修改该文件。",
  },
);
