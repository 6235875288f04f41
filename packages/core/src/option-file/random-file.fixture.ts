import fc from "fast-check";

const groups = [
  ...["mysqld", "MySQLd", "server", "mysqld-9.7", "mysqld-5.7", "mysqld1", "client", " mysqld", "mysqld "],
];
const names = [
  "x",
  "long-name",
  "long_name",
  "loose-x",
  "skip-x",
  "skip_long_name",
  "y.z",
  "two words",
  "'q",
];
const pieces = [
  ...["1", "ON", "/var/lib/mysql", " ", "\t", "=", "#", "# note", "'", '"', "\\", "\\n", "\\s", '\\"', "\\'"],
  ...["[", "]", "\u00a0", "\r", "\f", "\v", "\u00bf\u00aa", "\u00e5\u00ba\u0093", "a b", "!"],
];
const few = (...options: string[]): fc.Arbitrary<string> => fc.constantFrom(...options);
const free = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(""));

const quoted = fc
  .tuple(few('"', "'"), free, few('"', "'"))
  .map(([open, inner, close]) => `${open}${inner}${close}`);
const option = fc
  .tuple(few("", "", " ", "\t"), few(...names), few("=", " = ", "= ", ""), fc.oneof(free, quoted), free)
  .map((parts) => parts.join(""));
const group = fc
  .tuple(few("", "", " "), few(...groups), few("]", "]", "]", " ]", "] # x", "]x]"))
  .map(([before, name, after]) => `${before}[${name}${after}`);
const odd = fc.oneof(
  fc.string({ unit: "binary-ascii", maxLength: 12 }),
  free,
  few("", "   ", "[mysqld", "!include", "!foo", ";x", "#x", "# [x]"),
  fc.integer({ min: 4080, max: 4100 }).map((length) => `x=${"a".repeat(length)}`),
);
const line = fc.oneof(
  { weight: 6, arbitrary: option },
  { weight: 2, arbitrary: group },
  { weight: 1, arbitrary: odd },
);

/** Texts of option files, one character for each byte: mostly sound, with every oddity that the reader knows. */
export const optionFileText: fc.Arbitrary<string> = fc
  .tuple(
    few("[mysqld]\n", "[mysqld]\r\n", "# c\n[client]\n", ""),
    fc.array(fc.tuple(line, few("\n", "\n", "\r\n")), { maxLength: 12 }),
    few("", "\n", "x", "!include /a"),
  )
  .map(([head, lines, tail]) => `${head}${lines.flat().join("")}${tail}`);
