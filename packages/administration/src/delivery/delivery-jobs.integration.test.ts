import { listAuditEntries } from '@signalpost/database/acts'
import { expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { addDeliveries, addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { replayDeliveriesAct } from './delivery-jobs.ts'

test('an act with nothing to do creates no job and no row in the audit log', async ({ onTestFinished }) => {
  const orgId = 'org_acme'
  const { services, close } = await openServices()
  onTestFinished(close)
  await addWorkspace(services, orgId)
  const logged = () => listAuditEntries(services.database, { orgId }, { limit: 5 })
  const ids = await addDeliveries(services, orgId, 2)
  const before = await logged()
  for (const status of ['dead', 'queued'] as const) {
    const input = { orgId, filter: { status } }
    expect(await performAct(services, { caller: admin, act: replayDeliveriesAct, input })).toBeUndefined()
  }
  const replay = (named: string[]) =>
    performAct(services, { caller: admin, act: replayDeliveriesAct, input: { orgId, ids: named } })
  await expect(replay(ids.slice(0, 1))).rejects.toMatchObject({
    ...{ code: 'conflict' },
    message: 'This delivery is queued. Only dead, ignored or applied deliveries can be replayed.',
  })
  await expect(replay(ids)).rejects.toMatchObject({
    message: 'None of these 2 can be replayed. Only dead, ignored or applied deliveries can be replayed.',
  })
  expect(await logged()).toEqual(before)
})
