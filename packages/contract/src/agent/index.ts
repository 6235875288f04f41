export * from "./document";
export * from "./document-text";
export * from "./endpoints";
export * from "./install-layout";
export * from "./observation";
export * from "./peer";
export * from "./status";
export * from "./wire-watch";
