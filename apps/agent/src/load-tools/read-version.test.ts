import { expect, test } from "vitest";
import { readFirstLine, readVersion, type ToolName } from "./read-version";

const goTpc = (version: string): string =>
  `Git Commit Hash: 7f3a1b2c\nUTC Build Time: 2024-05-01 09:00:00\nRelease version: ${version}\n`;

test.each<[ToolName, string, string]>([
  ["sysbench", "sysbench 1.0.20\n", "1.0.20"],
  ["sysbench", "sysbench 1.0.19 (using bundled LuaJIT 2.1.0-beta2)\n", "1.0.19"],
  ["sysbench", "sysbench 1.0.11 (using system LuaJIT 2.1.0-beta3)\n", "1.0.11"],
  ["sysbench", "sysbench 0.5\n", "0.5"],
  ["sysbench", "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\n", "0.4.12"],
  ["sysbench", "sysbench 1.1.0-de18a03 (using bundled LuaJIT 2.1.0-beta3)\n", "1.1.0-de18a03"],
  ["mysqlslap", "mysqlslap  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)\n", "8.0.36"],
  ["mysqlslap", "mysqlslap  Ver 8.0.32-26 for Linux on x86_64 (GreatSQL (GPL))\n", "8.0.32-26"],
  ["mysqlslap", "mysqlslap  Ver 1.0 Distrib 5.7.44, for Linux (x86_64)\n", "5.7.44"],
  [
    "mysqlslap",
    "mysqlslap  Ver 1.0 Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)\n",
    "10.11.6-MariaDB",
  ],
  ["mysqlslap", "/usr/bin/mysqlslap from 11.4.3-MariaDB, client 1.0 for Linux (x86_64)\n", "11.4.3-MariaDB"],
  ["go-tpc", goTpc("v1.0.12"), "1.0.12"],
  ["go-tpc", goTpc("v1.0.12-3-g7f3a1b2-dirty"), "1.0.12-3-g7f3a1b2-dirty"],
  ["haproxy", "HAProxy version 3.2.5-1 2025/09/20 - https://haproxy.org/\nStatus: long-term\n", "3.2.5-1"],
  ["haproxy", "HA-Proxy version 1.8.27-493ce0b 2020/11/06\nCopyright 2000-2020\n", "1.8.27-493ce0b"],
  ["keepalived", "Keepalived v2.3.4 (06/10,2025)\n\nCopyright(C) 2001-2025\n", "2.3.4"],
  ["mysqlrouter", "MySQL Router  Ver 9.7.4 for Linux on x86_64 (Debian)\n", "9.7.4"],
  ["mysqlsh", "mysqlsh   Ver 8.0.36 for Linux on x86_64 - for MySQL 8.0.36\n", "8.0.36"],
])("the version of %s is read from %j", (tool, printed, version) => {
  expect(readVersion(tool, printed)).toBe(version);
});

test.each<[ToolName, string]>([
  ["sysbench", "sysbench: error while loading shared libraries: libmysqlclient.so.21\n"],
  ["sysbench", ""],
  ["mysqlslap", "mysqlslap: [ERROR] unknown option '--version'\n"],
  ["go-tpc", goTpc("")],
  ["go-tpc", goTpc("7f3a1b2")],
])("no version of %s is read from %j", (tool, printed) => {
  expect(readVersion(tool, printed)).toBeNull();
});

test("what a tool said is its first line with anything on it, of a bounded length", () => {
  expect(readFirstLine("\n  cannot start \nusage:\n")).toBe("cannot start");
  expect(readFirstLine("x".repeat(1_000))).toHaveLength(200);
  expect(readFirstLine(" \n\n")).toBeNull();
});
