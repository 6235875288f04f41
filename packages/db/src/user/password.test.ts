import { describe, expect, test } from "vitest";
import { checkPassword, hashPassword, isPasswordCorrect } from "./password";

describe("a new password", () => {
  test.each([
    ["short", "alice", ["password_too_short"]],
    ["Password123!", "alice", ["password_too_common"]],
    ["aaaaaaaaaaaa", "alice", ["password_too_common"]],
    ["0123456789", "alice", ["password_too_common"]],
    ["9876543210", "alice", ["password_too_common"]],
    ["alice.the.dba", "Alice.The.DBA", ["password_is_name"]],
    ["alice", "alice", ["password_too_short", "password_is_name"]],
    ["tall blue kettle", "alice", []],
    ["密码必须足够长才可以用哦", "alice", []],
  ])("%j of %s has the problems %j", (password, name, codes) => {
    expect(checkPassword(password, name).map((problem) => problem.code)).toEqual(codes);
  });
});

describe("a password hash", () => {
  test("is argon2id with a salt of its own, and fits its password only", async () => {
    const [first, second] = await Promise.all([
      hashPassword("tall blue kettle"),
      hashPassword("tall blue kettle"),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    await expect(isPasswordCorrect("tall blue kettle", first)).resolves.toBe(true);
    await expect(isPasswordCorrect("tall blue kettlE", first)).resolves.toBe(false);
  });

  test("that does not exist fits nothing, not even the stand-in that keeps the time equal", async () => {
    await expect(isPasswordCorrect("nobody has this password", null)).resolves.toBe(false);
  });
});
