import { randomUUID } from "node:crypto";
import { defaultVipTimings } from "@primacy/contract";
import { type AgentDocument, agentProtocol } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { hashDocument } from "../store/judge-document";
import { PeerDocuments } from "./peer-documents";

const peer = randomUUID();
const own: AgentDocument = {
  protocol: agentProtocol,
  clusterId: randomUUID(),
  clusterName: "main",
  epoch: 4,
  hostId: randomUUID(),
  hostName: "db1",
  mayAcquire: true,
  mysql: {
    serverUuid: randomUUID(),
    address: "10.0.0.1",
    port: 3306,
    adminAddress: null,
    adminPort: null,
    user: "primacy_agent",
  },
  peers: [{ hostId: peer, name: "db2", address: "10.0.0.2", port: 7433, macs: [] }],
  vips: [],
  timings: defaultVipTimings,
};

test("a peer with another document under the same epoch is an alarm once, and a warning until it agrees", () => {
  const documents = new PeerDocuments();
  const same = { epoch: 4, documentHash: hashDocument(own) };
  const other = { epoch: 4, documentHash: "another" };
  expect(documents.note(own, peer, same)).toBe(false);
  expect(documents.note(own, peer, { epoch: 3, documentHash: "older" })).toBe(false);
  expect(documents.listWarnings(own)).toEqual([]);
  expect([documents.note(own, peer, other), documents.note(own, peer, other)]).toEqual([true, false]);
  expect(documents.listWarnings(own).map((one) => one.params)).toEqual([{ host: "db2", epoch: 4 }]);
  expect(documents.listWarnings({ ...own, epoch: 5 })).toEqual([]);
  documents.note(own, peer, same);
  expect(documents.listWarnings(own)).toEqual([]);
});
