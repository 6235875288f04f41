import { runAdmin } from "./run-admin";

const { code, text } = await runAdmin(process.argv.slice(2), process.env);
(code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = code;
