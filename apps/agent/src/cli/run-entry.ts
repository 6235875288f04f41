import { endWith, tellFailure } from "./exit-codes";
import { findLayout } from "./find-layout";
import { runAgent } from "./run-agent";

// Loaded alone by the build, it starts nothing.
if (process.argv[2] === "run") endWith(tellFailure(() => runAgent(findLayout())));
