import fc from "fast-check";

// A test that fails by chance stops everybody; the long run is where chance looks for what nobody thought of.
if (process.env.PRIMACY_LONG_RUN !== "1") fc.configureGlobal({ seed: 20_261_127 });
