import { scopes } from '@signalpost/domain'
import { createLogger } from '@signalpost/runtime'
import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { addPerson, connect, registerClient } from '../../apps/api/src/test-support/assistant-client.ts'
import { startTestApi, type TestApi } from '../../apps/api/src/test-support/start-test-api.ts'
import { startTestConsole, type TestConsole } from '../../apps/console/src/test-support/start-test-console.ts'

let console: TestConsole
let api: TestApi
let clientId: string
const lines: string[] = []

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  api = await startTestApi({
    ...{ databaseUrl: testDatabase.url, orgIds: [] },
    config: { port: await findFreePort(), consoleUrl: console.url },
    logger: createLogger({ name: 'api', level: 'trace', destination: { write: (line) => lines.push(line) } }),
  })
  clientId = await registerClient(api.url)
}, 60_000)

afterAll(async () => {
  await api?.stop()
  await console?.stop()
})

const bearer = (token = '') => ({ authorization: `Bearer ${token}` })

test('each credential opens its own door alone', async () => {
  const personId = await addPerson(api.database, 'admin')
  const { access_token, refresh_token, code } = await connect(api, {
    personId,
    clientId,
    scopes: [...scopes],
  })
  const session = await console.logIn(personId)
  const [cookieName] = session.split('=')
  const credentials = {
    'an access token': bearer(access_token),
    'an access token as a session': { cookie: `${cookieName}=${access_token}` },
    'a refresh token': bearer(refresh_token),
    'a code': bearer(code),
    'an API key': bearer(await api.createKey({ scopes })),
    'a session': { cookie: session },
  }
  const doors = {
    mcp: async (headers: Record<string, string>) => {
      const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
      return (await fetch(`${api.url}/mcp`, { method: 'POST', headers: { ...accept, ...headers }, body }))
        .status
    },
    api: async (headers: Record<string, string>) =>
      (await fetch(`${api.url}/v1/results`, { headers })).status,
    console: async (headers: Record<string, string>) =>
      (await fetch(`${console.url}/console/api/session`, { headers })).status,
  }
  const opened = await Promise.all(
    Object.entries(credentials).map(async ([name, headers]) => [
      name,
      await Promise.all(Object.values(doors).map((door) => door(headers))),
    ]),
  )
  expect(Object.fromEntries(opened)).toEqual({
    'an access token': [200, 401, 401],
    'an access token as a session': [401, 401, 401],
    'a refresh token': [401, 401, 401],
    'a code': [401, 401, 401],
    'an API key': [401, 200, 401],
    'a session': [401, 401, 200],
  })
  const logged = lines.join('')
  expect(logged).toContain('/mcp')
  for (const secret of [access_token, refresh_token, code]) expect(logged).not.toContain(secret)
})
