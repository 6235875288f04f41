-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "is_waiting" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "operation_is_waiting_id_idx" ON "operation"("is_waiting", "id");
