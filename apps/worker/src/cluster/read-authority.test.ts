import { expect, test } from "vitest";
import { toCaPath } from "./read-authority";

test("the CA file is found where the server looks for it", () => {
  const datadir = "/var/lib/mysql/";
  expect(toCaPath({ ssl_ca: "ca.pem", datadir })).toBe("/var/lib/mysql/ca.pem");
  expect(toCaPath({ ssl_ca: "/etc/mysql/ca.pem", datadir })).toBe("/etc/mysql/ca.pem");
  expect(toCaPath({ ssl_ca: "", datadir })).toBeNull();
  expect(toCaPath({ datadir })).toBeNull();
});
