-- Until now a sample was one look, which is the highest of itself.
ALTER TABLE "member_sample" ADD COLUMN     "certify_queue_max" BIGINT,
ADD COLUMN     "apply_queue_max" BIGINT,
ADD COLUMN     "applied_lag_max_ms" DOUBLE PRECISION,
ADD COLUMN     "looks" INTEGER NOT NULL DEFAULT 0;

UPDATE "member_sample" SET "certify_queue_max" = "certify_queue",
    "apply_queue_max" = "apply_queue",
    "applied_lag_max_ms" = "applied_lag_ms",
    "looks" = CASE WHEN coalesce("certify_queue", "apply_queue", "applied_lag_ms") IS NULL THEN 0 ELSE 1 END;

ALTER TABLE "member_sample" ALTER COLUMN "looks" DROP DEFAULT;
