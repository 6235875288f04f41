import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generatedByOldRouter, generatedConfig, packagedConfig } from "./bootstrap-config.fixture";
import {
  findProxyId,
  judgeConfigOwner,
  parseRouterConfig,
  planRouterConfig,
  readRouterTimings,
} from "./router-config";

const proxyId = "0190c0de-0000-7000-8000-00000000abcd";
const input = { proxyId, systemUser: "mysqlrouter", ports: { write: 6_446, read: 6_447, split: 6_450 } };

function plan(generated: string, changes: Partial<typeof input.ports> | { split: null } = {}): string {
  const planned = planRouterConfig(generated, { ...input, ports: { ...input.ports, ...changes } });
  if (planned.kind !== "planned") throw new Error(planned.kind);
  return planned.text;
}

/** What a section holds, as MySQL Router would read it. */
function options(text: string, name: string, key: string | null): Record<string, string> | undefined {
  const section = parseRouterConfig(text)?.sections.find((one) => one.name === name && one.key === key);
  return (
    section &&
    Object.fromEntries(
      section.lines.flatMap((line) => (line.kind === "option" ? [[line.name, line.value]] : [])),
    )
  );
}

describe("how often MySQL Router asks for the primary", () => {
  it("is what the file that Primacy makes of its bootstrap's says", () => {
    expect(readRouterTimings(plan(generatedConfig("/var/lib/mysqlrouter")))).toEqual({
      routerTtlSeconds: 0.5,
    });
    const slow = generatedConfig("/x").replace("ttl=0.5", "ttl = 5");
    expect(readRouterTimings(plan(slow))).toEqual({ routerTtlSeconds: 5 });
  });

  it.each([
    ["has no ttl", generatedByOldRouter],
    ["is told by the group", generatedConfig("/x").replace("ttl=0.5", "ttl=60\nuse_gr_notifications=1")],
    ["has a ttl that is none", generatedConfig("/x").replace("ttl=0.5", "ttl=soon")],
    ["has an empty ttl", generatedConfig("/x").replace("ttl=0.5", "ttl=")],
    ["has no metadata", "[DEFAULT]\n"],
    ["is no configuration", "ttl=0.5\n"],
  ])("is not known of one that %s", (_what, text) => {
    expect(readRouterTimings(text)).toEqual({});
  });
});

describe("whose a configuration file is", () => {
  it.each([
    ["no file", null, "absent"],
    ["an empty file", "", "stock"],
    ["the package's own file", packagedConfig, "stock"],
    [
      "the package's own file with the line ends of Windows",
      packagedConfig.replaceAll("\n", "\r\n"),
      "stock",
    ],
    ["sections in capitals", "[Default]\nuser = x\n[LOGGER]\n", "stock"],
    [
      "a routing section that somebody wrote below the package's",
      `${packagedConfig}[routing:mine]\nbind_port=1\n`,
      "foreign",
    ],
    ["a routing section without a key", "[routing]\nbind_port = 7001\n", "foreign"],
    ["what somebody's bootstrap made", generatedConfig("/var/lib/mysqlrouter"), "foreign"],
    ["a file that MySQL Router would refuse", "bind_port=1\n", "foreign"],
    ["a header that is not closed", "[DEFAULT\n", "foreign"],
    ["text behind a header", "[DEFAULT] x\n", "foreign"],
    [
      "our header further down",
      `# mine\n# Written by Primacy for its MySQL Router ${proxyId}.\n[routing:a]\n`,
      "foreign",
    ],
    [
      "our header without an id",
      "# Written by Primacy for its MySQL Router .\n[routing:a]\nx=1\n",
      "foreign",
    ],
    ["a commented routing section", "[DEFAULT]\n# [routing:a]\n; [routing:b]\n", "stock"],
  ])("%s: %#", (_name, text, owner) => {
    expect(judgeConfigOwner(text)).toBe(owner);
  });

  it("knows its own file again, and for which proxy it was", () => {
    const text = plan(generatedConfig("/var/lib/mysqlrouter/x"));
    expect(judgeConfigOwner(text)).toBe("ours");
    expect(findProxyId(text)).toBe(proxyId);
  });

  it("never takes a file for free that has a section which makes MySQL Router serve", () => {
    const served = fc.constantFrom(
      "routing",
      "metadata_cache",
      "http_server",
      "rest_api",
      "destination_status",
    );
    fc.assert(
      fc.property(
        served,
        fc.stringMatching(/^[a-z]{1,5}$/),
        fc.array(fc.constantFrom("", "# x", " ", "x = y")),
        (name, key, lines) => {
          const text = ["[DEFAULT]", ...lines, ` [${name}:${key}] `, ...lines].join("\n");
          expect(judgeConfigOwner(text)).toBe("foreign");
        },
      ),
    );
  });
});

