import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '@signalpost/authorization'
import { leaseWarehouse } from '@signalpost/database/warehouses'
import { syncWarehouse } from '@signalpost/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createWarehouseAct } from './create-warehouse.ts'
import { dropWarehouseAct } from './drop-warehouse.ts'

const orgId = 'org_bounds'
const loopback = { has: (address: string) => address === '127.0.0.1' }
let services: CaseServices
let close: () => Promise<void>
let home: string
let allowed: string

beforeAll(async () => {
  ;({ services, close } = await openServices())
  for (const one of [orgId, 'org_other', 'org_third']) await addWorkspace(services, one)
  home = await mkdtemp(join(tmpdir(), 'signalpost-bounds-'))
  allowed = join(home, 'allowed')
  await mkdir(join(home, 'data'))
  await mkdir(allowed)
  await symlink(home, join(allowed, 'out'))
})

afterAll(async () => {
  await close()
  await rm(home, { recursive: true, force: true })
})

const operator: Caller = { ...admin, isOperator: true }
const plainAdmin: Caller = { ...admin, isOperator: false }
const cli: Caller = { ...operator, actor: { kind: 'cli', id: 'root' } }

type Wanted = {
  kind?: string
  settings?: object
  secrets?: object
  directory?: string | undefined
  org?: string
}

function create(caller: Caller, { kind = 'duckdb', settings = {}, secrets = {}, ...wanted }: Wanted) {
  const { org = orgId, directory } = wanted
  const bounds = { allowedNetworks: loopback, directory }
  const place = { settings: { ...settings }, secrets: { ...secrets } }
  const input = { orgId: org, kind, name: 'Lake', ...place }
  return performAct({ ...services, warehouseBounds: bounds }, { caller, act: createWarehouseAct, input })
}

async function contents(): Promise<string[]> {
  return (await readdir(home, { recursive: true }))
    .filter((name) => !name.startsWith('allowed/out/'))
    .toSorted()
}

test.each(['duckdb', 'parquet'])(
  'an admin who is no operator creates no %s in files anywhere',
  async (kind) => {
    const before = await contents()
    for (const path of [
      'data/x.duckdb',
      'allowed/../data/x.duckdb',
      'allowed/out/data/x.duckdb',
      '.ssh',
      'allowed/a.duckdb',
    ]) {
      const settings = { path: `${home}/${path}` }
      await expect(create(plainAdmin, { kind, settings, directory: allowed })).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    await expect(create(plainAdmin, { kind, settings: { path: '/etc/shadow' } })).rejects.toMatchObject({
      ...{ code: 'forbidden', message: 'A warehouse in files of this machine needs an operator.' },
    })
    expect(await contents()).toEqual(before)
  },
)

test.each(['duckdb', 'parquet'])(
  'an operator creates %s below the directory alone, and learns nothing of other places',
  async (kind) => {
    await writeFile(join(home, 'data/there.duckdb'), 'x')
    const before = await contents()
    const messages = new Set<string>()
    for (const path of [
      'data/there.duckdb',
      'data/x.duckdb',
      'allowed/../data/x.duckdb',
      'allowed/out/data/x.duckdb',
    ]) {
      const refused = create(operator, { kind, settings: { path: `${home}/${path}` }, directory: allowed })
      const error: unknown = await refused.then(
        () => undefined,
        (cause: unknown) => cause,
      )
      expect(error, path).toMatchObject({ code: 'invalid_request' })
      messages.add(String(error))
    }
    expect(messages.size).toBe(1)
    const settings = { path: join(allowed, `${kind}.duckdb`) }
    await expect(create(operator, { kind, settings })).rejects.toThrow('SIGNALPOST_WAREHOUSE_DIR')
    expect(await contents()).toEqual(before)
    expect(await create(operator, { kind, settings, directory: allowed })).toMatchObject({ kind })
  },
)

test('the command line creates one anywhere, and the same file is found by another spelling', async () => {
  await mkdir(join(home, 'free'))
  await symlink(join(home, 'free'), join(home, 'also-free'))
  await create(cli, { settings: { path: join(home, 'free/lake.db') } })
  for (const path of ['free/./lake.db', 'also-free/lake.db']) {
    await expect(create(cli, { settings: { path: `${home}/${path}` } })).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'Another warehouse of the workspace writes to the same place.' },
    })
  }
})

