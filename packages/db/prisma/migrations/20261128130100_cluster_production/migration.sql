-- AlterTable
ALTER TABLE "cluster" ADD COLUMN     "is_production" BOOLEAN NOT NULL DEFAULT false;
