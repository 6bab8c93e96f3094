import { once } from 'node:events'
import { link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { warehouseKinds } from './index.ts'
import type { WarehouseBounds } from './target.ts'
import { makePrivateKey } from './test-support/make-private-key.ts'
import { things } from './test-support/samples/sample-tables.ts'

// A warehouse that was created over HTTP reaches public addresses, what the operator allows, and nothing else.

const loopback = { has: (address: string) => address === '127.0.0.1' || address === '::1' }
const none = { has: () => false }

let home: string
let allowed: string
let server: Server
let connections = 0
let port = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'signalpost-bounds-'))
  allowed = join(home, 'allowed')
  await mkdir(allowed)
  server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})

afterAll(async () => {
  server.close()
  await rm(home, { recursive: true, force: true })
})

type Given = { settings?: object; secrets?: object; bounds?: Partial<WarehouseBounds>; libraries?: string }

async function open(kind: string, { settings = {}, secrets = {}, bounds, libraries = '' }: Given) {
  const scratch = await mkdtemp(join(home, 'scratch-'))
  const found = warehouseKinds.find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`there is no kind ${kind}`)
  return found.open({
    ...{ orgId: 'org_demo', settings, secrets, scratch, libraries },
    bounds: { allowedNetworks: none, directory: undefined, ...bounds },
  })
}

/** By kind: what opens it at a host, with TLS or without. */
const atHost: Record<string, (host: string, isSecure: boolean) => Given> = {
  clickhouse: (host, isSecure) => ({
    settings: { url: `http${isSecure ? 's' : ''}://${host}:${port}`, database: 'd' },
  }),
  parquet: (host, isSecure) => ({
    settings: {
      ...{ bucket: 'bucket', region: 'eu', accessKey: 'a' },
      endpoint: `http${isSecure ? 's' : ''}://${host}:${port}`,
    },
    secrets: { secretKey: 's' },
  }),
  postgres: (host, isSecure) => ({
    secrets: { url: `postgres://u:p@${host}:${port}/d${isSecure ? '?sslmode=verify-full' : ''}` },
  }),
}

const spellings = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '10.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
]

describe.each(Object.entries(atHost))('%s', (kind, at) => {
  test.each(spellings)('connects nowhere for %s', async (host) => {
    const before = connections
    for (const isSecure of [true, false]) {
      await expect(open(kind, at(host, isSecure))).rejects.toThrow('(address_refused)')
    }
    expect(connections).toBe(before)
  })

  test('connects nowhere for a name that leads to an internal address, beside a public one too', async () => {
    const before = connections
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700::1', '::1']]) {
      const bounds = { lookup: () => Promise.resolve(addresses) }
      await expect(open(kind, { ...at('good.test', true), bounds })).rejects.toThrow('(address_refused)')
    }
    const bounds = { lookup: () => Promise.reject(new Error('the text of a name server')) }
    await expect(open(kind, { ...at('good.test', true), bounds })).rejects.toThrow('(dns_failed)')
    expect(connections).toBe(before)
  })

  test('reaches a public address with TLS only', async () => {
    await expect(open(kind, at('8.8.8.8', false))).rejects.toThrow('(protocol_refused)')
  })

  test('reaches an allowed address in any way, and shows nothing of what answers', async () => {
    const before = connections
    const opening = open(kind, { ...at('127.0.0.1', false), bounds: { allowedNetworks: loopback } })
    await expect(opening).rejects.toThrow('(reset)')
    expect(connections).toBeGreaterThan(before)
  })
})

test.each(
  ['host=127.0.0.1', 'host=/tmp', 'hostaddr=127.0.0.1', 'port=5432', 'user=root', 'database=x'].concat(
    ...[['sslcert', 'sslkey', 'sslrootcert', 'passfile', 'service'].map((name) => `${name}=/etc/passwd`)],
    ...[
      [
        'uselibpqcompat=true',
        'sslmode=no-verify',
        'options=-c%20role%3Dx',
        'ssl=true',
        'sslnegotiation=direct',
      ],
    ],
    'sslmode=disable&sslmode=require',
  ),
)('a PostgreSQL URL with ?%s is refused before anything is opened', async (query) => {
  const url = `postgres://u:p@127.0.0.1:${port}/d?${query}`
  const before = connections
  const opening = open('postgres', { secrets: { url }, bounds: { allowedNetworks: loopback } })
  await expect(opening).rejects.toThrow('its URL cannot be used here')
  expect(connections).toBe(before)
})

test.each(['postgres://u:p@%2Ftmp/d', 'postgres:///d', 'postgres://u@127.0.0.1/d', 'postgres://127.0.0.1/d'])(
  'the PostgreSQL URL %s names a socket, or leaves a part to this process, and is refused',
  async (url) => {
    await expect(open('postgres', { secrets: { url } })).rejects.toThrow('its URL cannot be used here')
  },
)

