import { afterAll, beforeAll, expect, it } from "vitest";
import {
  makeOwnCertificate,
  type OwnCertificate,
  startToldServer,
  type ToldServer,
} from "../testing/tls-server.fixture";
import { signInAt } from "./sign-in";

const account = { user: "primacy_verify", password: "tall blue kettle" };
const { signal } = new AbortController();
let one: OwnCertificate;
let other: OwnCertificate;
const servers: ToldServer[] = [];
beforeAll(async () => {
  one = await makeOwnCertificate("one");
  other = await makeOwnCertificate("other");
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** What became of it, and how often the password was told. */
async function signIn(
  certificates: readonly OwnCertificate[],
  authorities: readonly (string | null)[],
): Promise<readonly (string | number)[]> {
  const server = await startToldServer(certificates);
  servers.push(server);
  const answer = await signInAt({ address: "127.0.0.1", port: server.port }, account, authorities, signal);
  if (answer.kind === "reached") throw new Error("it answers nobody");
  return [answer.why, answer.reason.code, server.countTold()];
}
const told = ["silent", "failure.mysql_denied", 1];

it("whoever shows a certificate of an authority is told the password", async () => {
  expect(await signIn([one], [one.cert])).toEqual(told);
});

it("whoever shows no certificate of one is told none, and is not called silent", async () => {
  expect(await signIn([other], [one.cert])).toEqual(["untrusted", "failure.mysql_untrusted", 0]);
});

it("nobody is told the password where no authority is known", async () => {
  expect(await signIn([one], [])).toEqual(["unverifiable", "why.endpoint_unverifiable", 0]);
});

it("a place that leads to another server each time is tried until one meets its own authority", async () => {
  expect(await signIn([other, one], [one.cert, other.cert])).toEqual(told);
});
