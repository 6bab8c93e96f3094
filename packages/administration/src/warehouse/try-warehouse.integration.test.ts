import type { Caller } from '@signalpost/authorization'
import { createDatabase } from '@signalpost/database'
import { createTestDatabase } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createWarehouseAct } from './create-warehouse.ts'
import { editWarehouseAct } from './edit-warehouse.ts'

const orgId = 'org_trying'
const caller: Caller = { ...admin, isOperator: true, actor: { kind: 'cli', id: 'root' } }

test('a table of something else is found before one of ours is created, also by an edit', async () => {
  const { services, close } = await openServices()
  onTestFinished(close)
  const target = await createTestDatabase()
  onTestFinished(target.drop)
  const { database, pool: there } = createDatabase({
    url: target.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  onTestFinished(() => database.destroy())
  await addWorkspace(services, orgId)
  await there.query('create schema strange; create table strange.people (id text, org_id text)')

  const create = (schema: string) =>
    performAct(services, {
      caller,
      act: createWarehouseAct,
      input: {
        ...{ orgId, kind: 'postgres', name: schema, intervalSeconds: 20, excludesPersonal: false },
        ...{ settings: { schema }, secrets: { url: target.url } },
      },
    })
  const refusal = 'The warehouse cannot be used: the table people there was created by something else'
  await expect(create('strange')).rejects.toThrow(refusal)
  const { warehouseId } = await create('own')
  const moved = { orgId, warehouseId, settings: { schema: 'strange' }, oldTables: 'keep' as const }
  await expect(performAct(services, { caller, act: editWarehouseAct, input: moved })).rejects.toThrow(refusal)
  const { rows } = await there.query(`select tablename from pg_tables where schemaname = 'strange'`)
  expect(rows).toEqual([{ tablename: 'people' }])
})
