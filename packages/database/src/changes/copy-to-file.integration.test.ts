import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { copyToFile } from './copy-to-file.ts'

let url: string
let directory: string
let file: string
let client: pg.Client

test.beforeAll(async ({ testDatabase }) => {
  url = testDatabase.url
  directory = await mkdtemp(join(tmpdir(), 'signalpost-copy-to-file-'))
  file = join(directory, 'rows.csv')
})

test.beforeEach(async () => {
  client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
})

afterEach(() => client.end())
afterAll(() => rm(directory, { recursive: true }))

const endless = `copy (select repeat('x', 1000), generate_series(1, 1000000000)) to stdout`

async function hasBegun(): Promise<void> {
  await vi.waitFor(async () => expect((await stat(file)).size).toBeGreaterThan(1_000_000), 10_000)
}

test('writes rows of every length, byte for byte, and leaves the connection usable', async () => {
  // Longer than a block, exactly as long, and so many short ones that they end anywhere in what the network brings.
  const rows = `
    select repeat(chr(97 + n % 26), case when n % 1000 = 0 then 262143 + (n / 1000) % 3 when n = 5 then 900000 else n % 300 end) as value
    from generate_series(1, 20000) n`
  const copied = await copyToFile(client, `copy (${rows}) to stdout`, { file })
  const { rows: found } = await client.query<{ value: string }>(rows)
  const expected = found.map(({ value }) => `${value}\n`).join('')
  expect(copied).toEqual({ rows: 20_000, bytes: expected.length })
  expect((await readFile(file, 'utf8')) === expected).toBe(true)
})

test('writes an empty file where there are no rows', async () => {
  expect(await copyToFile(client, 'copy (select 1 where false) to stdout', { file })).toEqual({
    rows: 0,
    bytes: 0,
  })
  expect(await readFile(file, 'utf8')).toBe('')
})

test('reports an error between two rows', async () => {
  const statement = `copy (select repeat('x', 1000 / (5000 - n)) from generate_series(1, 9000) n) to stdout`
  await expect(copyToFile(client, statement, { file })).rejects.toMatchObject({ code: '22012' })
})

test('reports a disk that is full', async () => {
  await expect(copyToFile(client, endless, { file: '/dev/full' })).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('reports a connection that was lost', async () => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const copying = copyToFile(client, endless, { file })
  const lost = expect(copying).rejects.toThrow(/terminat/)
  await hasBegun()
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await other.end()
  await lost
})

test('ends when it is aborted, and writes no more', async () => {
  const abort = new AbortController()
  const copying = copyToFile(client, endless, { file, signal: abort.signal })
  const ended = expect(copying).rejects.toThrow('enough')
  await hasBegun()
  abort.abort(new Error('enough'))
  await ended
  const { size } = await stat(file)
  await delay(50)
  expect((await stat(file)).size).toBe(size)
  await expect(copyToFile(client, endless, { file, signal: abort.signal })).rejects.toThrow('enough')
})
