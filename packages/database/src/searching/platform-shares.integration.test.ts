import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { releasePermits, returnPermits, takePermits } from './index.ts'

test('a shared budget is divided among the workspaces that ask, and a newcomer finds a rest', async ({
  database,
}) => {
  const window = { unit: 'request', windowMs: 24 * 60 * 60_000, most: 20, cost: 1 }
  const budgetId = 'platform:feeds:crowded'
  const take = async (workspace: string) => {
    const request = { budgetId, costs: [window], spacingMs: 0, askingMs: 60_000, orgId: workspace }
    const permit = await takePermits(database, request)
    if (permit.isTaken) await releasePermits(database, { budgetId, token: permit.token })
    return permit
  }
  const takeAll = async (workspace: string): Promise<number> => {
    const permit = await take(workspace)
    return permit.isTaken ? 1 + (await takeAll(workspace)) : 0
  }
  const nextDay = async () => {
    for (const table of ['platform_spending', 'platform_shares']) {
      await sql`update ${sql.table(table)} set window_start = window_start - interval '1 day'`.execute(
        database,
      )
    }
  }
  expect(await takeAll('org_crowd')).toBe(18)
  expect(await takeAll('org_late')).toBe(2)
  await nextDay()
  expect(await takeAll('org_crowd')).toBe(9)
  expect(await takeAll('org_late')).toBe(9)
  expect(await takeAll('org_third')).toBe(2)
  await nextDay()
  expect(await takeAll('org_crowd')).toBe(6)
  await nextDay()
  await nextDay()
  const permit = await take('org_late')
  if (!permit.isTaken) throw new Error('no other workspace asked since')
  await returnPermits(database, { budgetId, windows: permit.windows, unspent: 1, orgId: 'org_late' })
  expect(await takeAll('org_late')).toBe(18)
})
