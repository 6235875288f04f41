import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { checkLedger, countAnswers, describeLedger, type LedgerRow, listPromises } from "./ledger";

const acked = (seq: number) => ({ seq, acked: true, error: null });
const failed = (seq: number, error: string) => ({ seq, acked: false, error });
const row = (seq: number): LedgerRow => ({ run: "r", seq });
const check = (attempts: ReturnType<typeof acked | typeof failed>[], ...copies: LedgerRow[][]) =>
  checkLedger(listPromises([{ run: "r", attempts }]), copies);

describe("checkLedger", () => {
  it("finds nothing where every server has what was acknowledged", () => {
    const verdict = check([acked(0), acked(1)], [row(0), row(1)], [row(1), row(0)]);
    expect(verdict).toEqual({ acked: 2, lost: [], phantom: [], diverged: [] });
  });

  it("finds one lost row", () => {
    expect(check([acked(0), acked(1)], [row(0)], [row(0)]).lost).toEqual(["r/1"]);
  });

  it("finds a row that only one server lost, which is also a difference between them", () => {
    const verdict = check([acked(0)], [row(0)], []);
    expect(verdict.lost).toEqual(["r/0"]);
    expect(verdict.diverged).toEqual(["r/0"]);
  });

  it("finds one phantom: a row that nobody sent", () => {
    expect(check([acked(0)], [row(0), row(7)]).phantom).toEqual(["r/7"]);
  });

  it("finds a row of another client of that name as a phantom too", () => {
    expect(check([acked(0)], [row(0), { run: "s", seq: 0 }]).phantom).toEqual(["s/0"]);
  });

  it("finds a row whose every attempt was refused as a phantom", () => {
    const refused = failed(0, "ER_OPTION_PREVENTS_STATEMENT");
    expect(check([refused], [row(0)]).phantom).toEqual(["r/0"]);
    expect(check([refused, failed(0, "ATTEMPT_TIMEOUT")], [row(0)]).phantom).toEqual([]);
    expect(check([failed(0, "ATTEMPT_TIMEOUT"), refused], [row(0)]).phantom).toEqual([]);
    expect(check([refused, acked(0)], [row(0)]).phantom).toEqual([]);
  });

  it("finds a row that a client gave up before it was sent as a phantom, whatever the connection said", () => {
    const unsent = { ...failed(0, "PROTOCOL_CONNECTION_LOST"), isSent: false };
    expect(check([unsent], [row(0)]).phantom).toEqual(["r/0"]);
    expect(check([unsent, { ...failed(0, "ATTEMPT_TIMEOUT"), isSent: true }], [row(0)]).phantom).toEqual([]);
  });

  it.each(["ER_RUN_HOOK_ERROR", "ER_TRANSACTION_ROLLBACK_DURING_COMMIT"])(
    "does not take %s for a refusal: the group may have committed what the server no longer could",
    (error) => {
      expect(check([failed(0, error)], [row(0)]).phantom).toEqual([]);
      expect(listPromises([{ run: "r", attempts: [failed(0, error)] }])).toEqual([
        { run: "r", acked: new Set(), unknown: new Set([0]) },
      ]);
    },
  );

  it("finds a row that is there twice", () => {
    expect(check([acked(0)], [row(0), row(0)]).phantom).toEqual(["r/0"]);
  });

  it("says nothing of a row whose outcome nobody knows", () => {
    expect(check([failed(0, "ECONNRESET")], [row(0)])).toMatchObject({ acked: 0, lost: [], phantom: [] });
    expect(check([failed(0, "ECONNRESET")], [])).toMatchObject({ acked: 0, lost: [], phantom: [] });
  });
});

describe("countAnswers", () => {
  it("counts each row once, by the best answer, a doubt above a refusal", () => {
    const refused = (seq: number) => failed(seq, "ER_OPTION_PREVENTS_STATEMENT");
    const attempts = [refused(0), acked(0), refused(1), failed(2, "ECONNRESET"), refused(2)];
    expect(countAnswers({ run: "r", attempts })).toEqual({ acked: 1, refused: 1, unknown: 1 });
  });
});

describe("describeLedger", () => {
  it("says nothing where all is well, and names what is gone and what nobody wrote", () => {
    expect(describeLedger(check([acked(0)], [row(0)]), "db1")).toEqual([]);
    expect(describeLedger(check([acked(0), acked(1)], [row(0), row(7)]), "db1")).toEqual([
      message("drill.lost_writes", { count: 1, acked: 2, server: "db1", missing: "r/1" }),
      message("drill.phantom_rows", { count: 1, server: "db1", extra: "r/7" }),
    ]);
  });
});
