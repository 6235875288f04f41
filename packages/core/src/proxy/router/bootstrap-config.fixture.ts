/** What a bootstrap of MySQL Router 9.7.4 generates; `folder` is its own. */
export function generatedConfig(folder: string): string {
  return `# File automatically generated during MySQL Router bootstrap
[DEFAULT]
name=primacy
logging_folder=${folder}/log
keyring_path=${folder}/data/keyring
master_key_path=${folder}/mysqlrouter.key
connect_timeout=5
dynamic_state=${folder}/data/state.json
client_ssl_cert=${folder}/data/router-cert.pem
client_ssl_mode=PREFERRED
server_ssl_mode=PREFERRED
unknown_config_option=error
router_require_enforce=1

[logger]
level=info

[metadata_cache:bootstrap]
cluster_type=gr
router_id=3
user=primacy_router_x
metadata_cluster=router
ttl=0.5
ssl_mode=REQUIRED

[routing:bootstrap_rw]
bind_address=0.0.0.0
bind_port=6446
destinations=metadata-cache://router/?role=PRIMARY
routing_strategy=first-available
protocol=classic

[routing:bootstrap_ro]
bind_address=0.0.0.0
bind_port=6447
destinations=metadata-cache://router/?role=SECONDARY
routing_strategy=round-robin-with-fallback
protocol=classic

[routing:bootstrap_rw_split]
bind_address=0.0.0.0
bind_port=6450
destinations=metadata-cache://router/?role=PRIMARY_AND_SECONDARY
routing_strategy=round-robin
protocol=classic
connection_sharing=1
client_ssl_mode=PREFERRED
access_mode=auto

[routing:bootstrap_x_rw]
bind_port=6448
destinations=metadata-cache://router/?role=PRIMARY
protocol=x
client_ssl_ca=

[http_server]
port=8443

[rest_api]
`;
}

/** What a bootstrap of MySQL Router 8.0 generates: no split, and options that later ones lack. */
export const generatedByOldRouter = `# File automatically generated during MySQL Router bootstrap
[DEFAULT]
user=root
client_ssl_mode=PREFERRED

[metadata_cache:bootstrap]
cluster_type=gr
user=primacy_router_x

[routing:bootstrap_rw]
bind_port=6446
destinations=metadata-cache://prod/?role=PRIMARY
protocol=classic

[routing:bootstrap_ro]
bind_port=6447
destinations=metadata-cache://prod/?role=SECONDARY
protocol=classic
`;

/** As MySQL's own packages install it. */
export const packagedConfig = `# Copyright (c) 2018, 2026, Oracle and/or its affiliates.
#
# MySQL Router configuration file
#
# Documentation is available at
#    http://dev.mysql.com/doc/mysql-router/en/

[DEFAULT]
logging_folder = /var/log/mysqlrouter/
runtime_folder = /run/mysqlrouter
config_folder = /etc/mysqlrouter

[logger]
level = INFO

# If no plugin is configured which starts a service, keepalive
# will make sure MySQL Router will not immediately exit. It is
# safe to remove once Router is configured.
[keepalive]
interval = 60
`;
