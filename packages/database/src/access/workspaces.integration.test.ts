import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { createWorkspace, findWorkspace, listWorkspaces, updateWorkspace } from './workspaces.ts'

const acme = {
  orgId: 'org_acme',
  name: 'Acme',
  plan: 'standard',
  accountIntelligence: false,
  analysisAllowance: 100,
}

test('a workspace is made once, found and listed', async ({ database }) => {
  const made = await createWorkspace(database, acme)
  expect(made).toEqual({
    ...acme,
    ...{ retentionDays: null, fallbackChannelId: null, createdAt: expect.any(Date) },
    ...{ mostListeners: null, mostOpenJobs: null, mostRequestsPerMinute: null },
  })
  await expect(createWorkspace(database, { ...acme, name: 'Other' })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await findWorkspace(database, 'org_acme')).toEqual(made)
  await createWorkspace(database, { ...acme, orgId: 'org_aaa' })
  expect((await listWorkspaces(database)).map((workspace) => workspace.orgId)).toEqual([
    'org_aaa',
    'org_acme',
  ])
})

test('an update changes what it names and nothing else', async ({ database }) => {
  const before = await createWorkspace(database, { ...acme, orgId: 'org_updated', accountIntelligence: true })
  const changed = await updateWorkspace(database, 'org_updated', {
    accountIntelligence: false,
    analysisAllowance: 0,
  })
  expect(changed).toEqual({ ...before, accountIntelligence: false, analysisAllowance: 0 })
  const shorter = await updateWorkspace(database, 'org_updated', { retentionDays: 7 })
  expect(shorter).toEqual({ ...changed, retentionDays: 7 })
  expect(await updateWorkspace(database, 'org_updated', { name: before.name })).toEqual(shorter)
  expect(await updateWorkspace(database, 'org_updated', { retentionDays: null })).toEqual(changed)
  await expect(updateWorkspace(database, 'org_none', { name: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
})
