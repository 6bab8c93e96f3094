import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { sequenceChanges } from '../changes/index.ts'
import { createDatabase, createSecretBox } from '../index.ts'
import { findRegisters } from '../records/index.ts'
import { assistantCallsCases } from './assistant-calls-cases.ts'
import { accessCases } from './cases/access.ts'
import { actsCases } from './cases/acts.ts'
import { analysesCases } from './cases/analyses.ts'
import { assistantsCases } from './cases/assistants.ts'
import { canaryCases } from './cases/canary.ts'
import { changesCases } from './cases/changes.ts'
import { demoCases } from './cases/demo.ts'
import { dispatchesCases } from './cases/dispatches.ts'
import { ledgerCases } from './cases/ledger.ts'
import { overviewCases } from './cases/overview.ts'
import { peopleCases } from './cases/people.ts'
import { recordsCases } from './cases/records.ts'
import { rootCases } from './cases/root.ts'
import { rulesCases } from './cases/rules.ts'
import { searchingCases } from './cases/searching.ts'
import { timelineCases } from './cases/timeline.ts'
import { warehousesCases } from './cases/warehouses.ts'
import type { DoorCases, SharedStore, WorkspaceIds } from './door-cases.ts'
import { fillWorkspace } from './fill-workspace.ts'
import { rowsOf } from './rows-of.ts'
import { ours, readMoments, signalId, theirs, theirText } from './same-records.ts'

// Two workspaces hold records with the same ids. A query for one shows and changes nothing of the other. A new function
// of a door must be among the cases of that door before this test passes.

/** By the name of the door in package.json. */
const casesByDoor: Record<string, DoorCases> = {
  '.': rootCases,
  './access': accessCases,
  './acts': actsCases,
  './analyses': analysesCases,
  './assistants': assistantsCases,
  './assistant-calls': assistantCallsCases,
  './canary': canaryCases,
  './changes': changesCases,
  './demo': demoCases,
  './dispatches': dispatchesCases,
  './ledger': ledgerCases,
  './overview': overviewCases,
  './people': peopleCases,
  './records': recordsCases,
  './rules': rulesCases,
  './searching': searchingCases,
  './timeline': timelineCases,
  './warehouses': warehousesCases,
}

let store: SharedStore
const ids = new Map<string, WorkspaceIds>()

test.beforeAll(async ({ testDatabase }) => {
  const { database, pool } = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  store = {
    ...{ database, pool, secretBox: createSecretBox(randomBytes(32)), idsOf },
    inTransaction: (work) => database.transaction().execute(work),
  }
  ids.set(ours, await fillWorkspace(store, { orgId: ours, text: 'our text' }))
  ids.set(theirs, await fillWorkspace(store, { orgId: theirs, text: theirText }))
  await sequenceChanges(database)
})

afterAll(() => store.database.destroy())

test('has cases for every door of the package', async () => {
  const { exports } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(casesByDoor)).toEqual(Object.keys(exports))
})

test.for([ours, theirs])('findRegisters returns the registers of %s alone', async (orgId) => {
  const { rows } = await store.pool.query(
    'select org_id as "orgId", state from signal_registers where signal_id = $1',
    [signalId],
  )
  expect(rows).toHaveLength(2)
  const registers = await findRegisters(store.database, { orgId, signalId })
  expect(registers).toEqual(rows.find((row) => row.orgId === orgId)?.state)
  expect(registers?.assignedTo).toMatchObject({ value: { userId: 'usr_same', by: `usr_of_${orgId}` } })
  expect(JSON.stringify(registers?.readAt)).toContain(readMoments[orgId])
  const nowhere = await findRegisters(store.database, { orgId: 'org_third', signalId })
  expect(nowhere).toBeUndefined()
})

describe.each(Object.entries(casesByDoor))('%s', (_door, { door, queriesOf, others }) => {
  // Reading the names needs no store.
  const queries = Object.keys(queriesOf({} as SharedStore))

  test('has a case for every function that it exports', () => {
    expect([...queries, ...Object.keys(others)].toSorted()).toEqual(Object.keys(door).toSorted())
  })

  test.for(queries)('%s shows and changes nothing of another workspace', async (name) => {
    const theirRows = () => rowsOf(store.database, { orgId: theirs, ids: idsOf(theirs) })
    const before = await theirRows()
    const answer = await queriesOf(store)[name]?.(idsOf(ours))
    expect(await theirRows()).toEqual(before)
    const shown =
      JSON.stringify(answer, (_key, value) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
    expect(shown).not.toContain(theirText)
    expect(shown).not.toContain(theirs)
    for (const id of Object.values(idsOf(theirs))) expect(shown).not.toContain(id)
  })
})

function idsOf(orgId: string): WorkspaceIds {
  const found = ids.get(orgId)
  if (found === undefined) throw new Error(`${orgId} is not filled.`)
  return found
}
