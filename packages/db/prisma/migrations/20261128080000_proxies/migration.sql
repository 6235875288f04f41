-- CreateTable
CREATE TABLE "proxy" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT,
    "virtual_router_id" INTEGER,
    "hosts" JSONB NOT NULL,
    "ports" JSONB NOT NULL,
    "settings" JSONB NOT NULL,
    "restore" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "proxy_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "proxy_address_key" ON "proxy"("address");

-- CreateIndex
CREATE UNIQUE INDEX "proxy_virtual_router_id_key" ON "proxy"("virtual_router_id");

-- CreateIndex
CREATE INDEX "proxy_cluster_id_idx" ON "proxy"("cluster_id");

-- AddForeignKey
ALTER TABLE "proxy" ADD CONSTRAINT "proxy_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
