/**
 * What the runners report, in one shape: how many tests passed, failed and were skipped, and which failed and why.
 * `failures` are `{ name, message }`; a runner that ended badly without naming a test counts as one failure.
 */
const longestMessage = 12;

function plainLines(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal are control characters.
  const plain = message.replace(/\u001b\[[0-9;]*m/g, "");
  return plain.trimEnd().split("\n");
}

const firstLines = (message) => plainLines(message).slice(0, longestMessage).join("\n");

/** Nobody is there to scroll up to what a runner said before it ended: its last lines go with it. */
function badEnd(kind, { code, signal, output = "" }, what) {
  const how = signal ? `was ended by ${signal}` : `ended with status ${code}`;
  const last = plainLines(output).filter((line) => line.trim() !== "");
  return { name: kind, message: [`The runner ${how}${what}`, ...last.slice(-longestMessage)].join("\n") };
}

function withExit(result, kind, ended) {
  if (ended.code === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [badEnd(kind, ended, ", and no test of it failed.")] };
}

/** The result of a command that is one test: how it ended, as `run` tells it. */
export function commandResult(kind, ended) {
  return withExit({ passed: ended.code === 0 ? 1 : 0, skipped: 0, failures: [] }, kind, ended);
}

/** The result of a runner that left no report. */
export function missingResult(kind, ended) {
  return { passed: 0, skipped: 0, failures: [badEnd(kind, ended, " and left no report.")] };
}

/** The result of what failed before a runner began. */
export function failedResult(kind, error) {
  return { passed: 0, skipped: 0, failures: [{ name: kind, message: firstLines(error.message) }] };
}

/** The result of Vitest's JSON report. A file that could not be loaded, or whose hooks failed, is a failure too. */
export function vitestResult(kind, json, ended) {
  const failures = json.testResults.flatMap((file) => {
    const tests = file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => ({
        name: `${file.name} › ${test.fullName}`,
        message: firstLines(test.failureMessages.join("\n")),
      }));
    if (tests.length > 0 || file.status !== "failed") return tests;
    return [{ name: file.name, message: firstLines(file.message) }];
  });
  return withExit(
    { passed: json.numPassedTests, skipped: json.numPendingTests + (json.numTodoTests ?? 0), failures },
    kind,
    ended,
  );
}

/** The files of Vitest's JSON report with a failure. */
export function failedFiles(json) {
  return json.testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/**
 * The result of a run of Vitest after which its failed files were run once more: those files count as the second run says, and
 * what failed in the first one alone is in `repeated`, as `failures` are.
 */
export function repeatedResult(kind, first, second, ended) {
  const again = new Set(second.testResults.map(({ name }) => name));
  const all = [...first.testResults.filter(({ name }) => !again.has(name)), ...second.testResults];
  const count = (...some) =>
    all.flatMap((file) => file.assertionResults).filter(({ status }) => some.includes(status)).length;
  const merged = {
    testResults: all,
    numPassedTests: count("passed"),
    numPendingTests: count("pending", "skipped"),
    numTodoTests: count("todo"),
  };
  const result = vitestResult(kind, merged, ended);
  const isStill = ({ name }) => result.failures.some((one) => one.name === name);
  const before = vitestResult(kind, first, ended).failures;
  return { ...result, repeated: before.filter((failure) => !isStill(failure)) };
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/** The result of Playwright's JSON report. A test that passed only when it was repeated has failed. */
export function playwrightResult(kind, json, ended) {
  const specs = json.suites.flatMap(specsOf);
  const failures = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) => ({
        name: `${spec.file} › ${spec.title}`,
        message: firstLines(test.results.flatMap((result) => result.error?.message ?? []).join("\n")),
      })),
  );
  return withExit({ passed: json.stats.expected, skipped: json.stats.skipped, failures }, kind, ended);
}

/**
 * The end of a run: what passed only at its second try, then every failure, each with the first lines of its reason, and last the
 * totals on one line.
 */
export function summary(results) {
  const failures = results.flatMap((result) => result.failures);
  const repeated = results.flatMap((result) => result.repeated ?? []);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const tell = (what, { name, message }) => `\n${what}  ${name}\n${message.replace(/^/gm, "        ")}\n`;
  const reasons = [
    ...repeated.map((one) => tell("PASSED AT THE SECOND TRY", one)),
    ...failures.map((one) => tell("FAILED", one)),
  ];
  return `${reasons.join("")}${sum("passed")} passed, ${failures.length} failed, ${sum("skipped")} skipped\n`;
}
