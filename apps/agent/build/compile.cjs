// Compiles what a program runs of itself when it is loaded, and keeps that for `loader.cjs`.
// usage: node compile.cjs PROGRAM OUT, under the options of the process that will use it
const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");

const [, , program, out] = process.argv;
const script = new Script(readFileSync(program, "latin1"));
process.argv = [process.execPath, program, "version"];
process.on("exit", () => writeFileSync(out, script.createCachedData()));
script.runInThisContext()(exports, require, module, program, "/");
