import { hash, verify } from "@node-rs/argon2";
import { type ProblemDetail, problemDetail } from "@primacy/contract";
import { toNameKey } from "../connection/name-key";
import { commonPasswords } from "./common-passwords";

/** The shortest password that is accepted, in characters. */
export const MIN_PASSWORD_LENGTH = 10;

/** OWASP's recommendation for argon2id; about 15 ms. The algorithm is the library's default, argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Every reason against a new password, with `path` as its place in the request; empty when it may be
 * used. Length counts most; beyond it only what an attacker tries first is refused.
 */
export function checkPassword(password: string, name: string, path = "/password"): ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  const key = toNameKey(password);
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    problems.push(problemDetail(path, "password_too_short", { min: MIN_PASSWORD_LENGTH }));
  }
  if (isEasyToGuess(key)) problems.push(problemDetail(path, "password_too_common"));
  if (key === toNameKey(name)) problems.push(problemDetail(path, "password_is_name"));
  return problems;
}

/** The argon2id hash of a password, with its parameters and a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * True when the password fits the hash. Without a hash (no such user) it takes as long and is false, so
 * that the time does not tell which names exist.
 */
export async function isPasswordCorrect(password: string, passwordHash: string | null): Promise<boolean> {
  const isCorrect = await verify(passwordHash ?? (await getDummyHash()), password);
  return isCorrect && passwordHash !== null;
}

let dummyHash: Promise<string> | undefined;

function getDummyHash(): Promise<string> {
  dummyHash ??= hashPassword("nobody has this password");
  return dummyHash;
}

function isEasyToGuess(key: string): boolean {
  const letters = key.replace(/[^a-z0-9]/g, "");
  return new Set(key).size < 4 || commonPasswords.has(key) || commonPasswords.has(letters) || isRun(key);
}

/** `0123456789`, `abcdefghij` and the like, forwards or backwards. */
function isRun(key: string): boolean {
  const steps = new Set(
    [...key].slice(1).map((char, at) => (char.codePointAt(0) ?? 0) - (key.codePointAt(at) ?? 0)),
  );
  return steps.size === 1 && key.length > 1;
}
