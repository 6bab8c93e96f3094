import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  createBackup,
  type DirectoryGuard,
  type EmbeddedPostgres,
  ensureMasterKeys,
  guardDirectory,
  removeDatabase,
  restoreBackup,
  startEmbeddedPostgres,
} from '../index.ts'
import { type BackupManifest, backupEnd, sealOf } from './manifest.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

const isRoot = process.getuid?.() === 0
const about = { signalpostVersion: '1.2.0', migration: '0002-second' }
const restorable = { signalpostVersion: '1.2.0', migrations: ['0001-first', '0002-second'], replace: false }

const demo = '{"apiKey":"spk_demo"}\n'

let root: string
let guard: DirectoryGuard
let dataDir: string
let server: EmbeddedPostgres
let client: pg.Client
/** A backup of a database at rest, with rows of 20 MB. */
let backup: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'signalpost-backup-'))
  chmodSync(root, 0o755)
  guard = guardDirectory(root)
  dataDir = join(root, 'data')
  ensureMasterKeys(dataDir)
  server = await startEmbeddedPostgres({ dataDir })
  client = await connect(server.url)
  await client.query(
    'create table kept as select n, repeat(md5(n::text), 10) as body from generate_series(1, 60000) n',
  )
  await client.query('create table counted (n int primary key); create table logged (n int primary key)')
  writeFileSync(join(dataDir, 'demo.json'), demo, { mode: 0o600 })
  backup = join(root, 'backup')
  await createBackup({ dataDir, file: backup, ...about })
}, 60_000)

afterAll(async () => {
  await client.end()
  await server.stop('immediate')
  await guard.release()
})

