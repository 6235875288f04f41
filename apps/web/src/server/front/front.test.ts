import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as askPlainly, type IncomingMessage, type Server } from "node:http";
import { request as askSecurely } from "node:https";
import { type AddressInfo, createConnection } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CertificateFiles, writeCertificate } from "../testing/certificate";
import { waitUntil } from "../testing/wait-until";
import { createFactsHeader, parseTrustedProxies } from "./client-facts";
import { createFront, type RequestHandler } from "./server";
import { stopServer } from "./stop";
import { CertificateError, loadTlsPair } from "./tls";
import { watchCertificate } from "./watch-certificate";

const factsHeader = createFactsHeader();
let folder: string;
let files: CertificateFiles;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "primacy-front-"));
  files = { certFile: path.join(folder, "cert.pem"), keyFile: path.join(folder, "key.pem") };
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  await rm(folder, { recursive: true, force: true });
});

const echo: RequestHandler = async (request, response) => {
  response.end(JSON.stringify(request.headers));
};

async function listen(handler: RequestHandler, isSecure: boolean): Promise<{ server: Server; port: number }> {
  const tls = isSecure ? await loadTlsPair(files) : null;
  const server = createFront({ handler, factsHeader, trustedProxies: parseTrustedProxies([]), tls });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  undo.push(() => stopServer(server, async () => undefined));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, port: address.port };
}

function get(
  port: number,
  isSecure: boolean,
  headers: Record<string, string> = {},
  path = "/",
): Promise<IncomingMessage> {
  const ask = isSecure ? askSecurely : askPlainly;
  return new Promise((resolve, reject) => {
    const options = { port, path, host: "127.0.0.1", headers, agent: false, rejectUnauthorized: false };
    ask(options, resolve).on("error", reject).end();
  });
}

