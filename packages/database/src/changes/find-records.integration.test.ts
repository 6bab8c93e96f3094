import { warehouseTables } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { findRecords } from './find-records.ts'
import { eventOf, moment, signalEvent, stageSpool, tableOf } from './test-support/stage-spool.ts'

const stage = stageSpool()
const { addPeople, apply, decide, freshOrgId, note, receiveTwo, save } = stage

test('records are found page by page, all of them or those of a range of time', async () => {
  const orgId = freshOrgId()
  const days = [18, 19, 20, 21].map((day) => `2026-11-${day}T09:00:00.000Z`)
  for (const [index, firstSeenAt] of days.entries()) {
    await apply(signalEvent(orgId, { id: `sig_${index}`, firstSeenAt, postedAt: firstSeenAt }), { orgId })
  }
  await apply(eventOf(orgId, 'signal.deleted', { signalId: 'sig_3' }), { orgId })
  const table = tableOf('signals')
  const all = async (range: Parameters<typeof findRecords>[1]['range'], limit: number) => {
    const keys: string[] = []
    for (let afterKey: string | undefined = ''; afterKey !== undefined; ) {
      const page = await findRecords(stage.database, { orgId, table, range, afterKey, limit })
      keys.push(...page.keys)
      expect(page.bytes > 0).toBe(page.keys.length > 0)
      afterKey = page.nextAfter
    }
    return keys
  }
  for (const limit of [1, 2, 4, 100]) {
    expect(await all(undefined, limit)).toEqual(['sig_0', 'sig_1', 'sig_2', 'sig_3'])
    expect(await all({ from: days[1], to: days[2] }, limit)).toEqual(['sig_1'])
    expect(await all({ from: days[1] }, limit)).toEqual(['sig_1', 'sig_2'])
    expect(await all({ to: days[1] }, limit)).toEqual(['sig_0'])
  }
})

test('every table with a time has its records found by it', async () => {
  const orgId = freshOrgId()
  await apply(signalEvent(orgId, { id: 'sig_1', accountKey: 'd:example.com' }), { orgId })
  const deal = { id: 'deal_1', name: 'D', stage: 'new' }
  await apply(eventOf(orgId, 'deal.created', { deal }), { orgId })
  await apply(eventOf(orgId, 'signal.read', { signalId: 'sig_1', readAt: moment }), { orgId })
  const listener = { id: 'lsn_1', name: 'L', mode: 'market', objective: 'o' }
  await apply(eventOf(orgId, 'listener.created', { listener }), { orgId })
  await note(orgId, { type: 'signal', id: 'sig_1' }, 'a note')
  await save(orgId, 'sig_1')
  await decide(orgId, 'sig_1')
  await addPeople(orgId)
  await receiveTwo(orgId)
  for (const table of warehouseTables.filter(({ timeColumn }) => timeColumn !== undefined)) {
    const range = { from: '2020-01-01T00:00:00.000Z', to: '9999-01-01T00:00:00.000Z' }
    const [all, found] = [
      await findRecords(stage.database, { orgId, table, limit: 100 }),
      await findRecords(stage.database, { orgId, table, range, limit: 100 }),
    ]
    expect([table.name, found.keys.length > 0]).toEqual([table.name, true])
    expect([table.name, found]).toEqual([table.name, all])
  }
})
