-- AlterTable
ALTER TABLE "cluster" ADD COLUMN     "drill_objective_ms" INTEGER NOT NULL DEFAULT 30000;

-- AlterTable
ALTER TABLE "drill" ADD COLUMN     "outcomes" JSONB,
ADD COLUMN     "series_id" UUID;

-- CreateTable
CREATE TABLE "drill_series" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "faults" JSONB NOT NULL,
    "endpoints" JSONB NOT NULL,
    "observer_host_id" UUID,
    "objective_ms" INTEGER NOT NULL,
    "runs" INTEGER NOT NULL,
    "schedule" JSONB,
    "state" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "round_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "operation_id" UUID,
    "broken_off" INTEGER NOT NULL DEFAULT 0,
    "waits_for" JSONB,
    "remark" JSONB,
    "requested_by" TEXT NOT NULL,
    "look_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_owner" TEXT,
    "lease_generation" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drill_series_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "drill_series_cluster_id_id_idx" ON "drill_series"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "drill_series_state_look_at_idx" ON "drill_series"("state", "look_at");

-- CreateIndex
CREATE INDEX "drill_series_operation_id_idx" ON "drill_series"("operation_id");

-- CreateIndex
CREATE INDEX "drill_series_id_id_idx" ON "drill"("series_id", "id");

-- AddForeignKey
ALTER TABLE "drill" ADD CONSTRAINT "drill_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "drill_series"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drill_series" ADD CONSTRAINT "drill_series_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
