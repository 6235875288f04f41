-- AlterTable
ALTER TABLE "prober" ADD COLUMN     "lane" TEXT NOT NULL DEFAULT 'write';

-- AlterTable
ALTER TABLE "prober_minute" ADD COLUMN     "lane" TEXT NOT NULL DEFAULT 'write';

-- AlterTable
ALTER TABLE "prober_outage" ADD COLUMN     "lane" TEXT NOT NULL DEFAULT 'write';
