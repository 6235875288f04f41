-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "timeline" JSONB;
