import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { createWorkspace, findWorkspace, listWorkspaces, updateWorkspace } from './workspaces.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  }).database
})

afterAll(async () => {
  await database.destroy()
  await testDatabase.drop()
})

const acme = {
  orgId: 'org_acme',
  name: 'Acme',
  plan: 'standard',
  accountIntelligence: false,
  analysisAllowance: 100,
}

test('a workspace is made once, found and listed', async () => {
  const made = await createWorkspace(database, acme)
  expect(made).toEqual({ ...acme, createdAt: expect.any(Date) })
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

test('an update changes what it names and nothing else', async () => {
  const before = await createWorkspace(database, { ...acme, orgId: 'org_updated', accountIntelligence: true })
  const changed = await updateWorkspace(database, 'org_updated', {
    accountIntelligence: false,
    analysisAllowance: 0,
  })
  expect(changed).toEqual({ ...before, accountIntelligence: false, analysisAllowance: 0 })
  await expect(updateWorkspace(database, 'org_none', { name: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  })
})
