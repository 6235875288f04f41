import { DrillSamples, type ProbeSample } from "@primacy/contract";
import { expect, test } from "vitest";
import { exampleFindings } from "../../../../../../packages/core/src/drill/findings/drill-record.fixture";
import { writeSamplesCsv, writeSamplesJson } from "./drill-samples";

const findings = exampleFindings();
const endpoints = findings.endpoints.map(({ endpoint }) => endpoint);
const readEndpoints = [{ address: "10.77.0.13", port: 3306 }];

test("a write has in its line whether its row is there, where the drill names it; nothing else has", async () => {
  const [way] = findings.endpoints;
  const rows = (...first: number[]) => ({ count: first.length, first });
  const named = {
    ...findings,
    endpoints: findings.endpoints.map((one) =>
      one === way
        ? { ...one, lost: rows(3), phantom: rows(4), unknownThere: rows(5), unknownAbsent: rows(6) }
        : { ...one, lost: rows(), phantom: rows(), unknownThere: rows(), unknownAbsent: rows() },
    ),
  };
  const common = {
    dueMs: 1,
    startedMs: 1,
    endedMs: 4,
    error: null,
    serverUuid: "40000000-0000-4000-8000-000000000009",
  };
  const write = (endpoint: number, seq: number): ProbeSample => ({
    ...{ lane: "write", endpoint, seq, isSent: true, ...common },
  });
  const samples: ProbeSample[] = [
    ...[2, 3, 4, 5, 6].map((seq) => write(0, seq)),
    write(1, 3),
    { lane: "login", endpoint: 0, seq: 3, ...common },
    { lane: "login", endpoint: endpoints.length, seq: 3, ...common },
  ];
  const pieces: string[] = [];
  for await (const piece of writeSamplesCsv({ endpoints, readEndpoints, findings: named }, samples))
    pieces.push(piece);
  const [header = "", ...lines] = pieces.join("").trim().split("\r\n");
  expect(header.split(",").at(-1)).toBe("is_there");
  expect(lines.map((line) => line.split(",").at(-1))).toEqual([
    ...["", "false", "true", "true", "false", "", "", ""],
  ]);
  // What a client that only reads tried stands with its own endpoint.
  expect(lines.map((line) => line.split(",")[0]).slice(5)).toEqual([
    ...["10.77.0.21:6446", "10.77.0.100:3306", "10.77.0.13:3306"],
  ]);
});

test("the document has the endpoints for reads, on which its samples count on", async () => {
  const drill = { id: "40000000-0000-4000-8000-000000000001", startedAt: "2026-11-28T02:00:00.000Z" };
  const sample: ProbeSample = {
    ...{ lane: "read", endpoint: endpoints.length, seq: 3, dueMs: 1, startedMs: 1, endedMs: 4, error: null },
    ...{ serverUuid: "40000000-0000-4000-8000-000000000009", ackedRows: 9, ackedLast: 8, rows: 7, last: 6 },
  };
  let text = "";
  for await (const piece of writeSamplesJson({ ...drill, endpoints, readEndpoints }, [sample])) text += piece;
  const told = JSON.parse(text);
  const { id: drillId, startedAt } = drill;
  expect(told).toEqual({ drillId, startedAt, endpoints, readEndpoints, samples: [sample] });
  expect(DrillSamples.parse(told)).toEqual(told);
  // That of a release that had none is read as well.
  const { readEndpoints: _none, ...old } = told;
  expect(DrillSamples.parse(old).readEndpoints).toEqual([]);
});
