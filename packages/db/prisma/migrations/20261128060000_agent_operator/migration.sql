-- The host operator as the agent last told of it; empty: nothing is known of it.
ALTER TABLE "agent" ADD COLUMN "operator" JSONB;
