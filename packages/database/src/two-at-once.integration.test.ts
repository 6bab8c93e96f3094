import { randomBytes } from 'node:crypto'
import { exampleSignal } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from './access/workspaces.ts'
import type { Database, DatabaseTransaction } from './database.ts'
import { deliverToInbox } from './dispatches/inbox/deliver-to-inbox.ts'
import { removeMembership, setMembership } from './people/memberships.ts'
import { createPerson } from './people/people.ts'
import { createCollection, deleteCollection, renameCollection } from './records/collections/collections.ts'
import { saveSignal } from './records/collections/saved-signals.ts'
import { writeEvents } from './records/write-events.ts'
import { createSecretBox } from './secret-box.ts'
import { recordLags } from './warehouses/warehouse-lags.ts'
import { recordRun } from './warehouses/warehouse-runs.ts'
import { createWarehouse, deleteWarehouse } from './warehouses/warehouses.ts'

const orgId = 'org_one'
const nowMs = Date.now()

test.beforeAll(async ({ database }) => {
  const plan = { name: 'One', plan: 'standard', accountIntelligence: false, analysisAllowance: 1 } as const
  await createWorkspace(database, { orgId, ...plan })
})

test('a signal is not saved to a list that is deleted meanwhile', async ({ database }) => {
  const { id: collectionId } = await addCollection(database, 'Visits')
  const signal = { ...exampleSignal, orgId }
  const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) }
  await within(database, (transaction) => writeEvents(transaction, [event], { nowMs }))
  const saving = { orgId, collectionId, signalId: signal.id, nowMs }
  const saved = await whileUncommitted(database, {
    first: (transaction) => deleteCollection(transaction, { orgId, collectionId }),
    second: () => within(database, (transaction) => saveSignal(transaction, saving)),
  })
  expect(saved).toBeUndefined()
})

test('two lists that get one name at once are a conflict', async ({ database }) => {
  const [one, other] = [await addCollection(database, 'One'), await addCollection(database, 'Other')]
  const renaming = (collectionId: string) => ({ orgId, collectionId, name: 'Same' })
  const renamed = whileUncommitted(database, {
    first: (transaction) => renameCollection(transaction, renaming(one.id)),
    second: () => within(database, (transaction) => renameCollection(transaction, renaming(other.id))),
  })
  await expect(renamed).rejects.toMatchObject({ code: 'conflict' })
})

test('a message reaches the inboxes of those who stay', async ({ database }) => {
  const [leaving, staying] = [await addMember(database), await addMember(database)]
  const everyone = { orgId, messageId: 'msg_1', personId: undefined, exceptPersonId: undefined }
  const delivery = { ...everyone, message: { kind: 'notice' as const, heading: 'Hello', items: [] } }
  await whileUncommitted(database, {
    first: (transaction) => removeMembership(transaction, { orgId, personId: leaving }),
    second: () => deliverToInbox(database, delivery, nowMs),
  })
  const { rows } = await sql`select person_id as "personId" from inbox_entries`.execute(database)
  expect(rows).toEqual([{ personId: staying }])
})

test('nothing is recorded of a warehouse that is removed meanwhile', async ({ database }) => {
  const secretBox = createSecretBox(randomBytes(32))
  const { warehouseId } = await createWarehouse(database, secretBox, {
    ...{ orgId, kind: 'duckdb', name: 'Lake', settings: {}, location: '/lake', secrets: {} },
    ...{ intervalMs: 1_000, excludesPersonal: false, hasBounds: false },
  })
  const run = { purpose: 'sync', outcome: 'done', durationMs: 1, rows: 1, rejected: 0 } as const
  await whileUncommitted(database, {
    first: (transaction) => deleteWarehouse(transaction, { orgId, warehouseId }),
    second: () =>
      Promise.all([
        recordRun(database, { ...run, warehouseId, error: null, comparison: null }),
        recordLags(database, { warehouseId, orgId, rowsBehind: { deals: 1 } }),
      ]),
  })
})

/** Begins the second before the first is committed. */
async function whileUncommitted<Result>(
  database: Database,
  {
    first,
    second,
  }: { first: (transaction: DatabaseTransaction) => Promise<unknown>; second: () => Promise<Result> },
): Promise<Result> {
  let begun: Promise<Result> | undefined
  await within(database, async (transaction) => {
    await first(transaction)
    begun = second()
    begun.catch(() => undefined)
    await untilBlocked(database)
  })
  if (begun === undefined) throw new Error('the second has begun')
  return begun
}

async function untilBlocked(database: Database): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    database,
  )
  if (rows.length === 0) await untilBlocked(database)
}

function within<Result>(
  database: Database,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(work)
}

function addCollection(database: Database, name: string) {
  const collection = { orgId, name, description: null, nowMs }
  return within(database, (transaction) => createCollection(transaction, collection))
}

async function addMember(database: Database): Promise<string> {
  const person = { email: null, name: 'Ann', isOperator: false, nowMs }
  return within(database, async (transaction) => {
    const { personId } = await createPerson(transaction, person)
    await setMembership(transaction, { orgId, personId, role: 'member', nowMs })
    return personId
  })
}
