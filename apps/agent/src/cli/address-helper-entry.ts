import { endWith, tellFailure } from "./exit-codes";
import { findLayout } from "./find-layout";
import { runAddressHelper } from "./run-address-helper";

// Loaded alone by the build, it starts nothing.
if (process.argv[2] === "hands") endWith(tellFailure(() => runAddressHelper(findLayout())));
