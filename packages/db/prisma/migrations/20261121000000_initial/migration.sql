-- CreateTable
CREATE TABLE "cluster" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "group_name" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "config" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_credential" (
    "cluster_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "secret_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cluster_credential_pkey" PRIMARY KEY ("cluster_id","purpose")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "host_id" UUID,
    "server_uuid" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "facts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vip" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "prefix_length" INTEGER NOT NULL,
    "port" INTEGER NOT NULL,
    "nics" JSONB NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vip_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_stream" (
    "cluster_id" UUID NOT NULL,
    "last_cursor" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_stream_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "event" (
    "cluster_id" UUID NOT NULL,
    "cursor" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "tone" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "message" JSONB NOT NULL,
    "host_id" UUID,
    "member_id" UUID,
    "vip_id" UUID,
    "detail" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("cluster_id","cursor")
);

-- CreateTable
CREATE TABLE "cluster_observation" (
    "cluster_id" UUID NOT NULL,
    "snapshot" JSONB NOT NULL,
    "revision" BIGINT NOT NULL DEFAULT 1,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cluster_observation_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "watch_lease" (
    "cluster_id" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "watch_lease_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "host" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "ssh_port" INTEGER NOT NULL,
    "ssh_user" TEXT NOT NULL,
    "credential_kind" TEXT NOT NULL,
    "credential_secret_id" UUID,
    "host_key_algorithm" TEXT,
    "host_key_fingerprint" TEXT,
    "agent_address" TEXT NOT NULL,
    "agent_port" INTEGER NOT NULL,
    "facts" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent" (
    "host_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "version" TEXT,
    "protocol" INTEGER,
    "boot_id" TEXT,
    "certificate_expires_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("host_id")
);

-- CreateTable
CREATE TABLE "operation" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "cluster_id" UUID,
    "cluster_name" TEXT,
    "host_id" UUID,
    "host_name" TEXT,
    "title" JSONB NOT NULL,
    "input" JSONB NOT NULL,
    "plan" JSONB,
    "result" JSONB,
    "problem" JSONB,
    "requested_by" TEXT NOT NULL,
    "requested_by_id" TEXT,
    "is_cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "lease_owner" TEXT,
    "lease_generation" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "last_log_seq" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operation_step" (
    "operation_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "host_id" UUID,
    "host_name" TEXT,
    "title" JSONB NOT NULL,
    "preview" JSONB NOT NULL,
    "is_reversible" BOOLEAN NOT NULL,
    "input" JSONB,
    "state" TEXT NOT NULL,
    "undo" JSONB,
    "output" JSONB,
    "detail" JSONB,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_step_pkey" PRIMARY KEY ("operation_id","ordinal")
);

-- CreateTable
CREATE TABLE "operation_log" (
    "operation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "level" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_log_pkey" PRIMARY KEY ("operation_id","seq")
);

-- CreateTable
CREATE TABLE "operation_exclusion" (
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_exclusion_pkey" PRIMARY KEY ("subject_kind","subject_id")
);

-- CreateTable
CREATE TABLE "operation_secret" (
    "operation_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_secret_pkey" PRIMARY KEY ("operation_id","name")
);

-- CreateTable
CREATE TABLE "worker" (
    "owner" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_pkey" PRIMARY KEY ("owner")
);

-- CreateTable
CREATE TABLE "metric_series" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "metric_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metric_sample" (
    "series_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "metric_sample_pkey" PRIMARY KEY ("series_id","at")
);

-- CreateTable
CREATE TABLE "secret" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "nonce" BYTEA NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "tag" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "certificate_authority" (
    "id" UUID NOT NULL,
    "certificate_pem" TEXT NOT NULL,
    "key_secret_id" UUID NOT NULL,
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "not_after" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "certificate_authority_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "certificate" (
    "id" UUID NOT NULL,
    "authority_id" UUID NOT NULL,
    "serial" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "host_id" UUID,
    "certificate_pem" TEXT NOT NULL,
    "key_secret_id" UUID,
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "not_after" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "certificate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "actor_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "response_status" INTEGER,
    "response_body" JSONB,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("actor_id","key")
);

