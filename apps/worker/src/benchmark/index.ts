import type { OperationDefinitions } from "../operation/definition";
import { benchmarkCheckOperation, benchmarkOperation } from "./benchmark-operation";

/** Measuring the ways to a database against each other. */
export const benchmarkOperations: OperationDefinitions<"benchmark.check" | "benchmark"> = {
  "benchmark.check": benchmarkCheckOperation,
  benchmark: benchmarkOperation,
};