test('restores all rows, from a private file that does not contain the master key', async () => {
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(leftovers(root)).toEqual([])
  const archive = zstdDecompressSync(readFileSync(backup))
  const key = readFileSync(join(dataDir, 'master-key'), 'utf8').trim()
  expect(archive.includes(key)).toBe(false)
  expect(archive.includes('PG_VERSION')).toBe(true)

  const target = join(root, 'round-trip')
  const { manifest, movedTo } = await restoreBackup({ file: backup, dataDir: target, ...restorable })
  expect(movedTo).toBeUndefined()
  expect(manifest).toMatchObject({
    ...about,
    format: 1,
    postgresqlVersion: expect.stringMatching(/^\d+\.\d+$/),
  })
  expect(readdirSync(target).toSorted()).toEqual(['demo.json', 'postgres'])
  expect(readFileSync(join(target, 'demo.json'), 'utf8')).toBe(demo)
  expect(statSync(join(target, 'demo.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(target, 'postgres'))).not.toContain('demo.json')
  const sum = 'select count(*)::int as rows, md5(string_agg(n || body, $$,$$ order by n)) as sum from kept'
  expect(await queryIn(target, sum)).toEqual((await client.query(sum)).rows[0])
}, 60_000)

test('makes a directory that a person created for it private, but not one with files of their own', async () => {
  const open = isRoot ? 0o711 : 0o700
  const given = join(root, 'given')
  mkdirSync(given, { mode: 0o755 })
  writeFileSync(join(given, 'master-key'), 'key', { mode: 0o600 })
  writeFileSync(join(given, 'demo.json'), '{}', { mode: 0o600 })
  await restoreBackup({ file: backup, dataDir: given, ...restorable })
  expect(statSync(given).mode & 0o777).toBe(open)
  expect(readFileSync(join(given, 'demo.json'), 'utf8')).toBe(demo)
  const shared = join(root, 'shared')
  mkdirSync(shared, { mode: 0o755 })
  writeFileSync(join(shared, 'photo.jpg'), '')
  await restoreBackup({ file: backup, dataDir: shared, ...restorable })
  expect(statSync(shared).mode & 0o777).toBe(0o755)
}, 60_000)

test('contains every transaction that was committed before it began, and none in part, while writes continue', async () => {
  let isWriting = true
  let committed = 0
  const writer = await connect(server.url)
  const write = async () => {
    for (let n = 1; isWriting; n++) {
      await writer.query(`begin; insert into counted values (${n}); insert into logged values (${n}); commit`)
      committed = n
    }
  }
  const writing = write()
  await expect.poll(() => committed).toBeGreaterThan(100)
  const before = committed
  const file = join(root, 'while-writing')
  await createBackup({ dataDir, file, ...about })
  expect(committed).toBeGreaterThan(before)
  isWriting = false
  await writing
  await writer.end()

  const target = join(root, 'written')
  await restoreBackup({ file, dataDir: target, ...restorable })
  const found = await queryIn(
    target,
    'select (select max(n) from counted) as last, (select count(*)::int from counted) as counted, (select count(*)::int from logged) as logged',
  )
  const { last } = found as { last: number }
  expect(last).toBeGreaterThanOrEqual(before)
  expect(found).toEqual({ last, counted: last, logged: last })
}, 60_000)

test('refuses to create a backup where it cannot, in one line, and leaves nothing', async () => {
  const refusal = async (file: string, from = dataDir) => {
    const found = await createBackup({ dataDir: from, file, ...about }).catch((error: Error) => error.message)
    expect(leftovers(root)).toEqual([])
    return found
  }
  const before = hashOf(backup)
  expect(await refusal(backup)).toBe(`${backup} exists: choose another name`)
  expect(hashOf(backup)).toBe(before)
  const nowhere = join(root, 'nowhere/backup')
  expect(await refusal(nowhere)).toMatch(`cannot back up to ${nowhere}: no such file or directory`)
  const below = join(backup, 'backup')
  expect(await refusal(below)).toMatch(`cannot back up to ${below}: not a directory`)
  expect(await refusal(join(root, 'new'), join(root, 'none'))).toBe(
    `no embedded PostgreSQL is running on ${join(root, 'none')}; start it with npm start`,
  )
})

test('leaves nothing of a backup that no longer fits, or that is interrupted', async () => {
  const file = join(root, 'too-large')
  // The limit on the size of a file fails a write like a full disk, and every user can set it.
  const run = `
    import { createBackup } from ${JSON.stringify(import.meta.resolve('../index.ts'))}
    await createBackup(${JSON.stringify({ dataDir, file, ...about })}).catch((error) => console.log(error.message))`
  const command = ['ulimit -f 500; exec "$0" --input-type=module --eval "$1"', process.execPath, run]
  const { stdout } = spawnSync('/bin/sh', ['-c', ...command], { encoding: 'utf8' })
  expect(stdout).toBe(`cannot back up to ${file}: file too large\n`)
  const interrupted = createBackup({ dataDir, file, ...about, signal: AbortSignal.abort() })
  await expect(interrupted).rejects.toThrow(`cannot back up to ${file}: it was interrupted`)
  expect([existsSync(file), leftovers(root)]).toEqual([false, []])
})

test('refuses a file that is damaged, incomplete or no backup, before it touches the data directory', async () => {
  const content = readFileSync(backup)
  const flipped = (at: number) => content.map((byte, index) => (index === at ? byte ^ 1 : byte))
  const damaged: [string, Uint8Array, RegExp][] = [
    ['empty', Buffer.alloc(0), /empty is not a backup of Signalpost$/],
    ['text', Buffer.from('not a backup'), /text is not a backup of Signalpost$/],
    ['half', content.subarray(0, content.length / 2), /half is damaged \(.+\); nothing was restored$/],
    ['short', content.subarray(0, -1), /short is damaged \(its end is missing\); nothing was restored$/],
    [
      'long',
      Buffer.concat([content, Buffer.from('x')]),
      /long is damaged \(its end is missing\); nothing was restored$/,
    ],
    [
      'cut',
      Buffer.concat([content.subarray(0, -1000), backupEnd]),
      /cut is damaged \(.+\); nothing was restored$/,
    ],
    ...[0.1, 0.5, 0.9].map((part): [string, Uint8Array, RegExp] => [
      ...([`flipped-${part}`, flipped(Math.floor(content.length * part))] as const),
      /is damaged \(.+\); nothing was restored$/,
    ]),
    ['changed', forge({ changeContent: true }), /changed is damaged \(data\/PG_VERSION has changed\)/],
    ['missing', forge({ more: ['data/base/1'] }), /missing is damaged \(data\/base\/1 is missing\)/],
    [
      'escaping',
      forge({ path: 'data/../../escaped' }),
      /is damaged \(it contains a file that is not of a database\)/,
    ],
    ['other', fileOf([tarEnd]), /other is not a backup of Signalpost$/],
  ]
  const target = join(root, 'untouched')
  for (const [name, bytes, message] of damaged) {
    const file = join(root, name)
    writeFileSync(file, bytes)
    await expect(restoreBackup({ file, dataDir: target, ...restorable }), name).rejects.toThrow(message)
    expect(existsSync(target), name).toBe(false)
  }
  const away = restoreBackup({ file: join(root, 'away'), dataDir: target, ...restorable })
  await expect(away).rejects.toThrow(
    `cannot read the backup: no such file or directory (${join(root, 'away')})`,
  )
  await expect(restoreBackup({ file: root, dataDir: target, ...restorable })).rejects.toThrow(
    `${root} is not a file`,
  )
}, 60_000)

test('refuses a backup of another PostgreSQL, or of a newer version of the product', async () => {
  const refusal = (manifest: Partial<BackupManifest>) => {
    const file = join(root, 'forged')
    writeFileSync(file, forge({ manifest }))
    const target = join(root, 'untouched')
    return restoreBackup({ file, dataDir: target, ...restorable }).catch((error: Error) => error.message)
  }
  expect(await refusal({ postgresqlVersion: '17.2' })).toMatch(
    /^the backup is of PostgreSQL 17.2 and this is PostgreSQL \d+: restore it with Signalpost 1.2.0, which made it$/,
  )
  const newer = /and this is the older 1.2.0: restore it with that version or a newer one$/
  expect(await refusal({ signalpostVersion: '1.10.0' })).toMatch(newer)
  expect(await refusal({ migration: '0003-third' })).toMatch(newer)
  expect(await refusal({ format: 2 })).toMatch(/has the format 2 and this version reads 1/)
})

test('refuses a data directory with a database; --replace moves it aside, and back if the restore fails', async () => {
  await expect(restoreBackup({ file: backup, dataDir, ...restorable, replace: true })).rejects.toThrow(
    `Signalpost is running on ${dataDir}: stop it first`,
  )
  const target = join(root, 'replaced')
  await restoreBackup({ file: backup, dataDir: target, ...restorable })
  writeFileSync(join(target, 'own'), 'kept')
  await expect(restoreBackup({ file: backup, dataDir: target, ...restorable })).rejects.toThrow(
    `${target} already has a database: give --replace to move the directory aside`,
  )
  // A cluster that cannot start: it has no file but its version.
  const broken = join(root, 'broken')
  writeFileSync(broken, forge({}))
  const failed = restoreBackup({ file: broken, dataDir: target, ...restorable, replace: true })
  await expect(failed).rejects.toThrow(/./)
  expect(readdirSync(target).sort()).toEqual(['demo.json', 'own', 'postgres'])
  expect(readdirSync(root).filter((name) => name.includes('before-restore'))).toEqual([])

  const { movedTo } = await restoreBackup({ file: backup, dataDir: target, ...restorable, replace: true })
  expect(readFileSync(join(movedTo ?? '', 'own'), 'utf8')).toBe('kept')
  expect(readdirSync(target)).toEqual(['demo.json', 'postgres'])
}, 60_000)

test.runIf(isRoot)(
  'restores elsewhere if PostgreSQL cannot enter the data directory, and says where',
  async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const target = join(closed, 'data')
    onTestFinished(() => removeDatabase(target))
    await restoreBackup({ file: backup, dataDir: target, ...restorable })
    const home = readFileSync(join(target, 'postgres-location'), 'utf8')
    expect(readFileSync(join(target, 'README'), 'utf8')).toContain(home)
  },
  60_000,
)

test.runIf(isRoot)(
  'an ordinary user restores what root backed up',
  () => {
    const home = join(root, 'home')
    mkdirSync(home)
    chmodSync(home, 0o777)
    const file = join(home, 'backup')
    copyFileSync(backup, file)
    chmodSync(file, 0o644)
    const target = join(home, 'data')
    const run = `
    import { restoreBackup } from ${JSON.stringify(import.meta.resolve('../index.ts'))}
    const { manifest } = await restoreBackup(${JSON.stringify({ file, dataDir: target, ...restorable })})
    console.log(manifest.migration)`
    const user = { uid: 65534, gid: 65534, cwd: '/', encoding: 'utf8' as const }
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', run], user)
    expect(stdout).toBe('0002-second\n')
    expect(statSync(join(target, 'postgres/data')).uid).toBe(65534)
  },
  60_000,
)

/** Makes a backup of one file, with what a test changes in it. */
function forge({
  path = 'data/PG_VERSION',
  changeContent = false,
  more = [],
  manifest = {},
}: {
  path?: string
  changeContent?: boolean
  more?: string[]
  manifest?: Partial<BackupManifest>
}): Buffer {
  const content = readFileSync(join(dataDir, 'postgres/data/PG_VERSION'))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const files = [path, ...more].map((name) => ({ path: name, size: content.length, sha256 }))
  const [version = ''] = content.toString().trim().split('.')
  const facts = {
    format: 1,
    createdAt: new Date(0).toISOString(),
    ...about,
    postgresqlVersion: `${version}.0`,
    files,
  }
  const stored = changeContent ? Buffer.from(content.map((byte) => byte ^ 1)) : content
  const described = Buffer.from(JSON.stringify({ ...facts, ...manifest }))
  const seal = member('manifest.sha256', Buffer.from(sealOf(described)))
  const members = [member(path, stored), member('manifest.json', described), seal]
  return fileOf([...members.flat(), tarEnd])
}

function fileOf(archive: Buffer[]): Buffer {
  return Buffer.concat([zstdCompressSync(Buffer.concat(archive)), backupEnd])
}

function member(path: string, content: Buffer): Buffer[] {
  return [tarHeader({ path, isDirectory: false, size: content.length }), content, tarPadding(content.length)]
}

function leftovers(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith('.partial'))
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

async function connect(url: string): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString: url })
  connected.on('error', () => undefined)
  await connected.connect()
  return connected
}

/** Starts the database of a data directory, and returns the first row of a query. */
async function queryIn(directory: string, sql: string): Promise<unknown> {
  const started = await startEmbeddedPostgres({ dataDir: directory })
  onTestFinished(() => started.stop('immediate'))
  const connected = await connect(started.url)
  const { rows } = await connected.query(sql)
  await connected.end()
  return rows[0]
}
