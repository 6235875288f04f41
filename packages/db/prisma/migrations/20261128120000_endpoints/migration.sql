-- CreateTable
CREATE TABLE "custom_endpoint" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "endpoint_looks" (
    "cluster_id" UUID NOT NULL,
    "looks" JSONB NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "endpoint_looks_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "custom_endpoint_cluster_id_address_port_key" ON "custom_endpoint"("cluster_id", "address", "port");

-- AddForeignKey
ALTER TABLE "custom_endpoint" ADD CONSTRAINT "custom_endpoint_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint_looks" ADD CONSTRAINT "endpoint_looks_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
