-- AlterTable
ALTER TABLE "vip" ADD COLUMN     "is_guarded" BOOLEAN NOT NULL DEFAULT false;