test('a warehouse keeps its bounds when it is synced', async () => {
  const folder = join(allowed, 'kept')
  await mkdir(folder)
  const settings = { path: join(folder, 'lake.duckdb') }
  const { warehouseId } = await create(operator, { settings, directory: allowed })
  const sync = (directory: string | undefined) =>
    syncWarehouse(
      { ...services, warehouseBounds: { allowedNetworks: loopback, directory } },
      { warehouseId, orgId },
    )
  await sync(allowed)
  await expect(sync(undefined)).rejects.toThrow('SIGNALPOST_WAREHOUSE_DIR, which is not set')
  await expect(
    syncWarehouse({ ...services, warehouseBounds: undefined }, { warehouseId, orgId }),
  ).rejects.toThrow('SIGNALPOST_WAREHOUSE_DIR, which is not set')
  await rename(folder, join(home, 'moved'))
  await symlink(join(home, 'moved'), folder)
  await expect(sync(allowed)).rejects.toThrow('through all links')
})

test('a warehouse has bounds unless a command created it', async () => {
  const { url } = services
  const wanted = { kind: 'postgres', secrets: { url } }
  const boundsOf = async (caller: Caller, schema: string) => {
    const { warehouseId } = await create(caller, { ...wanted, settings: { schema } })
    const lease = await leaseWarehouse(services.database, { warehouseId, leaseMs: 1, allowsPaused: true })
    return lease?.hasBounds
  }
  expect(await boundsOf(cli, 'by_command')).toBe(false)
  expect(await boundsOf(operator, 'by_operator')).toBe(true)
  expect(await boundsOf(plainAdmin, 'by_admin')).toBe(true)
})

test('a row that does not say who created it has bounds', async () => {
  await sql`
    insert into warehouses
      (warehouse_id, org_id, kind, name, settings, location, ciphertext, interval_ms, excludes_personal)
    values ('whs_old', ${orgId}, 'duckdb', 'Old', '{}', 'old', '', 20000, false)`.execute(services.database)
  const lease = await leaseWarehouse(services.database, {
    warehouseId: 'whs_old',
    leaseMs: 1,
    allowsPaused: true,
  })
  expect(lease?.hasBounds).toBe(true)
})

test('creating and dropping a warehouse need a recent login', async () => {
  const stale: Caller = { ...operator, loggedInAtMs: 0 }
  await expect(create(stale, { settings: { path: '/x.duckdb' } })).rejects.toMatchObject({
    code: 'login_required',
  })
  const drop = { caller: stale, act: dropWarehouseAct, input: { orgId, warehouseId: 'whs_x', name: 'Lake' } }
  await expect(performAct(services, drop)).rejects.toMatchObject({ code: 'login_required' })
})

test('two warehouses are tried at once, and one of a workspace', async () => {
  const held: (() => void)[] = []
  const server: Server = createServer(
    (_request, response) => void held.push(() => response.writeHead(500).end()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const attempt = (org: string) =>
    create(plainAdmin, {
      ...{ org, kind: 'clickhouse', settings: { url: `http://127.0.0.1:${port}`, database: 'd' } },
    }).catch((error: unknown) => error)
  const first = attempt(orgId)
  const refusal = { code: 'rate_limited', headers: { 'retry-after': '10' } }
  await vi.waitFor(() => expect(held).toHaveLength(1))
  expect(await attempt(orgId)).toMatchObject(refusal)
  const second = attempt('org_other')
  await vi.waitFor(() => expect(held).toHaveLength(2))
  expect(await attempt('org_third')).toMatchObject(refusal)
  for (const answer of held) answer()
  expect(String(await first)).toContain('(http_500)')
  expect(String(await second)).toContain('(http_500)')
  const third = attempt('org_third')
  await vi.waitFor(() => expect(held).toHaveLength(3))
  held[2]?.()
  expect(String(await third)).toContain('(http_500)')
  server.closeAllConnections()
  server.close()
})
