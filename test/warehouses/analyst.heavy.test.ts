import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createSecretBox, type Database, type SecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createWarehouse } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { type SyncDependencies, syncWarehouse, type VerifyReport, verifyWarehouse } from '@signalpost/sync'
import {
  type ClickHouseServer,
  createTestDatabase,
  startClickHouse,
  startRandomWriters,
  type TestDatabase,
  waitUntil,
} from '@signalpost/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, openEngine } from './open-engine.ts'
import { makePlaces, type RealPlace } from './real-places.ts'

const orgId = 'org_one'
let source: TestDatabase
let target: TestDatabase
let clickhouse: ClickHouseServer
let directory: string
let database: Database
let secretBox: SecretBox
let dependencies: SyncDependencies

beforeAll(async () => {
  ;[source, target, clickhouse] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    startClickHouse(),
  ])
  directory = await mkdtemp(join(tmpdir(), 'signalpost-analyst-'))
  const opened = createDatabase({
    ...{ url: source.url, applicationName: 'test', onConnectionError: () => undefined },
  })
  database = opened.database
  secretBox = createSecretBox(randomBytes(32))
  dependencies = { ...opened, secretBox, dataDir: directory }
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  const writers = startRandomWriters({ url: source.url, orgId, writers: 2, records: 40, holdMs: 5 })
  await waitUntil('every table has rows', hasEverything)
  await writers.stop()
})

afterAll(async () => {
  await database.destroy()
  const removed = rm(directory, { recursive: true, force: true })
  await Promise.all([source.drop(), target.drop(), clickhouse.stop(), removed])
})

