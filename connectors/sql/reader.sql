-- A role that may only read, for dashboards. Run it in the database footfall, as an administrator:
-- psql -d footfall -c '\set password `cat FILE`' -f reader.sql
create role footfall_reader login password :'password';
grant usage on schema public to footfall_reader;
grant select on all tables in schema public to footfall_reader;
alter default privileges for role footfall in schema public grant select on tables to footfall_reader;
alter role footfall_reader set statement_timeout = '30s';
