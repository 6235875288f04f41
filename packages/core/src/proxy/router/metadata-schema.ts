import { plainSql, quoteIdentifier, quoteLiteral, type SqlStatement } from "../../cluster/sql";

/** The schema of an InnoDB Cluster, which MySQL Shell makes and MySQL Router reads. */
export const metadataSchema = "mysql_innodb_cluster_metadata";

/** What a lab leaves in an attribute of one of its accounts: its servers are a playground, and nobody's data. */
export const labAttribute = "primacy_lab";

/** Asks whether servers are those of a lab. An account that may create others sees the attributes of all. */
export const labQuery = `SELECT COUNT(*) AS marks FROM information_schema.USER_ATTRIBUTES WHERE JSON_CONTAINS_PATH(ATTRIBUTE, 'one', '$.${labAttribute}')`;

/** Asks for what a verdict on the metadata needs, by one statement; it fails with 1049 where there is no such schema. */
export const metadataQuery = `SELECT v.major, v.minor, v.patch, c.cluster_id, c.cluster_name, c.group_name, i.mysql_server_uuid, i.endpoint
FROM ${metadataSchema}.schema_version AS v
LEFT JOIN ${metadataSchema}.v2_gr_clusters AS c ON TRUE
LEFT JOIN ${metadataSchema}.v2_instances AS i ON i.cluster_id = c.cluster_id`;

const schema = quoteIdentifier(metadataSchema);

/** Asks for the version alone, which metadata of every version has. */
export const metadataVersionQuery = `SELECT major, minor, patch FROM ${metadataSchema}.schema_version`;

/** Asks whether there is such a schema, as far as the account may know. */
export const metadataSchemaQuery = `SELECT COUNT(*) AS schemas FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${quoteLiteral(metadataSchema)}`;

/** How a schema is marked that is none of MySQL Shell's. */
const ownDescription = "Written by Primacy for a lab: the least that MySQL Router reads";

/** A group in a lab, and its members as clients reach them. */
export interface LabGroup {
  readonly name: string;
  readonly groupName: string;
}

/**
 * Writes the least that MySQL Router reads of an InnoDB Cluster, for the members that the group has when the statements run on its
 * primary: MySQL Shell, which makes the whole of it, is in no package of Debian. For labs alone. May run twice. Its form is version
 * 2.2.0, which MySQL Router 9 asks for.
 */
export function minimalMetadataStatements(group: LabGroup): readonly SqlStatement[] {
  return [
    `CREATE DATABASE IF NOT EXISTS ${schema} CHARACTER SET utf8mb4`,
    ...tablesAndViews,
    ...rowsOf(group),
  ].map(plainSql);
}

function rowsOf({ name, groupName }: LabGroup): readonly string[] {
  const id = quoteLiteral(groupName);
  const attributes = quoteLiteral(JSON.stringify({ group_replication_group_name: groupName }));
  const endpoint = "CONCAT(m.member_host, ':', m.member_port)";
  const addresses = `JSON_OBJECT('mysqlClassic', ${endpoint}, 'mysqlX', CONCAT(m.member_host, ':', 33060))`;
  const members = "performance_schema.replication_group_members";
  return [
    `INSERT INTO ${schema}.clusters (cluster_id, cluster_name, description, options, attributes, cluster_type, router_options)
VALUES (${id}, ${quoteLiteral(name)}, ${quoteLiteral(ownDescription)}, '{}', ${attributes}, 'gr', '{}')
ON DUPLICATE KEY UPDATE attributes = VALUES(attributes)`,
    `DELETE FROM ${schema}.instances WHERE mysql_server_uuid NOT IN (SELECT member_id FROM ${members})`,
    `INSERT INTO ${schema}.instances (cluster_id, address, mysql_server_uuid, instance_name, addresses, attributes)
SELECT ${id}, ${endpoint}, m.member_id, ${endpoint}, ${addresses}, '{}' FROM ${members} AS m
WHERE NOT EXISTS (SELECT 1 FROM ${schema}.instances AS i WHERE i.mysql_server_uuid = m.member_id)`,
  ];
}

/** Lets an account keep and take away what {@link minimalMetadataStatements} makes. */
export function lendMetadataStatements(account: string): readonly SqlStatement[] {
  return [plainSql(`GRANT ALL PRIVILEGES ON ${schema}.* TO ${account} WITH GRANT OPTION`)];
}

/** What {@link metadataQuery} reads: views that stand on the tables, with the reader's own rights. */
const readTables = ["schema_version", "clusters", "instances", "v2_gr_clusters", "v2_instances"];

/** Lets an account read what {@link metadataQuery} asks for, and give that right back by itself. */
export function lendReadingStatements(account: string): readonly SqlStatement[] {
  return readTables.map((table) =>
    plainSql(`GRANT SELECT ON ${schema}.${quoteIdentifier(table)} TO ${account} WITH GRANT OPTION`),
  );
}

/** Takes back what {@link lendReadingStatements} gave; the right to hand on goes last, as it is what the other is taken with. */
export function returnReadingStatements(account: string): readonly SqlStatement[] {
  return readTables.flatMap((table) =>
    ["SELECT", "GRANT OPTION"].map((right) =>
      plainSql(`REVOKE ${right} ON ${schema}.${quoteIdentifier(table)} FROM ${account}`),
    ),
  );
}

/** Takes that schema away. */
export const dropMetadataStatement: SqlStatement = plainSql(`DROP DATABASE IF EXISTS ${schema}`);