/** Whether each table that an analyst damages has rows that are not deleted. */
async function hasEverything(): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select (select count(*) > 3 from notes) and (select count(*) > 3 from signals where relevance_score is not null)
      and (select count(*) > 3 from mirrored_records where state is not null and table_name = 'attempts')
      and (select count(*) > 3 from mirrored_records where state is not null and table_name = 'people') as is_there`.execute(
    database,
  )
  return rows[0]?.is_there === true
}

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

/** A text has no other length in DuckDB. */
const retypedInDuckdb = 'alter table notes alter column created_at type varchar'

/** A table has no key there, and its rows have other ids. */
function inDuckdb(statement: string): string[] {
  return statement.includes('drop constraint') ? [] : [statement.replaceAll('ctid', 'rowid')]
}

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

const damageOf: Readonly<Record<string, readonly Damage[]>> = {
  postgres: sharedDamage,
  duckdb: sharedDamage.map((damage) => {
    if (damage.corrects === undefined) return { ...damage, does: damage.does.flatMap(inDuckdb) }
    return {
      ...damage,
      does: ['drop view notes_current', retypedInDuckdb],
      corrects: ['alter table notes drop column created_at'],
    }
  }),
  clickhouse: damageInClickHouse,
}

/** Each comparison opens the file of DuckDB, which takes a second. */
const monthMs = 600_000

test.each(Object.keys(damageOf))(
  'a month of an analyst in %s: each damage is named, and repaired to what there was',
  { timeout: monthMs },
  async (kind) => {
    const { place, warehouseId } = await addWarehouse(kind)
    await syncWarehouse(dependencies, { warehouseId })
    const whole = await contents(place)
    for (const { what, table, does, corrects = [] } of damageOf[kind] ?? []) {
      await meddle(place, does)
      const found = await verify(warehouseId, false)
      expect([what, found.equal, namesDamage(found, table)]).toEqual([what, false, true])
      for (const other of warehouseTables.filter(({ name }) => name !== table))
        expect([what, other.name, namesDamage(found, other.name)]).toEqual([what, other.name, false])
      await meddle(place, corrects)
      const repaired = await verify(warehouseId, true)
      expect([what, repaired.equal]).toEqual([what, true])
      expect([what, await contents(place)]).toEqual([what, whole])
    }
  },
)

test('a month of an analyst in a lake: each damage is named, and repaired to what there was', async () => {
  const { place, warehouseId } = await addWarehouse('parquet')
  const path = place.settings.path ?? ''
  await syncWarehouse(dependencies, { warehouseId })
  const whole = await contents(place)
  const fileOf = async (table: string) => join(path, table, (await readdir(join(path, table)))[0] ?? '')
  /** The first and the last. */
  const commitsOf = async (table: string): Promise<[string, string]> => {
    const names = (await readdir(join(path, '_commits', table))).toSorted()
    expect(names.length).toBeGreaterThan(1)
    return [join(path, '_commits', table, names[0] ?? ''), join(path, '_commits', table, names.at(-1) ?? '')]
  }
  const copyOf = (table: string) => join(path, 'current', `${table}.parquet`)
  const damages: [what: string, table: string, does: () => Promise<void>][] = [
    ['a file less', 'notes', async () => rm(await fileOf('notes'))],
    ['a file that is cut', 'people', async () => truncate(await fileOf('people'), 40)],
    ['a file that is none', 'attempts', async () => writeFile(await fileOf('attempts'), 'mine')],
    [
      'a value',
      'notes',
      async () => {
        const file = await fileOf('notes')
        await meddle(place, [
          `copy (select * replace ('mine' as body) from read_parquet('${file}')) to '${file}.mine' (format parquet)`,
        ])
        await rename(`${file}.mine`, file)
      },
    ],
    ['a file of another table', 'attempts', async () => cp(await fileOf('people'), await fileOf('attempts'))],
    ['no copy to read', 'notes', () => rm(join(path, 'current', 'notes.parquet'))],
    ['a copy of another table', 'people', () => cp(copyOf('attempts'), copyOf('people'))],
    ['a copy that is cut', 'attempts', () => truncate(copyOf('attempts'), 40)],
    [
      'a superseded commit that is none',
      'notes',
      async () => writeFile((await commitsOf('notes'))[0], 'mine'),
    ],
    ['a last commit that is none', 'people', async () => writeFile((await commitsOf('people'))[1], '{')],
    ['no commits', 'notes', () => rm(join(path, '_commits', 'notes'), { recursive: true })],
    ['no last commit', 'attempts', async () => rm((await commitsOf('attempts'))[1])],
    ['no files', 'signals', () => rm(join(path, 'signals'), { recursive: true })],
  ]
  for (const [what, table, does] of damages) {
    await does()
    const found = await verify(warehouseId, false)
    expect([what, found.equal, namesDamage(found, table)]).toEqual([what, false, true])
    expect([what, (await verify(warehouseId, true)).equal]).toEqual([what, true])
    expect([what, await contents(place)]).toEqual([what, whole])
  }
  const kept = join(directory, 'kept')
  await cp(path, kept, { recursive: true })
  await sql`update notes set body = body || '!'`.execute(database)
  await syncWarehouse(dependencies, { warehouseId })
  const later = await contents(place)
  await rm(path, { recursive: true })
  await cp(kept, path, { recursive: true })
  await syncWarehouse(dependencies, { warehouseId })
  expect((await verify(warehouseId, false)).equal).toBe(true)
  expect(await contents(place)).toEqual(later)
})

const removals: Readonly<Record<string, (place: RealPlace) => Promise<void>>> = {
  postgres: (place) =>
    meddle(place, [`do $$ begin execute format('drop schema %I cascade', current_schema()); end $$`]),
  duckdb: ({ settings }) => rm(settings.path ?? ''),
  parquet: ({ settings }) => rm(settings.path ?? '', { recursive: true }),
  clickhouse: ({ settings, ...place }) =>
    meddle({ ...place, settings: { ...settings, database: 'default' } }, [
      `drop database ${settings.database} sync`,
    ]),
}

test.each(Object.keys(removals))(
  'names all that %s had where its place is gone, and brings it back',
  async (kind) => {
    const { place, warehouseId } = await addWarehouse(kind)
    await syncWarehouse(dependencies, { warehouseId })
    const whole = await contents(place)
    await removals[kind]?.(place)
    const { equal, tables } = await verify(warehouseId, false)
    expect(equal).toBe(false)
    expect(Object.values(tables).filter(({ isMissing }) => !isMissing)).toEqual([])
    expect((await verify(warehouseId, true)).equal).toBe(true)
    expect(await contents(place)).toEqual(whole)
  },
)

function namesDamage({ tables }: VerifyReport, table: string): boolean {
  const {
    differing = [],
    isMissing = false,
    lacksView = false,
    faultyColumns = [],
    damagedFiles = [],
  } = tables[table] ?? {}
  return isMissing || lacksView || differing.length + faultyColumns.length + damagedFiles.length > 0
}

function verify(warehouseId: string, repair: boolean): Promise<VerifyReport> {
  return verifyWarehouse(dependencies, { warehouseId }, { repair })
}

async function addWarehouse(name: string): Promise<{ place: RealPlace; warehouseId: string }> {
  const places = makePlaces({ directory, postgresUrl: target.url, clickhouse })
  const place = places.find(({ kind }) => kind.kind === name) ?? expect.unreachable()
  const { kind, settings, secrets } = place
  const location = JSON.stringify(settings)
  const { warehouseId } = await createWarehouse(database, secretBox, {
    ...{ orgId, kind: kind.kind, name: location, settings, secrets, location },
    ...{ intervalMs: 1_000, excludesPersonal: false, hasLedger: true, hasBounds: false },
  })
  return { place, warehouseId }
}

async function withEngine<Result>(
  place: RealPlace,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const engine = await openEngine(place)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

function meddle(place: RealPlace, statements: readonly string[]): Promise<void> {
  return withEngine(place, async ({ query }) => {
    for (const statement of statements) await query(statement)
  })
}

/** What the warehouse shows, read by its engine: every row of every table, without what tells when it came. */
function contents(place: RealPlace): Promise<Record<string, string[]>> {
  return withEngine(place, async ({ query }) => {
    const all: Record<string, string[]> = {}
    for (const { name, columns } of warehouseTables) {
      const from =
        place.kind.kind === 'parquet'
          ? `read_parquet('${place.settings.path}/current/${name}.parquet')`
          : `${name}_current`
      const names = [...columns.map((column) => `"${column.name}"`), '_version'].join(', ')
      const rows = await query(`select ${names} from ${from}`)
      all[name] = rows.map((row) => JSON.stringify(row)).sort()
    }
    return all
  })
}
