/** The workspace of the damaged rows. */
export const orgId = 'org_one'

type Damage = {
  what: string
  table: string
  /** Done by the analyst, one after another. */
  does: readonly string[]
  /** Done by a person before a repair can help. */
  corrects?: readonly string[]
}

const one = (table: string) => `id = (select min(id) from ${table} where not _deleted)`

/** In SQL that PostgreSQL and DuckDB share. */
const sharedDamage: readonly Damage[] = [
  { what: 'a value', table: 'notes', does: [`update notes set body = 'mine' where ${one('notes')}`] },
  {
    what: 'a value less',
    table: 'notes',
    does: [`update notes set created_at = null where ${one('notes')}`],
  },
  {
    what: 'a microsecond',
    table: 'notes',
    does: [`update notes set created_at = created_at + interval '1 microsecond' where ${one('notes')}`],
  },
  { what: 'every value of a column', table: 'people', does: [`update people set role = 'king'`] },
  {
    what: 'a list',
    table: 'signals',
    does: [`update signals set matched_keywords = null where ${one('signals')}`],
  },
  { what: 'a row less', table: 'attempts', does: [`delete from attempts where ${one('attempts')}`] },
  { what: 'no rows', table: 'attempts', does: ['delete from attempts'] },
  {
    what: 'a row more',
    table: 'people',
    does: [
      `insert into people (org_id, id, name, role, _version, _deleted, _synced_at, _batch_id)
       values ('${orgId}', 'usr_mine', 'Me', 'admin', 1, false, now(), 'mine')`,
    ],
  },
  {
    what: 'a row of the future',
    table: 'notes',
    does: [`update notes set _version = _version + 1000000 where ${one('notes')}`],
  },
  {
    what: 'a row of the past',
    table: 'notes',
    does: [`update notes set _version = _version - 1 where ${one('notes')}`],
  },
  {
    what: 'a tombstone',
    table: 'people',
    does: [`update people set _deleted = true where ${one('people')}`],
  },
  {
    what: 'no column',
    table: 'people',
    does: ['drop view people_current', 'alter table people drop column name'],
  },
  {
    what: 'a column of another type',
    table: 'notes',
    does: ['drop view notes_current', 'alter table notes alter column target_id type varchar(99)'],
    corrects: ['alter table notes drop column target_id'],
  },
  { what: 'no table', table: 'attempts', does: ['drop view attempts_current', 'drop table attempts'] },
  { what: 'no view', table: 'notes', does: ['drop view notes_current'] },
  {
    what: 'a row twice',
    table: 'notes',
    does: [
      'alter table notes drop constraint if exists notes_pkey',
      `insert into notes select * from notes where ${one('notes')}`,
    ],
  },
  {
    what: 'a row twice, once as it was before',
    table: 'people',
    does: [
      'alter table people drop constraint if exists people_pkey',
      `insert into people select * from people where ${one('people')}`,
      `update people set _version = 0, role = 'king' where ctid = (select max(ctid) from people where ${one('people')})`,
    ],
  },
  {
    what: 'no key, and a row less',
    table: 'attempts',
    does: [
      'alter table attempts drop constraint if exists attempts_pkey',
      `delete from attempts where ${one('attempts')}`,
    ],
  },
  {
    what: 'no cursors, and a row less',
    table: 'notes',
    does: ['drop table _signalpost_cursors', `delete from notes where ${one('notes')}`],
  },
  {
    what: 'a cursor set back, and no rows',
    table: 'people',
    does: [`update _signalpost_cursors set position = 0 where table_name = 'people'`, 'delete from people'],
  },
  {
    what: 'another name',
    table: 'people',
    does: ['drop view people_current', 'alter table people rename to folk'],
  },
]

/** DuckDB knows of no keys of a table, and takes the comment from a view that is replaced: then it is someone's own. */
const damageInPostgres: readonly Damage[] = [
  ...sharedDamage,
  { what: 'no key', table: 'notes', does: ['alter table notes drop constraint notes_pkey'] },
  { what: 'another name, with its view', table: 'people', does: ['alter table people rename to folks'] },
  {
    what: 'another name, with a view of more columns',
    table: 'notes',
    does: [
      'alter table notes add column mine text',
      'create or replace view notes_current as select * from notes where not _deleted',
      'alter table notes rename to old_notes',
    ],
  },
  {
    what: 'a view of fewer rows',
    table: 'attempts',
    does: [
      `create or replace view attempts_current as select * from attempts where not _deleted and id < 'b'`,
    ],
  },
  {
    what: 'a view of other values',
    table: 'notes',
    does: [
      `do $$ begin
        execute format('create or replace view notes_current as select %s from notes where not _deleted', (
          select string_agg(case column_name when 'body' then '''mine'' as body' else quote_ident(column_name) end, ', ' order by ordinal_position)
          from information_schema.columns where table_schema = current_schema() and table_name = 'notes_current'
        ));
      end $$`,
    ],
  },
]

