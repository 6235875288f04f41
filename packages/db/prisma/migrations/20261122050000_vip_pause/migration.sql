-- A VIP that an operator paused, and the host where it stays; that host may have left the cluster since.
ALTER TABLE "vip" ADD COLUMN "paused_at" TIMESTAMPTZ(3), ADD COLUMN "paused_host_id" UUID;
