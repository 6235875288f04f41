import { expect, test } from "vitest";
import { parseFreeBytes } from "../upload/free-space";
import { parseGreeting } from "./mysql-greeting";
import { parseListeners, parseNics, parseOsRelease, parseUname } from "./parse-facts";

test("the system's name, kernel and architecture are read; what is missing is empty, never wrong", () => {
  expect(parseOsRelease('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')).toBe(
    "Debian GNU/Linux 12 (bookworm)",
  );
  expect(parseOsRelease("")).toBe("Linux");
  expect(parseUname("Linux 6.1.0-18-amd64 x86_64\n")).toEqual({
    kernel: "6.1.0-18-amd64",
    architecture: "x86_64",
  });
  expect(parseUname("")).toEqual({ kernel: "", architecture: "" });
});

test("interfaces come with MAC, state and addresses; loopback and unreadable text give none", () => {
  const text = JSON.stringify([
    { ifname: "lo", flags: ["LOOPBACK", "UP"], address: "00:00:00:00:00:00", addr_info: [] },
    {
      ifname: "eth0",
      flags: ["BROADCAST", "UP"],
      address: "02:00:0a:4d:00:0b",
      addr_info: [{ local: "10.77.0.11", prefixlen: 24, scope: "global" }],
      link_index: 4,
    },
    { ifname: "tun0", flags: ["POINTOPOINT"], addr_info: [] },
  ]);
  expect(parseNics(text)).toEqual([
    { name: "eth0", mac: "02:00:0a:4d:00:0b", isUp: true, addresses: ["10.77.0.11/24"] },
    { name: "tun0", mac: null, isUp: false, addresses: [] },
  ]);
  expect(parseNics("")).toEqual([]);
});

test("listening ports are found by process", () => {
  const text = `LISTEN 0 151 0.0.0.0:3306 0.0.0.0:* users:(("mysqld",pid=41,fd=25))
LISTEN 0 70 *:33060 *:* users:(("mysqld",pid=41,fd=23))
LISTEN 0 128 [::1]:22 [::]:* users:(("sshd",pid=7,fd=3))
`;
  expect(parseListeners(text).get(41)).toEqual([
    { address: "0.0.0.0", port: 3306 },
    { address: "*", port: 33060 },
  ]);
  expect(parseListeners(text).get(7)).toEqual([{ address: "::1", port: 22 }]);
});

test("free space is read from df, also where the device has a space in its name", () => {
  const head = "Filesystem 1024-blocks Used Available Capacity Mounted on\n";
  expect(parseFreeBytes(`${head}/dev/sda1 1000 400 600 40% /\n`)).toBe(614_400);
  expect(parseFreeBytes(`${head}my disk 1000 400 600 40% /mnt\n`)).toBe(614_400);
  expect(parseFreeBytes("df: no file systems processed\n")).toBeNull();
});

test("only a greeting of the classic protocol gives a version", () => {
  const packet = (body: Buffer): Buffer => Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
  expect(parseGreeting(packet(Buffer.from("\n9.7.4\0rest", "latin1")))).toBe("9.7.4");
  expect(parseGreeting(packet(Buffer.from("\n<script>\0", "latin1")))).toBeNull();
  expect(parseGreeting(packet(Buffer.from("SSH-2.0-OpenSSH")))).toBeNull();
});
