import { expect, it } from "vitest";
import { checkPrivateKey, generateSshKey } from "./console-key";
import { utils } from "./ssh2";

const locked = utils.generateKeyPairSync("ed25519", {
  passphrase: "tall blue kettle",
  cipher: "aes256-ctr",
  rounds: 1,
}).private;
const own = generateSshKey("test");

it.each([
  ["one of the console's", own.privateKey, undefined, null],
  ["one with its passphrase", locked, "tall blue kettle", null],
  ["one without its passphrase", locked, undefined, "key_passphrase_missing"],
  ["one with another passphrase", locked, "green garden gate", "key_passphrase_wrong"],
  ["a public one", own.publicKey, undefined, "key_is_public"],
  ["none at all", "tall blue kettle", undefined, "key_malformed"],
] as const)("says of a private key whether it can be used: %s", (_, key, passphrase, problem) => {
  expect(checkPrivateKey(key, passphrase)).toBe(problem);
});

it("makes no pair that cannot be read, however often it is asked", () => {
  for (let made = 0; made < 2_000; made += 1) {
    const pair = generateSshKey("test");
    expect(checkPrivateKey(pair.privateKey)).toBeNull();
    expect(checkPrivateKey(pair.publicKey)).toBe("key_is_public");
  }
});
