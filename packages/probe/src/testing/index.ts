/** Programs from the sources of this repository, for tests and the lab. */
export { bundleProgram } from "./bundle-program";
export { sourceCommand } from "./source-command";
