-- CreateTable
CREATE TABLE "address_migration" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "hosts" JSONB NOT NULL,
    "gap" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "address_migration_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "address_migration_address_key" ON "address_migration"("address");

-- CreateIndex
CREATE INDEX "address_migration_cluster_id_idx" ON "address_migration"("cluster_id");

-- AddForeignKey
ALTER TABLE "address_migration" ADD CONSTRAINT "address_migration_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
