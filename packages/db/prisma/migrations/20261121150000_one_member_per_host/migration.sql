-- A host carries one member. Where a rebuilt server was registered beside the one before it, the newest keeps the host.
UPDATE "member" SET "host_id" = NULL WHERE "id" IN (
    SELECT "id" FROM (
        SELECT "id", row_number() OVER (PARTITION BY "cluster_id", "host_id" ORDER BY "created_at" DESC, "id" DESC) AS "place"
        FROM "member" WHERE "host_id" IS NOT NULL
    ) AS "ranked" WHERE "place" > 1
);

-- CreateIndex
CREATE UNIQUE INDEX "member_cluster_id_host_id_key" ON "member"("cluster_id", "host_id");
