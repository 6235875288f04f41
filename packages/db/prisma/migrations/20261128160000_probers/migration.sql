-- CreateTable
CREATE TABLE "prober" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "way" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "obstacle" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prober_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prober_minute" (
    "prober_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "acked" INTEGER NOT NULL,
    "slowest_ms" INTEGER,

    CONSTRAINT "prober_minute_pkey" PRIMARY KEY ("prober_id","minute")
);

-- CreateTable
CREATE TABLE "prober_outage" (
    "id" UUID NOT NULL,
    "prober_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "gap_ms" INTEGER NOT NULL,
    "error_ms" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prober_outage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "prober_cluster_id_address_port_key" ON "prober"("cluster_id", "address", "port");

-- CreateIndex
CREATE INDEX "prober_minute_minute_idx" ON "prober_minute"("minute");

-- CreateIndex
CREATE INDEX "prober_outage_prober_id_started_at_idx" ON "prober_outage"("prober_id", "started_at");

-- CreateIndex
CREATE INDEX "prober_outage_started_at_idx" ON "prober_outage"("started_at");

-- AddForeignKey
ALTER TABLE "prober" ADD CONSTRAINT "prober_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prober_minute" ADD CONSTRAINT "prober_minute_prober_id_fkey" FOREIGN KEY ("prober_id") REFERENCES "prober"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prober_outage" ADD CONSTRAINT "prober_outage_prober_id_fkey" FOREIGN KEY ("prober_id") REFERENCES "prober"("id") ON DELETE CASCADE ON UPDATE CASCADE;
