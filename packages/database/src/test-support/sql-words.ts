/** The words of SQL, its types and its functions without parentheses, that statements use. */
export const sqlWords: ReadonlySet<string> = new Set(
  `all and any array as asc at atomic begin between bigint boolean both by bytea c case collate column commit concurrently
  conflict constraint cross current_date current_schema current_timestamp date day default delete desc distinct do double drop
  else end epoch escape except excluded exists extract false filter first float8 following for from full group having if ilike in index inner
  insert int integer interval into is isolation join json jsonb key lateral left level like limit local locked materialized
  matched merge microseconds no nothing not nowait null nulls of offset on only or order ordinality over overriding partition
  precision preceding range read real recursive repeatable returning right row rows select session set share skip smallint
  some space table text then time timestamp timestamptz to transaction trigger true union unique update using uuid value values
  view when where window with within without work write zone last year month hour minute second isfinite symmetric
  increment current unbounded infinity greatest least nullif coalesce unknown user`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
