-- AlterTable
ALTER TABLE "benchmark_run" ADD COLUMN     "counters" JSONB,
ADD COLUMN     "counters_before" JSONB;