const vendors = {
  snowflake: {
    settings: { account: '127.0.0.1', user: 'u', database: 'd', schema: 's', compute: 'c' },
    secrets: () => ({ privateKey: makePrivateKey() }),
    host: '127.0.0.1.snowflakecomputing.com',
  },
  bigquery: {
    settings: { project: 'p', dataset: 'd' },
    secrets: () => ({
      credentials: JSON.stringify({
        ...{ type: 'service_account', client_email: 'e', private_key: makePrivateKey() },
        ...{ token_uri: 'http://127.0.0.1/', universe_domain: 'internal' },
      }),
    }),
    host: 'bigquery.googleapis.com',
  },
}

test.each(Object.entries(vendors))(
  '%s is looked for at its vendor alone, whatever the settings name',
  async (kind, { settings, secrets, host }) => {
    const asked: string[] = []
    const lookup = (name: string) => {
      asked.push(name)
      return Promise.resolve(['10.0.0.1'])
    }
    const opening = open(kind, { settings, secrets: secrets(), bounds: { lookup } })
    await expect(opening).rejects.toThrow('(address_refused)')
    expect(asked).toEqual([host])
  },
)

const outside = 'must lead, through all links, below the directory of SIGNALPOST_WAREHOUSE_DIR'

describe.each(['duckdb', 'parquet'])('%s in files', (kind) => {
  const inFiles = (path: string, directory: string | undefined = allowed) =>
    open(kind, { settings: { path }, bounds: { directory } })

  test('is refused where no directory is allowed', async () => {
    const opening = open(kind, { settings: { path: join(allowed, 'a.duckdb') } })
    await expect(opening).rejects.toThrow('SIGNALPOST_WAREHOUSE_DIR, which is not set')
  })

  test('is refused outside, whether the place exists or not, with the same words', async () => {
    await writeFile(join(home, 'there.duckdb'), 'x')
    await symlink(home, join(allowed, `out-${kind}`))
    await symlink(join(home, 'nowhere.duckdb'), join(allowed, `dangling-${kind}.duckdb`))
    const before = await readdir(home)
    const paths = [
      join(home, 'there.duckdb'),
      join(home, 'new.duckdb'),
      '/etc/shadow',
      '/nowhere/x.duckdb',
      join(home, 'there.duckdb/x.duckdb'),
      `${allowed}/../new.duckdb`,
      `${allowed}-beside.duckdb`,
      allowed,
      join(allowed, `out-${kind}`, 'new.duckdb'),
      join(allowed, `dangling-${kind}.duckdb`),
    ]
    for (const path of paths) await expect(inFiles(path), path).rejects.toThrow(outside)
    const left = (await readdir(home)).filter((name) => !name.startsWith('scratch-'))
    expect(left).toEqual(before.filter((name) => !name.startsWith('scratch-')))
  })

  test('is written below the directory, also where that is itself reached by a link', async () => {
    const linked = join(home, `linked-${kind}`)
    await symlink(allowed, linked)
    const target = await inFiles(join(linked, `./${kind}-own.duckdb`), linked)
    await target.prepare(things)
    await target.close()
    expect(await readdir(allowed)).toContain(`${kind}-own.duckdb`)
  })

  test('leaves the directory by no link that is put there later', async () => {
    const folder = join(allowed, `later-${kind}`)
    await mkdir(folder)
    const target = await inFiles(join(folder, 'a.duckdb'))
    await rename(folder, `${folder}-away`)
    const stolen = join(home, `stolen-${kind}`)
    await mkdir(stolen)
    await symlink(stolen, folder)
    await expect(
      (async () => {
        await target.prepare(things)
        await target.writeCursor(things, { position: 1n, rewriteUntil: 0n, version: 1 })
      })(),
    ).rejects.toThrow(outside)
    await target.close().catch(() => undefined)
    expect(await readdir(stolen)).toEqual([])
  })
})

test('a DuckDB file ends in .duckdb', async () => {
  const opening = open('duckdb', {
    settings: { path: join(allowed, 'profile') },
    bounds: { directory: allowed },
  })
  await expect(opening).rejects.toThrow('must end in .duckdb')
})

test('a DuckDB file with a hard link is refused, and so is a link in place of its log', async () => {
  const path = join(allowed, 'hard.duckdb')
  const bounds = { directory: allowed }
  const target = await open('duckdb', { settings: { path }, bounds })
  await target.prepare(things)
  await link(path, join(home, 'hard.duckdb'))
  await expect(target.prepare(things)).rejects.toThrow('has a hard link')
  await rm(join(home, 'hard.duckdb'))
  await symlink(join(home, 'log'), `${path}.wal`)
  await expect(target.prepare(things)).rejects.toThrow('is a link')
})

test('a DuckDB file whose creator was killed before it removed the second name is used', async () => {
  const path = join(allowed, 'killed.duckdb')
  const bounds = { directory: allowed }
  const target = await open('duckdb', { settings: { path }, bounds })
  await target.prepare(things)
  await mkdir(join(allowed, '.signalpost-killed'))
  await link(path, join(allowed, '.signalpost-killed/new.duckdb'))
  await target.prepare(things)
  expect(await readdir(allowed)).not.toContain('.signalpost-killed')
})