/** Takes back what {@link lendMetadataStatements} gave; the right to hand on goes last, as it is what the others are taken with. */
export function returnMetadataStatements(account: string): readonly SqlStatement[] {
  return ["ALL PRIVILEGES", "GRANT OPTION"].map((right) =>
    plainSql(`REVOKE ${right} ON ${schema}.* FROM ${account}`),
  );
}

/** Asks whether a schema was written by {@link minimalMetadataStatements}, and how many routers it knows. */
export const ownMetadataQuery = `SELECT (SELECT COUNT(*) FROM ${schema}.clusters WHERE description = ${quoteLiteral(ownDescription)}) AS own, (SELECT COUNT(*) FROM ${schema}.routers) AS routers`;

const tablesAndViews: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${schema}.clusters (
  cluster_id CHAR(36) CHARACTER SET ascii PRIMARY KEY,
  cluster_name VARCHAR(63) NOT NULL UNIQUE,
  description TEXT,
  options JSON,
  attributes JSON,
  cluster_type ENUM('gr', 'ar') NOT NULL,
  primary_mode ENUM('pm', 'mm') NOT NULL DEFAULT 'pm',
  router_options JSON,
  clusterset_id VARCHAR(36) CHARACTER SET ascii
)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.instances (
  instance_id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  cluster_id CHAR(36) CHARACTER SET ascii NOT NULL,
  address VARCHAR(265) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  mysql_server_uuid CHAR(36) CHARACTER SET ascii NOT NULL UNIQUE,
  instance_name VARCHAR(265) NOT NULL,
  addresses JSON NOT NULL,
  attributes JSON,
  description TEXT,
  instance_type VARCHAR(32) CHARACTER SET ascii NOT NULL DEFAULT 'group-member'
)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.routers (
  router_id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  router_name VARCHAR(265) NOT NULL,
  product_name VARCHAR(128) NOT NULL,
  address VARCHAR(256) CHARACTER SET ascii COLLATE ascii_general_ci,
  version VARCHAR(12),
  last_check_in TIMESTAMP NULL,
  attributes JSON,
  cluster_id CHAR(36) CHARACTER SET ascii,
  options JSON,
  clusterset_id VARCHAR(36) CHARACTER SET ascii,
  UNIQUE KEY (address, router_name)
)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.router_rest_accounts (
  cluster_id CHAR(36) CHARACTER SET ascii NOT NULL,
  user VARCHAR(256) NOT NULL,
  authentication_method VARCHAR(64) NOT NULL DEFAULT 'modular_crypt_format',
  authentication_string TEXT CHARACTER SET ascii COLLATE ascii_general_ci,
  description VARCHAR(255),
  privileges JSON,
  attributes JSON,
  PRIMARY KEY (cluster_id, user)
)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.clustersets (
  clusterset_id VARCHAR(36) CHARACTER SET ascii PRIMARY KEY,
  domain_name VARCHAR(64) NOT NULL,
  options JSON,
  attributes JSON,
  router_options JSON
)`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.schema_version (major, minor, patch) AS SELECT 2, 2, 0`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_gr_clusters AS
SELECT 'gr' AS cluster_type, primary_mode, cluster_id, cluster_name,
       JSON_UNQUOTE(JSON_EXTRACT(attributes, '$.group_replication_group_name')) AS group_name,
       attributes, JSON_EXTRACT(attributes, '$.tags') AS tags, description AS comment, options,
       router_options, clusterset_id
FROM ${schema}.clusters WHERE cluster_type = 'gr'`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_clusters AS
SELECT cluster_type, primary_mode, cluster_id, cluster_name, attributes, description AS comment, options,
       router_options, clusterset_id
FROM ${schema}.clusters`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_instances AS
SELECT instance_id, cluster_id, instance_name AS label, mysql_server_uuid, address,
       JSON_UNQUOTE(JSON_EXTRACT(addresses, '$.mysqlClassic')) AS endpoint,
       JSON_UNQUOTE(JSON_EXTRACT(addresses, '$.mysqlX')) AS xendpoint,
       attributes, JSON_EXTRACT(attributes, '$.tags') AS tags, instance_type
FROM ${schema}.instances`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_this_instance AS
SELECT i.cluster_id, i.instance_id, i.instance_type, c.cluster_name, c.cluster_type
FROM ${schema}.v2_instances i JOIN ${schema}.clusters c ON i.cluster_id = c.cluster_id
WHERE i.mysql_server_uuid = (
  SELECT CONVERT(variable_value USING ascii) FROM performance_schema.global_variables
  WHERE variable_name = 'server_uuid'
)`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_routers AS
SELECT router_id, cluster_id, router_name, product_name, address, version, last_check_in, attributes, options,
       clusterset_id
FROM ${schema}.routers`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_router_options AS
SELECT r.router_id, c.cluster_id, r.clusterset_id,
       CONCAT(CONVERT(r.address USING utf8mb4), '::', r.router_name) AS router_label,
       COALESCE(c.router_options, JSON_OBJECT()) AS router_options
FROM ${schema}.routers r JOIN ${schema}.clusters c ON r.cluster_id = c.cluster_id`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_router_rest_accounts AS
SELECT cluster_id, user, authentication_method, authentication_string, description, privileges, attributes
FROM ${schema}.router_rest_accounts`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_cs_clustersets AS
SELECT clusterset_id, domain_name, attributes, options, router_options FROM ${schema}.clustersets`,
  `CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${schema}.v2_cs_members (clusterset_id, cluster_id, cluster_name, member_role, invalidated, view_id, master_cluster_id) AS
SELECT '', '', '', 'PRIMARY', 0, 0, '' FROM DUAL WHERE FALSE`,
];
