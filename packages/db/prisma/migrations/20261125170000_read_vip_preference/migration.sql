-- The secondary that a read VIP is wanted on; absent where it is where it falls to.
ALTER TABLE "vip" ADD COLUMN     "preferred_host_id" UUID;
