import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWorkspace } from '@signalpost/database/access'
import { compileCache, findFreePort, programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { addPerson, connect, registerClient } from '../test-support/assistant-client.ts'

let child: ChildProcess
let url: string

test.beforeAll(async ({ database, testDatabase }) => {
  await createWorkspace(database, {
    ...{ orgId: 'org_one', name: 'One', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [programOf('api')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...compileCache,
      DATABASE_URL: testDatabase.url,
      SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      SIGNALPOST_API_PORT: String(port),
      SIGNALPOST_HOST: '127.0.0.1',
    },
  })
  await once(child, 'message')
}, 60_000)

afterAll(async () => {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
})

// The provider goes by the names of its classes: a bundle that drops them gives every token the wrong end.
test('the bundle of the product keeps the names by which the authorization server works', async ({
  database,
}) => {
  const personId = await addPerson(database, 'member')
  const clientId = await registerClient(url)
  const tokens = await connect({ url, database }, { personId, clientId })
  expect(tokens).toMatchObject({ status: 200, expires_in: 3_600 })
  const { rows } = await sql<{ model: string; hours: number }>`
    select model, round(extract(epoch from ends_at - now()) / 3600)::integer as hours
    from oauth_artifacts order by model`.execute(database)
  expect(rows).toEqual([
    { model: 'AccessToken', hours: 1 },
    { model: 'AuthorizationCode', hours: 0 },
    { model: 'Client', hours: 90 * 24 },
    { model: 'Grant', hours: 90 * 24 },
    { model: 'RefreshToken', hours: 30 * 24 },
  ])
})
