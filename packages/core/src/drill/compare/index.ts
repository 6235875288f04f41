export * from "./compare-drills";
export * from "./fault-key";
export * from "./way-figures";
