-- AlterTable
ALTER TABLE "benchmark_run" ADD COLUMN     "preparation" JSONB;
