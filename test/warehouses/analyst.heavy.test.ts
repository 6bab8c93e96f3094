import { randomBytes } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
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
import { damageOf, orgId } from './analyst-damage.ts'
import { type Engine, openEngine } from './open-engine.ts'
import { makePlaces, type RealPlace } from './real-places.ts'

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
  await sql`update notes set body = body || '?' where note_id < (select max(note_id) from notes)`.execute(
    database,
  )
  await syncWarehouse(dependencies, { warehouseId })
  expect(await readdir(join(path, 'notes'))).toHaveLength(2)
  const whole = await contents(place)
  const fileOf = async (table: string) => join(path, table, (await readdir(join(path, table)))[0] ?? '')
  const edit = async (table: string, columns: string) => {
    const file = await fileOf(table)
    await meddle(place, [
      `copy (select ${columns} from read_parquet('${file}')) to '${file}.mine' (format parquet)`,
    ])
    await rename(`${file}.mine`, file)
  }
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
    ['a value', 'notes', () => edit('notes', `* replace ('mine' as body)`)],
    ['a file of another table', 'attempts', async () => cp(await fileOf('people'), await fileOf('attempts'))],
    ['only a file without the key', 'deals', async () => cp(await fileOf('accounts'), await fileOf('deals'))],
    ['a file without the key', 'notes', () => edit('notes', '* exclude (id)')],
    ['a file without a version', 'people', () => edit('people', '* exclude (_version)')],
    ['a key that is null', 'notes', () => edit('notes', '* replace (nullif(id, min(id) over ()) as id)')],
    ['a column of another type', 'notes', () => edit('notes', `* replace ('mine' as created_at)`)],
    ['no copy to read', 'notes', () => rm(join(path, 'current', 'notes.parquet'))],
    ['a copy of another table', 'people', () => cp(copyOf('attempts'), copyOf('people'))],
    ['a copy that is cut', 'attempts', () => truncate(copyOf('attempts'), 40)],
    ['a copy with another byte', 'people', () => changeByte(copyOf('people'))],
    [
      'a superseded commit that is none',
      'notes',
      async () => writeFile((await commitsOf('notes'))[0], 'mine'),
    ],
    ['a last commit that is none', 'people', async () => writeFile((await commitsOf('people'))[1], '{')],
    [
      'an old commit under a greater name',
      'notes',
      async () => {
        const [, last] = await commitsOf('notes')
        await cp(last, join(path, '_commits', 'notes', '9000000000000000000.json'))
      },
    ],
    ['a directory for a file', 'notes', async () => replaceByDirectory(await fileOf('notes'))],
    ['a link to itself for a file', 'people', async () => replaceByLoop(await fileOf('people'))],
    ['a directory for a copy', 'attempts', () => replaceByDirectory(copyOf('attempts'))],
    ['a directory for a commit', 'people', async () => replaceByDirectory((await commitsOf('people'))[1])],
    ['a link to itself for a commit', 'notes', async () => replaceByLoop((await commitsOf('notes'))[1])],
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
    lacksKey = false,
    faultyColumns = [],
    damagedFiles = [],
  } = tables[table] ?? {}
  return (
    isMissing || lacksView || lacksKey || differing.length + faultyColumns.length + damagedFiles.length > 0
  )
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

async function replaceByDirectory(path: string): Promise<void> {
  await rm(path)
  await mkdir(path)
  await writeFile(join(path, 'mine'), '')
}

async function replaceByLoop(path: string): Promise<void> {
  await rm(path)
  await symlink(path, path)
}

async function changeByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(path, bytes)
}
