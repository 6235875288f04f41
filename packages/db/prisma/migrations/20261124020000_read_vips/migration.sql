-- What a read VIP goes by; absent on a write VIP.
ALTER TABLE "vip" ADD COLUMN     "max_lag_seconds" INTEGER,
ADD COLUMN     "read_policy" TEXT;

-- A cluster has one write VIP, and any number of read VIPs beside it.
DROP INDEX "vip_cluster_id_kind_key";
CREATE UNIQUE INDEX "vip_write_cluster_id_key" ON "vip" ("cluster_id") WHERE "kind" = 'write';

-- CreateIndex
CREATE INDEX "vip_cluster_id_idx" ON "vip"("cluster_id");
