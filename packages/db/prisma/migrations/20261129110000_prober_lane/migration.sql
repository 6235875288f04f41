-- AlterTable
ALTER TABLE "prober" ADD COLUMN     "lane" TEXT NOT NULL DEFAULT 'write';
