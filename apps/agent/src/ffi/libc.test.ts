import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { waitFor } from "../testing/wait-for";
import { findLibc, type Libc, SystemCallError } from "./libc";

const AF_UNIX = 1;
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const SOCK_DGRAM = 2;

function getLibc(): Libc {
  const libc = findLibc();
  if (libc === null) {
    throw new Error("this machine has no koffi");
  }
  return libc;
}

/** A bound socket of the abstract name, which no file is left of. */
function bindUnix(libc: Libc, name: string): { fd: number; address: Buffer } {
  const address = Buffer.concat([Buffer.from([AF_UNIX, 0, 0]), Buffer.from(name)]);
  const fd = libc.openSocket(AF_UNIX, SOCK_DGRAM, 0);
  libc.bind(fd, address);
  return { fd, address };
}

describe("libc", () => {
  test("a call that fails throws with the name of its errno", () => {
    const libc = getLibc();
    expect(() => libc.close(-1)).toThrow(SystemCallError);
    expect(() => libc.close(-1)).toThrow(expect.objectContaining({ code: "EBADF", retryable: false }));
    expect(() => libc.openSocket(AF_NETLINK, SOCK_RAW, 9_999)).toThrow(
      expect.objectContaining({ code: "EPROTONOSUPPORT" }),
    );
    expect([libc.errnoName(1), libc.errnoName(11), libc.errnoName(99_999)]).toEqual([
      "EPERM",
      "EAGAIN",
      "errno 99999",
    ]);
  });

  test("an interface is found by its name, and one that is not there is null", () => {
    expect(getLibc().findInterfaceIndex("lo")).toBe(1);
    expect(getLibc().findInterfaceIndex("nosuch0")).toBeNull();
  });

  test("a socket gives what was sent to it, null when nothing waits, and no message cut short as if it were whole", async () => {
    const libc = getLibc();
    const { fd, address } = bindUnix(libc, `primacy-libc-test-${process.pid}`);
    const into = Buffer.alloc(8);
    expect(libc.receive(fd, into)).toBeNull();
    let calls = 0;
    const stop = libc.watchReadable(fd, () => {
      calls += 1;
    });
    libc.sendTo(fd, Buffer.from("hello"), address);
    await waitFor("it is readable", 120_000, () => calls > 0);
    stop();
    stop();
    expect(libc.receive(fd, into)).toBe(5);
    expect(into.toString("latin1", 0, 5)).toBe("hello");
    libc.sendTo(fd, Buffer.alloc(9), address);
    expect(() => libc.receive(fd, into)).toThrow(expect.objectContaining({ code: "EMSGSIZE" }));
    libc.close(fd);
  });

  test.each([
    ["is killed when it hangs and does not arm its timer again", "for (;;);", [null, "SIGKILL"]],
    ["lives when it has disarmed it", "timer.disarm(); setTimeout(() => process.exit(7), 1000);", [7, null]],
  ] as const)("a process %s", async (_what, last, ended) => {
    const file = JSON.stringify(new URL("./libc.ts", import.meta.url).href);
    const code = `import { findLibc } from ${file};
      const timer = findLibc().createKillTimer();
      timer.arm(60_000);
      timer.arm(500);
      ${last}`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", code];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    expect(await once(child, "exit")).toEqual(ended);
  });
});
