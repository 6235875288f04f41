import { describePhases, formatComparison, formatTable } from "@primacy/lab/soak";
import { readRecord } from "./record";

const [file = ""] = process.argv.slice(2);
const record = readRecord(file);
if (record === null || record.outcomes.length === 0) {
  process.stderr.write(`${file} is no record of a soak, or of another version of it\n`);
  process.exit(2);
}
const { outcomes, ends } = record;
const lines = [
  ...formatTable(outcomes),
  ...["", ...formatComparison(outcomes, ends), ""],
  describePhases(outcomes.map(({ seconds }) => seconds)),
];
process.stdout.write(`${lines.join("\n")}\n`);
