export { checkRouter, listPorts, nameInnodbCluster, routerChecks } from "./check-router";
export {
  dropMetadataStatement,
  type LabGroup,
  labAttribute,
  labQuery,
  lendMetadataStatements,
  lendReadingStatements,
  metadataQuery,
  metadataSchema,
  metadataSchemaQuery,
  metadataVersionQuery,
  minimalMetadataStatements,
  ownMetadataQuery,
  returnMetadataStatements,
  returnReadingStatements,
} from "./metadata-schema";
export {
  metadataKeeper,
  planRouter,
  planRouterRemoval,
  type RouterAccountInput,
  type RouterMetadataInput,
  type RouterPlanInput,
  type RouterStep,
  type RouterStepInput,
} from "./plan-router";
export {
  type BootstrapTarget,
  bootstrapArguments,
  bootstrapInput,
  forgetRouterStatements,
  nameRouter,
  type RouterNames,
  readRouterVersion,
  routerAccountStatements,
  routerOptionStatements,
  routerPasswordStatement,
  routerPlaces,
} from "./router-bootstrap";
export {
  type ConfigOwner,
  type ConfigSection,
  findProxyId,
  idleRouterConfig,
  judgeConfigOwner,
  type PlannedRouterConfig,
  parseRouterConfig,
  planRouterConfig,
  type RouterConfig,
  type RouterConfigInput,
  readRouterTimings,
} from "./router-config";
export {
  judgeMetadata,
  type MetadataCluster,
  type MetadataDifference,
  type MetadataGroup,
  type MetadataInstance,
  type MetadataReading,
  type MetadataVerdict,
  metadataMajor,
} from "./router-metadata";
export type { RouterPorts } from "./router-ports";
export type { RouterGround, RouterGroup, RouterSnapshot } from "./router-snapshot";
export { tellMetadata } from "./tell-metadata";
