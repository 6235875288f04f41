-- What MySQL Router reads of an InnoDB Cluster, over tables of our own: MySQL Shell, which normally makes this
-- schema, is not packaged in Debian. Version 2.2.0 is the one that Router 9.7 asks for.
CREATE DATABASE IF NOT EXISTS mysql_innodb_cluster_metadata CHARACTER SET utf8mb4;
USE mysql_innodb_cluster_metadata;

CREATE TABLE IF NOT EXISTS clusters (
  cluster_id CHAR(36) CHARACTER SET ascii PRIMARY KEY,
  cluster_name VARCHAR(63) NOT NULL UNIQUE,
  description TEXT,
  options JSON,
  attributes JSON,
  cluster_type ENUM('gr', 'ar') NOT NULL,
  primary_mode ENUM('pm', 'mm') NOT NULL DEFAULT 'pm',
  router_options JSON,
  clusterset_id VARCHAR(36) CHARACTER SET ascii
);

CREATE TABLE IF NOT EXISTS instances (
  instance_id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  cluster_id CHAR(36) CHARACTER SET ascii NOT NULL,
  address VARCHAR(265) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  mysql_server_uuid CHAR(36) CHARACTER SET ascii NOT NULL UNIQUE,
  instance_name VARCHAR(265) NOT NULL,
  addresses JSON NOT NULL,
  attributes JSON,
  description TEXT,
  instance_type VARCHAR(32) CHARACTER SET ascii NOT NULL DEFAULT 'group-member'
);

CREATE TABLE IF NOT EXISTS routers (
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
);

CREATE TABLE IF NOT EXISTS router_rest_accounts (
  cluster_id CHAR(36) CHARACTER SET ascii NOT NULL,
  user VARCHAR(256) NOT NULL,
  authentication_method VARCHAR(64) NOT NULL DEFAULT 'modular_crypt_format',
  authentication_string TEXT CHARACTER SET ascii COLLATE ascii_general_ci,
  description VARCHAR(255),
  privileges JSON,
  attributes JSON,
  PRIMARY KEY (cluster_id, user)
);

CREATE TABLE IF NOT EXISTS clustersets (
  clusterset_id VARCHAR(36) CHARACTER SET ascii PRIMARY KEY,
  domain_name VARCHAR(64) NOT NULL,
  options JSON,
  attributes JSON,
  router_options JSON
);

CREATE OR REPLACE VIEW schema_version (major, minor, patch) AS SELECT 2, 2, 0;

CREATE OR REPLACE VIEW v2_gr_clusters AS
SELECT 'gr' AS cluster_type, primary_mode, cluster_id, cluster_name,
       JSON_UNQUOTE(JSON_EXTRACT(attributes, '$.group_replication_group_name')) AS group_name,
       attributes, JSON_EXTRACT(attributes, '$.tags') AS tags, description AS comment, options,
       router_options, clusterset_id
FROM clusters WHERE cluster_type = 'gr';

CREATE OR REPLACE VIEW v2_clusters AS
SELECT cluster_type, primary_mode, cluster_id, cluster_name, attributes, description AS comment, options,
       router_options, clusterset_id
FROM clusters;

CREATE OR REPLACE VIEW v2_instances AS
SELECT instance_id, cluster_id, instance_name AS label, mysql_server_uuid, address,
       JSON_UNQUOTE(JSON_EXTRACT(addresses, '$.mysqlClassic')) AS endpoint,
       JSON_UNQUOTE(JSON_EXTRACT(addresses, '$.mysqlX')) AS xendpoint,
       attributes, JSON_EXTRACT(attributes, '$.tags') AS tags, instance_type
FROM instances;

CREATE OR REPLACE VIEW v2_this_instance AS
SELECT i.cluster_id, i.instance_id, i.instance_type, c.cluster_name, c.cluster_type
FROM v2_instances i JOIN clusters c ON i.cluster_id = c.cluster_id
WHERE i.mysql_server_uuid = (
  SELECT CONVERT(variable_value USING ascii) FROM performance_schema.global_variables
  WHERE variable_name = 'server_uuid'
);

CREATE OR REPLACE VIEW v2_routers AS
SELECT router_id, cluster_id, router_name, product_name, address, version, last_check_in, attributes, options,
       clusterset_id
FROM routers;

CREATE OR REPLACE VIEW v2_router_options AS
SELECT r.router_id, c.cluster_id, r.clusterset_id,
       CONCAT(CONVERT(r.address USING utf8mb4), '::', r.router_name) AS router_label,
       COALESCE(c.router_options, JSON_OBJECT()) AS router_options
FROM routers r JOIN clusters c ON r.cluster_id = c.cluster_id;

CREATE OR REPLACE VIEW v2_router_rest_accounts AS
SELECT cluster_id, user, authentication_method, authentication_string, description, privileges, attributes
FROM router_rest_accounts;

CREATE OR REPLACE VIEW v2_cs_clustersets AS
SELECT clusterset_id, domain_name, attributes, options, router_options FROM clustersets;

CREATE OR REPLACE VIEW v2_cs_members (clusterset_id, cluster_id, cluster_name, member_role, invalidated, view_id, master_cluster_id) AS
SELECT '', '', '', 'PRIMARY', 0, 0, '' FROM DUAL WHERE FALSE;
