import { randomBytes } from "node:crypto";

/** A password for an account of MySQL: 192 random bits, with a character of every kind that a password policy may ask for. */
export function drawPassword(): string {
  return `${randomBytes(24).toString("base64url")}.aA1`;
}
