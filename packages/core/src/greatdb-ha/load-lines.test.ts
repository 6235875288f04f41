import { expect, it } from "vitest";
import { listServerGroups, readOptionFiles } from "../option-file";
import { inMemory } from "../option-file/in-memory.fixture";
import { judgeLoadLines, listLoadLines } from "./load-lines";

const file = "/etc/my.cnf";

it.each([
  ["plugin_load_add = greatdb_ha.so", true],
  ["plugin-load = 'group_replication.so;greatdb_ha=greatdb_ha.so'", true],
  ["loose-early-plugin-load=greatdb_ha.so", true],
  ["plugin_load_add = group_replication.so", false],
  ["#plugin_load_add = greatdb_ha.so", false],
  ["plugin_dir = /opt/greatdb_ha", false],
])("a line by which the server's start loads the plugin is refused: %s", async (line, isFound) => {
  const text = `[mysqld]\nport = 3306\n${line}\n[client]\nplugin_load_add = greatdb_ha.so\n`;
  const reading = await readOptionFiles([{ path: file, isRequired: false }], inMemory({ [file]: text }));
  const sources = { reading, groups: listServerGroups("8.4.4-5"), persisted: new Map(), commandLine: [] };
  const loadLines = listLoadLines(sources);
  expect(loadLines.map((one) => [one.file, one.line])).toEqual(isFound ? [[file, 3]] : []);
  expect(judgeLoadLines({ seen: { loadLines } }).map(({ result }) => result)).toEqual(
    isFound ? ["fail"] : [],
  );
});
