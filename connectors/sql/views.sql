-- Answers to a team's questions, on the tables of the sink. Run it as the role footfall, after tables.sql, and again
-- after an upgrade. Days are in UTC. What a fork repeats (copy_of) is left out everywhere.

drop view if exists cost_by_day_and_project, cost_by_user, unpriced_models, longest_turns, failing_tools,
    failures_by_day, top_patterns, top_desires, open_alerts, alerts_by_day, tool_calls, counted_turns;

-- Each turn once, with its tokens as columns. Subagents have turns of their own.
create view counted_turns as
select turn_id, session_id, agent_id, (started_at at time zone 'UTC')::date as day, started_at, ended_at, elapsed_ms,
    coalesce(project, '(none)') as project, coalesce("user", '(none)') as "user", host, "trigger", closed_by, interrupted,
    length, "long", pattern, cost_usd, cost_usd is null as unpriced,
    (tokens ->> 'input')::bigint as input_tokens,
    (tokens ->> 'output')::bigint as output_tokens,
    (tokens ->> 'cache_creation')::bigint as cache_creation_tokens,
    (tokens ->> 'cache_read')::bigint as cache_read_tokens,
    models, unpriced_models
from turns
where copy_of is null;

-- What does a day cost, and which project causes it? A turn with a model without a price has no cost; it is in
-- unpriced_turns, and its tokens are in the sums of tokens.
create view cost_by_day_and_project as
select day, project, count(*) as turns, count(*) filter (where unpriced) as unpriced_turns,
    coalesce(sum(cost_usd), 0) as cost_usd, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
    sum(cache_creation_tokens) as cache_creation_tokens, sum(cache_read_tokens) as cache_read_tokens
from counted_turns
group by day, project;

-- The same by user and day.
create view cost_by_user as
select day, "user", count(*) as turns, count(*) filter (where unpriced) as unpriced_turns,
    coalesce(sum(cost_usd), 0) as cost_usd, sum(output_tokens) as output_tokens
from counted_turns
group by day, "user";

-- Which models have no price, and in how many turns?
create view unpriced_models as
select model, count(*) as turns, max(started_at) as last_turn
from counted_turns, json_array_elements_text(unpriced_models) as model
group by model;

-- Which turns are the longest? Order by length, elapsed_ms or cost_usd.
create view longest_turns as
select turn_id, started_at, project, "user", length, elapsed_ms, cost_usd, closed_by, pattern
from counted_turns
where length > 0
order by length desc, elapsed_ms desc nulls last, turn_id;

-- Each call once.
create view tool_calls as
select turn_id, turn_sequence, session_id, (started_at at time zone 'UTC')::date as day, started_at, completed_at,
    extract(epoch from completed_at - started_at) as seconds, tool, outcome, category, error, bash_category,
    file_extension, input_bytes, result_bytes, subagent, coalesce(project, '(none)') as project,
    coalesce("user", '(none)') as "user", host
from invocations
where copy_of is null;

-- Which tools fail, how often, and most often why?
create view failing_tools as
select tool, count(*) as calls, count(*) filter (where outcome = 'error') as failures,
    round(100.0 * count(*) filter (where outcome = 'error') / count(*), 1) as failure_pct,
    mode() within group (order by category) as most_frequent_category,
    max(started_at) filter (where outcome = 'error') as last_failure
from tool_calls
group by tool
having count(*) filter (where outcome = 'error') > 0
order by failures desc, tool;

-- Failures by day and category.
create view failures_by_day as
select day, project, coalesce(category, 'other') as category, count(*) as failures
from tool_calls
where outcome = 'error'
group by day, project, coalesce(category, 'other');

-- Which sequences repeat, and how many of these turns are long?
create view top_patterns as
select pattern, count, round(avg_length::numeric, 1) as avg_length, sessions, long_count, first_seen, last_seen
from patterns
order by count desc, pattern;

-- What do agents struggle with?
create view top_desires as
select title, count, sessions, wasted_steps, wasted_cost_usd, advice, category, subject, error, first_seen, last_seen
from desires
order by category in ('command-failed', 'polling'), wasted_steps desc, count desc, id;

-- What is wrong now?
create view open_alerts as
select raised_at, kind, level, value, threshold, turn_id, project, "user", host, pattern_so_far
from alerts
where state = 'raised'
order by level desc, raised_at;

-- Alerts by day, kind and level.
create view alerts_by_day as
select (raised_at at time zone 'UTC')::date as day, kind, level, count(*) as alerts
from alerts
group by (raised_at at time zone 'UTC')::date, kind, level;