describe("the file that MySQL Router serves with", () => {
  it("passes TLS through for writes and reads, and leaves it to MySQL Router where that has to read the statements", () => {
    const text = plan(generatedConfig("/f"));
    const passed = {
      client_ssl_mode: "PASSTHROUGH",
      server_ssl_mode: "AS_CLIENT",
      // With it, MySQL Router refuses to pass TLS through.
      router_require_enforce: "0",
    };
    expect(options(text, "routing", "bootstrap_rw")).toMatchObject(passed);
    expect(options(text, "routing", "bootstrap_ro")).toMatchObject(passed);
    expect(options(text, "routing", "bootstrap_rw_split")).toMatchObject({
      client_ssl_mode: "PREFERRED",
      connection_sharing: "1",
    });
    expect(options(text, "default", null)).toMatchObject({ router_require_enforce: "1" });
  });

  it("has the ports that were asked for, and nothing that nobody asked for", () => {
    const text = plan(generatedConfig("/f"), { write: 7_001, read: 7_002, split: 7_003 });
    const found = [...text.matchAll(/port=(\d+)/g)].map(([, port]) => port);
    expect(found).toEqual(["7001", "7002", "7003"]);
    expect(text).not.toMatch(/http_server|rest_api|protocol=x/);
    expect(plan(generatedConfig("/f"), { split: null })).not.toMatch(/6450|PRIMARY_AND_SECONDARY/);
  });

  it("keeps what leads to the bootstrap's keys and account, and names the user that a service of root becomes", () => {
    const text = plan(generatedConfig("/f"));
    expect(options(text, "metadata_cache", "bootstrap")).toMatchObject({
      user: "primacy_router_x",
      ssl_mode: "REQUIRED",
    });
    expect(options(text, "default", null)).toMatchObject({
      user: "mysqlrouter",
      keyring_path: "/f/data/keyring",
      dynamic_state: "/f/data/state.json",
    });
    expect(text).toContain("[DEFAULT]\n");
  });

  it("adds no option that an old MySQL Router would refuse", () => {
    const text = plan(generatedByOldRouter, { split: null });
    expect(text).not.toContain("router_require_enforce");
    expect(text.match(/^user=.*$/gm)).toEqual(["user=mysqlrouter", "user=primacy_router_x"]);
  });

  it.each([
    ["nothing", ""],
    ["no way to split, as an old MySQL Router does", generatedByOldRouter],
    ["no way for reads", generatedByOldRouter.replace("role=SECONDARY", "role=OTHER")],
    ["ways of the X protocol alone", generatedByOldRouter.replaceAll("protocol=classic", "protocol=x")],
    ["a broken line", `${generatedByOldRouter}broken\n`],
  ])("is refused where the bootstrap left %s", (_name, generated) => {
    expect(planRouterConfig(generated, input)).toEqual({ kind: "incomplete" });
  });

  it("comes out the same when it is made of itself again", () => {
    const once = plan(generatedConfig("/f"));
    expect(plan(once)).toBe(once);
  });
});

it("reads an option by its first separator, and a value with others in it whole", () => {
  const found = parseRouterConfig("[a:b]\n Destinations : metadata-cache://c/?role=PRIMARY \nX==1\n");
  expect(found?.sections).toEqual([
    {
      name: "a",
      key: "b",
      lines: [
        { kind: "option", name: "destinations", value: "metadata-cache://c/?role=PRIMARY" },
        { kind: "option", name: "x", value: "=1" },
        { kind: "other", text: "" },
      ],
    },
  ]);
});
