import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../../access/workspaces.ts'
import { keepDemoRecords } from '../../demo/demo-records.ts'
import { removeDemoRows } from '../../demo/remove-demo.ts'
import { receive } from '../test-support/receive.ts'
import { captureEvents } from './capture-events.ts'

const orgId = 'org_demo'

test.for([
  ['the demo loses its contents', 'source', null],
  ['another source keeps them', 'warehouse', { n: 1 }],
] as const)(
  'once the demo is removed, the copy of an event of %s',
  async ([_what, kind, event], { connection }) => {
    const { database } = connection
    const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 0 }
    if (kind === 'source') await createWorkspace(database, { orgId, name: orgId, ...plan })
    const [id = ''] = await receive(connection, { orgId, body: { n: 1 } })
    await captureEvents(database, [id])
    await database.transaction().execute(async (transaction) => {
      await keepDemoRecords(transaction, { orgId, records: [{ kind, id: 'src_1' }] })
      await removeDemoRows(transaction, { orgId, eventPrefix: 'evt_demo', nowMs: Date.now() })
    })
    const { rows } = await sql`select event from ledger_events where delivery_id = ${id}`.execute(database)
    expect(rows).toEqual([{ event }])
  },
)
