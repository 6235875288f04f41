import { expect, it } from "vitest";
import { LoadProgramName } from "./load-program";

it.each([
  ...["bash", "/bin/rbash", "nohup", "/usr/bin/nice", "timeout", "stdbuf", "taskset", "unshare", "ssh"],
  ...["sudo", "/usr/sbin/chroot", "flock", "systemd-run"],
])("%s is no program of a load: its arguments are another command", (program) => {
  expect(LoadProgramName.safeParse(program).error?.issues.map(({ message }) => message)).toEqual([
    "benchmark_shell",
  ]);
});

it.each(["tpcc", "/usr/local/bin/sysbench", "nicest", "ssh-bench"])("%s may be one", (program) => {
  expect(LoadProgramName.parse(program)).toBe(program);
});
