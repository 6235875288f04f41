-- AlterTable
ALTER TABLE "cluster" ADD COLUMN     "allows_drills" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "drill" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "fault" JSONB NOT NULL,
    "endpoints" JSONB NOT NULL,
    "objective_ms" INTEGER NOT NULL,
    "target" JSONB NOT NULL,
    "observer" JSONB NOT NULL,
    "requested_by" TEXT NOT NULL,
    "heal" TEXT NOT NULL DEFAULT 'pending',
    "verdict" JSONB,
    "worst_write_gap_ms" DOUBLE PRECISION,
    "lost_writes" INTEGER,
    "findings" JSONB,
    "samples" BYTEA,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drill_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "drill_cluster_id_id_idx" ON "drill"("cluster_id", "id");

-- AddForeignKey
ALTER TABLE "drill" ADD CONSTRAINT "drill_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