/** Sends a request as it stands here, and reads what comes until the connection ends. */
function talk(port: number, request: string): Promise<string> {
  const socket = createConnection({ port, host: "127.0.0.1" });
  socket.write(`${request}\r\nHost: console.test\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

async function read(answer: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of answer) text += chunk;
  return JSON.parse(text);
}

/** The name in the certificate that the port shows. */
function nameAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    });
    socket.on("error", reject);
  });
}

describe("the front", () => {
  it("says who the client is, in a header that no client can send", async () => {
    const { port } = await listen(echo, false);
    const sent = {
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-proto": "https",
      "x-primacy-client": "https direct 1.2.3.4",
    };
    const headers = await read(await get(port, false, sent));
    expect(headers[factsHeader.name]).toBe("http forwarded 127.0.0.1");
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers["x-forwarded-proto"]).toBe("http");
    expect(factsHeader.name).not.toBe(createFactsHeader().name);
  });

  it("ends TLS with the user's own certificate and says so to browsers", async () => {
    await writeCertificate(files, "first");
    const { port } = await listen(echo, true);
    const answer = await get(port, true);
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect((await read(answer))[factsHeader.name]).toBe("https direct 127.0.0.1");
    expect(await nameAt(port)).toBe("first");
  });

  it("answers 500 where its handler fails, and lives on", async () => {
    const { port } = await listen(async () => Promise.reject(new Error("a bug")), false);
    expect((await get(port, false)).statusCode).toBe(500);
    expect((await get(port, false)).statusCode).toBe(500);
  });

  it.each(["/api/v1/hosts/%E0%A4%A", "/clusters/%ff", "/%"])(
    "refuses the path %s with a problem",
    async (path) => {
      const { port } = await listen(echo, false);
      const answer = await get(port, false, { "accept-language": "zh" }, path);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
        400,
        "application/problem+json; charset=utf-8",
      ]);
      expect(await read(answer)).toMatchObject({
        code: "malformed_path",
        title: "地址中有无法解码的百分号序列。",
      });
      expect((await get(port, false, {}, "/api/v1/hosts?name=%E0%A4%A")).statusCode).toBe(200);
    },
  );

  it.each([
    ["TRACE /api/v1/clusters", 405, "POST, GET"],
    ["TRACE /api/v1/hosts/one?x=1", 405, "GET, PATCH, DELETE"],
    ["TRACE http://console.test/api/v1/clusters", 405, "POST, GET"],
    ["TRACE /api/v1/docs", 405, "GET"],
    ["PROPFIND /api/v1/clusters", 405, "POST, GET"],
    ["TRACE /api/v1/nothing", 404, undefined],
    ["TRACE /clusters", 405, "GET, HEAD"],
    ["TRACE /healthz", 405, "GET, HEAD"],
  ])("answers %s as any method that an address does not have: %i, Allow %s", async (line, status, allow) => {
    const { port } = await listen(async () => Promise.reject(new Error("nothing is made for it")), false);
    const answer = await talk(port, `${line} HTTP/1.1`);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(/^allow: (.*)$/im.exec(head)?.[1]).toBe(allow);
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(body).toContain(status === 405 ? '"code":"method_not_allowed"' : '"code":"not_found"');
  });

  it("opens no tunnel, and lives on when who asked for one is gone at once", async () => {
    const { port } = await listen(echo, false);
    expect(await talk(port, "CONNECT db1:3306 HTTP/1.1")).toMatch(
      /^HTTP\/1.1 405 .*\r\nAllow: GET, HEAD\r\n/,
    );
    const gone = createConnection({ port, host: "127.0.0.1" });
    await new Promise<void>((resolve) =>
      gone.write("CONNECT db1:3306 HTTP/1.1\r\nHost: db1:3306\r\n\r\n", () => resolve()),
    );
    gone.resetAndDestroy();
    expect((await get(port, false)).statusCode).toBe(200);
  });

  it("stops although a stream is open, and cuts nobody off for it", async () => {
    const ends: (() => void)[] = [];
    const { server, port } = await listen(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": open\n\n");
      ends.push(() => response.end());
    }, false);
    const answer = await get(port, false);
    const told = text(answer);
    // What it does at the end of its patience.
    const cut = vi.spyOn(server, "closeAllConnections");
    await stopServer(server, async () => {
      for (const end of ends) end();
    });
    expect(cut).not.toHaveBeenCalled();
    expect(await told).toBe(": open\n\n");
  });
});

describe("a certificate", () => {
  it("is refused with its file's name when its key is another's, or it is none", async () => {
    await writeCertificate(files, "one");
    const other = { certFile: path.join(folder, "other.pem"), keyFile: path.join(folder, "other.key") };
    await writeCertificate(other, "other");
    await expect(loadTlsPair({ ...files, keyFile: other.keyFile })).rejects.toThrow(
      /other\.key is not the key/,
    );
    await writeFile(files.certFile, "nothing");
    await expect(loadTlsPair(files)).rejects.toBeInstanceOf(CertificateError);
    await expect(loadTlsPair({ ...files, certFile: path.join(folder, "gone") })).rejects.toThrow(
      /gone cannot be read/,
    );
  });

  it("is in use once it is renewed, without a restart; a broken one changes nothing", async () => {
    await writeCertificate(files, "before");
    const { server, port } = await listen(echo, true);
    let refusals = 0;
    const watch = watchCertificate(files, {
      renewed: ({ cert, key }) => {
        if ("setSecureContext" in server && typeof server.setSecureContext === "function") {
          server.setSecureContext({ cert, key });
        }
      },
      refused: () => {
        refusals += 1;
      },
    });
    undo.push(async () => watch.stop());
    await watch.check();
    await writeFile(files.certFile, "half written");
    await watch.check();
    expect([refusals, await nameAt(port)]).toEqual([1, "before"]);
    await writeCertificate(files, "after");
    await waitUntil(async () => {
      await watch.check();
      return (await nameAt(port)) === "after" ? true : null;
    });
  });
});
