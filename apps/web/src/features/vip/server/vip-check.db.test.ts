import { checkVipRequest, Locale } from "@primacy/contract";
import type { ClusterRecord } from "@primacy/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toProblem } from "../../../server/api/problem";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addHost } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
});
afterAll(() => tested.close());

const sound = { address: "10.77.0.100", prefixLength: 24, port: 3306 };

it.each([
  { address: "hello" },
  { address: "10.77.0" },
  { address: "10.77.0.1000" },
  { address: "10.77.0.100/24" },
  { address: "fd00::1::2" },
  { address: "fe80::1%eth0" },
  { address: "ff02::1", prefixLength: 64 },
  { prefixLength: 33 },
  { address: "fd00::100", prefixLength: 129, port: 0 },
  { address: "hello", prefixLength: -1, port: 70_000 },
  { kind: "read", reads: { policy: "to_primary", maxLagSeconds: 9_999 } },
  { proxies: { haproxyInterMs: 9, haproxyRise: 101 } },
])(
  "the API refuses a VIP with the reasons that the form gives in the browser, word for word: %j",
  async (change) => {
    const body = { ...sound, ...change };
    const errors = [...checkVipRequest(body)];
    expect(errors).not.toEqual([]);
    for (const locale of Locale.options) {
      const told = await tested.ask("POST", `/clusters/${cluster.id}/vips/check`, {
        token: tested.people.admin.token,
        headers: { "accept-language": locale },
        body,
      });
      const message = { code: "-", params: {}, text: "-" };
      const shown = toProblem(
        { kind: "refusal", code: "validation_failed", message, errors },
        { locale, requestId: "-" },
      );
      expect(told.json.errors).toEqual(shown.errors);
    }
  },
);
