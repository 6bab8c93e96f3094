import { createWorkspaceRate } from '@signalpost/authorization'
import { createWorkspace, updateWorkspace } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'

const plan = { plan: 'standard', accountIntelligence: false, analysisAllowance: 1 }

test('the keys and people of a workspace share its requests, and no other workspace does', async ({
  database,
}) => {
  let nowMs = Date.parse('2026-11-20T09:00:00Z')
  for (const orgId of ['org_one', 'org_two']) await createWorkspace(database, { orgId, name: orgId, ...plan })
  const open = (requestsPerMinute: number) =>
    createWorkspaceRate({ database, requestsPerMinute, nowMs: () => nowMs })
  const [one, another] = [open(4), open(4)]
  for (const rate of [one, another, one, another]) await rate.takeRequest('org_one')
  await expect(one.takeRequest('org_one')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'The workspace has made too many requests in this minute; its limit is 4.',
    headers: { 'retry-after': '60' },
  })
  await one.takeRequest('org_two')
  await open(0).takeRequest('org_one')

  await updateWorkspace(database, 'org_one', { mostRequestsPerMinute: 6 })
  nowMs += 5_000
  await one.takeRequest('org_one')
  nowMs += 60_000
  await updateWorkspace(database, 'org_one', { mostRequestsPerMinute: 0 })
  for (let made = 0; made < 20; made += 1) await one.takeRequest('org_one')
})
