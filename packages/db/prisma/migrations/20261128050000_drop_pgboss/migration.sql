-- Recurring work is done by timers of the worker. The queue's schema goes where it has this console's jobs alone: in a
-- database that is shared, a schema of this name may be another application's.
DO $$
DECLARE
  has_others boolean;
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  EXECUTE $q$
    SELECT EXISTS (
      SELECT 1 FROM pgboss.queue
      WHERE name NOT IN ('certificates.renew', 'retention.purge') AND name NOT LIKE '\_\_pgboss\_\_%')
  $q$ INTO has_others;
  IF has_others THEN
    RAISE NOTICE 'The schema pgboss has queues of another application and stays.';
  ELSE
    DROP SCHEMA pgboss CASCADE;
  END IF;
END
$$;