-- CreateTable
CREATE TABLE "user_account" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "theme" TEXT NOT NULL DEFAULT 'system',
    "is_disabled" BOOLEAN NOT NULL DEFAULT false,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_attempt" (
    "id" BIGSERIAL NOT NULL,
    "name_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "is_succeeded" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_by_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT,
    "target_name" TEXT,
    "detail" JSONB NOT NULL,
    "request_id" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "cluster_name_key_key" ON "cluster"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "cluster_group_name_key" ON "cluster"("group_name");

-- CreateIndex
CREATE UNIQUE INDEX "member_server_uuid_key" ON "member"("server_uuid");

-- CreateIndex
CREATE INDEX "member_cluster_id_idx" ON "member"("cluster_id");

-- CreateIndex
CREATE INDEX "member_host_id_idx" ON "member"("host_id");

-- CreateIndex
CREATE UNIQUE INDEX "vip_address_key" ON "vip"("address");

-- CreateIndex
CREATE UNIQUE INDEX "vip_cluster_id_kind_key" ON "vip"("cluster_id", "kind");

-- CreateIndex
CREATE INDEX "event_created_at_idx" ON "event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "host_name_key_key" ON "host"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "host_address_ssh_port_key" ON "host"("address", "ssh_port");

-- CreateIndex
CREATE INDEX "operation_cluster_id_id_idx" ON "operation"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "operation_host_id_id_idx" ON "operation"("host_id", "id");

-- CreateIndex
CREATE INDEX "operation_finished_at_idx" ON "operation"("finished_at");

-- CreateIndex
CREATE INDEX "operation_exclusion_operation_id_idx" ON "operation_exclusion"("operation_id");

-- CreateIndex
CREATE UNIQUE INDEX "metric_series_key_key" ON "metric_series"("key");

-- CreateIndex
CREATE INDEX "metric_sample_at_idx" ON "metric_sample"("at");

-- CreateIndex
CREATE UNIQUE INDEX "certificate_serial_key" ON "certificate"("serial");

-- CreateIndex
CREATE INDEX "certificate_host_id_idx" ON "certificate"("host_id");

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_name_key_key" ON "user_account"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_attempt_name_key_created_at_idx" ON "sign_in_attempt"("name_key", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_attempt_address_created_at_idx" ON "sign_in_attempt"("address", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_attempt_created_at_idx" ON "sign_in_attempt"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_token_hash_key" ON "api_token"("token_hash");

-- CreateIndex
CREATE INDEX "api_token_created_by_id_idx" ON "api_token"("created_by_id");

-- CreateIndex
CREATE INDEX "audit_entry_target_kind_target_id_idx" ON "audit_entry"("target_kind", "target_id");

-- CreateIndex
CREATE INDEX "audit_entry_created_at_idx" ON "audit_entry"("created_at");

-- AddForeignKey
ALTER TABLE "cluster_credential" ADD CONSTRAINT "cluster_credential_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_credential" ADD CONSTRAINT "cluster_credential_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "secret"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vip" ADD CONSTRAINT "vip_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_stream" ADD CONSTRAINT "event_stream_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_observation" ADD CONSTRAINT "cluster_observation_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_lease" ADD CONSTRAINT "watch_lease_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "host" ADD CONSTRAINT "host_credential_secret_id_fkey" FOREIGN KEY ("credential_secret_id") REFERENCES "secret"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_log" ADD CONSTRAINT "operation_log_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_exclusion" ADD CONSTRAINT "operation_exclusion_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_secret" ADD CONSTRAINT "operation_secret_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation_secret" ADD CONSTRAINT "operation_secret_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "secret"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_sample" ADD CONSTRAINT "metric_sample_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "metric_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificate_authority" ADD CONSTRAINT "certificate_authority_key_secret_id_fkey" FOREIGN KEY ("key_secret_id") REFERENCES "secret"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_authority_id_fkey" FOREIGN KEY ("authority_id") REFERENCES "certificate_authority"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_key_secret_id_fkey" FOREIGN KEY ("key_secret_id") REFERENCES "secret"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Workers look for unfinished operations, oldest first; finished ones are the many.
CREATE INDEX "operation_unfinished_idx" ON "operation" ("id") WHERE "state" IN ('queued', 'running', 'undoing');

-- The audit log is append only: a mistake or a stolen session of the console cannot rewrite it.
-- Retention deletes rows in a transaction that says so.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('primacy.is_purging', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit entries are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END;
$$;

CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

CREATE TRIGGER "audit_entry_no_truncate" BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
