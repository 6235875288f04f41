-- Nothing was ever kept in these: what is sampled are members.
DROP TABLE "metric_sample";
DROP TABLE "metric_series";

-- CreateTable
CREATE TABLE "member_sample" (
    "cluster_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "role" TEXT,
    "state" TEXT,
    "certify_queue" BIGINT,
    "apply_queue" BIGINT,
    "applied_lag_ms" DOUBLE PRECISION,

    CONSTRAINT "member_sample_pkey" PRIMARY KEY ("cluster_id","member_id","at")
);

-- CreateIndex
CREATE INDEX "member_sample_at_idx" ON "member_sample"("at");

-- AddForeignKey
ALTER TABLE "member_sample" ADD CONSTRAINT "member_sample_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
