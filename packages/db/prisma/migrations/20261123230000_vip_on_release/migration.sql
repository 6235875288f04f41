-- What becomes of connections through an address when a host lets go of it.
ALTER TABLE "vip" ADD COLUMN "on_release" TEXT NOT NULL DEFAULT 'cut';
