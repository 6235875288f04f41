-- CreateTable
CREATE TABLE "incident" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "told" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incident_cluster_id_id_idx" ON "incident"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "incident_ended_at_idx" ON "incident"("ended_at");

-- AddForeignKey
ALTER TABLE "incident" ADD CONSTRAINT "incident_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
