// What the executable runs first: the program of a process, with what V8 had compiled of it when it was built. Where V8 cannot use
// that, as under other options, it compiles as usual. A command line that is not exactly that of a process is for the whole program.
const { getRawAsset } = require("node:sea");
const { Script } = require("node:vm");

const [, , command = "", ...operands] = process.argv;
const name = operands.length === 0 && ["run", "hands", "probe"].includes(command) ? command : "all";
const script = new Script(Buffer.from(getRawAsset(name)).latin1Slice(), {
  filename: `primacy-agent-${name}.cjs`,
  cachedData: Buffer.from(getRawAsset(`${name}.compiled`)),
});
if (script.cachedDataRejected && name !== "all")
  process.stderr.write(`primacy-agent ${name}: compiled at its start, which the build should have saved\n`);
script.runInThisContext()(exports, require, module, __filename, __dirname);