/** A text has no other length in DuckDB. */
const retypedInDuckdb = 'alter table notes alter column created_at type varchar'

/** A table has no key there, and its rows have other ids. */
function inDuckdb(statement: string): string[] {
  return statement.includes('drop constraint') ? [] : [statement.replaceAll('ctid', 'rowid')]
}

/** With tables and views of the same names in other schemas. */
const besideOurs: readonly Damage[] = [
  {
    what: 'a value, beside a table of the same name',
    table: 'notes',
    does: [
      'create schema other',
      'create table other.notes (id integer)',
      `update main.notes set body = 'mine' where ${one('main.notes')}`,
    ],
  },
  {
    what: 'no table, beside a copy',
    table: 'people',
    does: [
      'create table other.people as from main.people',
      'create view other.people_current as from other.people',
      'drop view main.people_current',
      'drop table main.people',
    ],
  },
]

const firstNote = 'id in (select min(id) from notes final where not _deleted)'

const damageInClickHouse: readonly Damage[] = [
  { what: 'a value', table: 'notes', does: [`alter table notes update body = 'mine' where ${firstNote}`] },
  {
    what: 'a value less',
    table: 'notes',
    does: [`alter table notes update created_at = null where ${firstNote}`],
  },
  {
    what: 'every value of a column',
    table: 'people',
    does: [`alter table people update role = 'king' where 1`],
  },
  { what: 'a list', table: 'signals', does: ['alter table signals update matched_keywords = [] where 1'] },
  { what: 'a row less', table: 'attempts', does: ["delete from attempts where endsWith(id, ':1')"] },
  { what: 'no rows', table: 'attempts', does: ['truncate table attempts'] },
  {
    what: 'a row more',
    table: 'people',
    does: [
      `insert into people (org_id, id, name, role, _version, _deleted, _synced_at, _batch_id)
       values ('${orgId}', 'usr_mine', 'Me', 'admin', 1, false, now(), 'mine')`,
    ],
  },
  {
    what: 'a row of the future',
    table: 'notes',
    does: [
      `insert into notes select * replace (_version + 1000000 as _version) from notes final where ${firstNote}`,
    ],
  },
  {
    what: 'a row of the past',
    table: 'notes',
    // The engine keeps the greatest version of a row, so the present one goes first.
    does: [
      `create table mine engine = Memory as select * from notes final where ${firstNote}`,
      'delete from notes where id in (select id from mine)',
      'insert into notes select * replace (_version - 1 as _version) from mine',
      'drop table mine sync',
    ],
  },
  { what: 'a tombstone', table: 'people', does: ['alter table people update _deleted = 1 where 1'] },
  { what: 'no column', table: 'people', does: ['alter table people drop column name'] },
  {
    what: 'a column of another type',
    table: 'notes',
    does: ['alter table notes drop column target_id', 'alter table notes add column target_id Int64'],
    corrects: ['alter table notes drop column target_id'],
  },
  { what: 'no table', table: 'attempts', does: ['drop table attempts sync'] },
  { what: 'another name', table: 'people', does: ['rename table people to folk'] },
  { what: 'no view', table: 'notes', does: ['drop view notes_current sync'] },
  {
    what: 'a view of fewer rows',
    table: 'attempts',
    does: [
      `create or replace view attempts_current as select * from attempts final where _deleted = 0 and id < 'b'`,
    ],
  },
  {
    what: 'no cursors, and a row less',
    table: 'notes',
    does: ['drop table _signalpost_cursors sync', `delete from notes where ${firstNote}`],
  },
  {
    what: 'a cursor set back, and no rows',
    table: 'people',
    does: [
      `insert into _signalpost_cursors select * replace (0 as position, revision + 1 as revision)
       from _signalpost_cursors final where table_name = 'people'`,
      'truncate table people',
    ],
  },
]

/** By kind of warehouse. */
export const damageOf: Readonly<Record<string, readonly Damage[]>> = {
  postgres: damageInPostgres,
  duckdb: [
    ...sharedDamage.map((damage) => {
      if (damage.corrects === undefined) return { ...damage, does: damage.does.flatMap(inDuckdb) }
      return {
        ...damage,
        does: ['drop view notes_current', retypedInDuckdb],
        corrects: ['alter table notes drop column created_at'],
      }
    }),
    ...besideOurs,
  ],
  clickhouse: damageInClickHouse,
}
