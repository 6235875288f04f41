export * from "./csv";
export * from "./duration";
export * from "./instant";
export * from "./quantity";
export * from "./significant";
