-- The database and the role that the sink uses. Run it once, as an administrator:
-- psql -d postgres -c '\set password `cat FILE`' -f database.sql
create role footfall login password :'password';
create database footfall owner footfall encoding 'UTF8' template template0;
