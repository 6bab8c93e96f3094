import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import { createSecretBox } from '../secret-box.ts'
import { unsealWarehouseSecrets } from './warehouse-secrets.ts'
import {
  createWarehouse,
  deleteWarehouse,
  getWarehouse,
  listWarehouses,
  type NewWarehouse,
  openWarehouseSecrets,
  setWarehousePaused,
} from './warehouses.ts'

const secretBox = createSecretBox(randomBytes(32))

test.beforeAll(async ({ database }) => {
  for (const orgId of ['org_one', 'org_two']) {
    await createWorkspace(database, {
      orgId,
      name: orgId,
      plan: 'standard',
      accountIntelligence: false,
      analysisAllowance: 100,
    })
  }
})

let places = 0

function newWarehouse(more: Partial<NewWarehouse> = {}): NewWarehouse {
  return {
    orgId: 'org_one',
    kind: 'postgres',
    name: 'Analytics',
    settings: { schema: 'signalpost' },
    location: `db.example.com/analytics${++places}`,
    intervalMs: 20_000,
    excludesPersonal: true,
    hasBounds: false,
    secrets: { url: 'postgres://u:hunter2@db.example.com/analytics' },
    ...more,
  }
}

test('a warehouse is stored with its secrets sealed, and found in its own workspace only', async ({
  database,
}) => {
  const { secrets, ...wanted } = newWarehouse()
  const made = await createWarehouse(database, secretBox, { ...wanted, secrets })
  const state = { isPaused: false, lastSyncAt: null, failingSince: null, lastError: null }
  expect(made).toEqual({
    ...wanted,
    ...state,
    hashesPersonal: false,
    tables: null,
    hasLedger: false,
    hasMailAddresses: false,
    warehouseId: expect.stringMatching(/^whs_[0-9a-z]{26}$/),
    createdAt: expect.any(Date),
  })
  const { warehouseId } = made
  expect(await listWarehouses(database, 'org_one')).toContainEqual(made)
  expect(await openWarehouseSecrets(database, secretBox, { warehouseId, orgId: 'org_one' })).toEqual(secrets)
  expect(await listWarehouses(database, 'org_two')).toEqual([])
  const foreign = { warehouseId, orgId: 'org_two' }
  for (const act of [
    () => getWarehouse(database, foreign),
    () => openWarehouseSecrets(database, secretBox, foreign),
    () => setWarehousePaused(database, { ...foreign, isPaused: true }),
    () => deleteWarehouse(database, foreign),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'not_found' })
  }
  const { rows } = await sql<{ row: string }>`select to_jsonb(w)::text as row from warehouses w`.execute(
    database,
  )
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('hunter2').toString('hex'))
  expect(JSON.stringify(rows)).not.toContain('hunter2')
})

test('its secrets open for no other warehouse', async ({ database }) => {
  const [one, other] = [
    await createWarehouse(database, secretBox, newWarehouse()),
    await createWarehouse(database, secretBox, newWarehouse()),
  ]
  await sql`
    update warehouses w set ciphertext = o.ciphertext from warehouses o
    where w.warehouse_id = ${one.warehouseId} and o.warehouse_id = ${other.warehouseId}`.execute(database)
  expect(await openWarehouseSecrets(database, secretBox, one)).toBeUndefined()
  expect(await openWarehouseSecrets(database, secretBox, other)).toHaveProperty('url')
  const { ciphertext } = await database
    .selectFrom('warehouses')
    .select('ciphertext')
    .where('warehouse_id', '=', other.warehouseId)
    .executeTakeFirstOrThrow()
  expect(unsealWarehouseSecrets(secretBox, { warehouseId: one.warehouseId, ciphertext })).toBeUndefined()
})

test('two of a workspace never write to the same place, those of two workspaces may', async ({
  database,
}) => {
  const wanted = newWarehouse()
  await createWarehouse(database, secretBox, wanted)
  await expect(createWarehouse(database, secretBox, wanted)).rejects.toMatchObject({ code: 'conflict' })
  const theirs = await createWarehouse(database, secretBox, { ...wanted, orgId: 'org_two' })
  expect(theirs.orgId).toBe('org_two')
})

test('a paused one is due at once when it is resumed', async ({ database }) => {
  const { warehouseId } = await createWarehouse(database, secretBox, newWarehouse())
  expect(await setWarehousePaused(database, { warehouseId, isPaused: true })).toMatchObject({
    isPaused: true,
  })
  await sql`
    update warehouses set due_at = now() + interval '1 hour' where warehouse_id = ${warehouseId}`.execute(
    database,
  )
  expect(await setWarehousePaused(database, { warehouseId, isPaused: false })).toMatchObject({
    isPaused: false,
  })
  const { rows } = await sql<{ isDue: boolean }>`
    select due_at <= now() as "isDue" from warehouses where warehouse_id = ${warehouseId}`.execute(database)
  expect(rows).toEqual([{ isDue: true }])
})

test('one that is deleted leaves nothing behind', async ({ database }) => {
  const { warehouseId } = await createWarehouse(database, secretBox, newWarehouse())
  await sql`
    insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason)
    values (${warehouseId}, 'signals', 'sig_1', 1, 'too long')`.execute(database)
  await deleteWarehouse(database, { warehouseId })
  await expect(getWarehouse(database, { warehouseId })).rejects.toMatchObject({ code: 'not_found' })
})
