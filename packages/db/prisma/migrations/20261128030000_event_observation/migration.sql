-- Until now an event bore the time at which the console recorded it.
ALTER TABLE "event" ADD COLUMN     "seen_by" TEXT NOT NULL DEFAULT 'console',
ADD COLUMN     "seen_by_host_id" UUID,
ADD COLUMN     "seen_by_host_name" TEXT,
ADD COLUMN     "recorded_at" TIMESTAMPTZ(3);

UPDATE "event" SET "recorded_at" = "at";

ALTER TABLE "event" ALTER COLUMN "seen_by" DROP DEFAULT,
ALTER COLUMN "recorded_at" SET NOT NULL;

-- CreateIndex
CREATE INDEX "event_cluster_id_at_cursor_idx" ON "event"("cluster_id", "at", "cursor");
