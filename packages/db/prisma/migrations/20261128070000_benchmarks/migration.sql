-- CreateTable
CREATE TABLE "benchmark" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "load_host_id" UUID NOT NULL,
    "load_host_name" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "arms" JSONB NOT NULL,
    "tool_version" TEXT NOT NULL,
    "data" JSONB,
    "account_secret_id" UUID,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_run" (
    "id" UUID NOT NULL,
    "benchmark_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "threads" INTEGER NOT NULL,
    "arm" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "figures" JSONB,
    "reason" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "benchmark_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_series" (
    "run_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "minute" INTEGER NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "benchmark_series_pkey" PRIMARY KEY ("run_id","source","minute")
);

-- CreateIndex
CREATE INDEX "benchmark_cluster_id_id_idx" ON "benchmark"("cluster_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "benchmark_run_benchmark_id_ordinal_key" ON "benchmark_run"("benchmark_id", "ordinal");

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_account_secret_id_fkey" FOREIGN KEY ("account_secret_id") REFERENCES "secret"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_series" ADD CONSTRAINT "benchmark_series_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
