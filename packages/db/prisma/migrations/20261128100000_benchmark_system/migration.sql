-- AlterTable
ALTER TABLE "benchmark" ADD COLUMN     "system" JSONB;
