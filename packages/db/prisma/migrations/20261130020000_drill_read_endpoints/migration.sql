-- AlterTable
ALTER TABLE "drill" ADD COLUMN     "read_endpoints" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "drill_series" ADD COLUMN     "read_endpoints" JSONB NOT NULL DEFAULT '[]';
