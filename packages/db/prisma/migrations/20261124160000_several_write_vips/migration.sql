-- A cluster has any number of write VIPs, such as one of each address family.
DROP INDEX "vip_write_cluster_id_key";
