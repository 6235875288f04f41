import { endWith } from "./exit-codes";
import { runCli } from "./main";

endWith(runCli(process.argv.slice(2)));
