-- AlterTable
ALTER TABLE "benchmark" ADD COLUMN     "paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "paused_by" TEXT;
