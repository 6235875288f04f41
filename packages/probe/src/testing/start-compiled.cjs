// Starts a program that `bundleProgram` made, with what V8 had compiled of it when it first ended by itself: compiling costs a short life
// more than all that it does. What cannot be read, used or kept is compiled as usual.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { cachedDataVersionTag } = require("node:v8");
const { Script } = require("node:vm");

/** `own` is the module that the command line names, `ownRequire` its function, and `program` the file with the sources. */
module.exports = function startCompiled(own, ownRequire, program) {
  const command = process.argv.slice(2, 4).filter((word) => /^[a-z]+$/.test(word));
  const flags = cachedDataVersionTag().toString(16);
  const file = path.join(`${program}.compiled`, ["v8", flags, ...command].join("-"));
  const cachedData = read(file);
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(program, "latin1")}\n})`;
  const script = new Script(source, { filename: program, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) process.on("exit", () => keep(file, script));
  script.runInThisContext()(own.exports, ownRequire, own, own.filename, own.path);
};

function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function keep(file, script) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, file);
  } catch {
    // It has fewer rights than the folder asks for.
  }
}
