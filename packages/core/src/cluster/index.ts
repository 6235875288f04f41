export {
  type AccountPurpose,
  type AgentServer,
  accountPurposes,
  accountStatements,
  accountUsers,
  agentAccountHosts,
  agentHostsQuery,
  dropAccountStatements,
  foreignTablesQuery,
  primacySchema,
  primacyTables,
  schemaDropStatements,
  schemaRevokeStatements,
  schemaStatements,
} from "./accounts";
export type { GroupView } from "./group-view";
export {
  type DiscoverySnapshot,
  isOlder,
  type JudgedDiscovery,
  judgeDiscovery,
  type KnownHostAddresses,
  type MatchedMember,
  oldestServerVersion,
} from "./judge-discovery";
export {
  type Disagreement,
  isPresent,
  isVoter,
  type JudgedGroup,
  type JudgedMember,
  judgeGroup,
} from "./judge-group";
export { plainSql, quoteAccount, quoteIdentifier, quoteLiteral, type SqlStatement } from "./sql";
