-- Recurring work is done by timers of the worker; the queue's schema has nothing that is needed.
DROP SCHEMA IF EXISTS pgboss CASCADE;
