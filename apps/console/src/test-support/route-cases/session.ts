import { hash, randomBytes } from 'node:crypto'
import { createUserCode } from '@signalpost/administration/test-support'
import type { Database } from '@signalpost/database'
import { createDeviceLogin } from '@signalpost/database/people'
import type { RouteCases } from './route-case.ts'

export const sessionRoutes: RouteCases = async ({ console: { database } }) => ({
  getDevice: await askingDevice(database),
  allowDevice: { fresh: () => askingDevice(database) },
  denyDevice: { fresh: () => askingDevice(database) },
  listWaysIn: {},
  inspectLogin: { body: { token: 'A'.repeat(43) } },
  logIn: { body: { token: 'A'.repeat(43) } },
  requestMailLink: { body: { email: 'ada@example.com' } },
  startOidc: { body: {} },
  finishOidc: { body: { search: 'code=x&state=y' } },
  getSession: {},
  getWorkspaceOf: { search: '?noun=rule&id=rul_missing' },
  logOut: {},
  renameOneself: { body: { name: 'Ada' } },
  listOwnSessions: {},
  // No session of the person who asks.
  endOtherSessions: {},
  endOwnSession: { params: { id: 'ses_missing' } },
})

async function askingDevice(database: Database) {
  const code = createUserCode()
  await createDeviceLogin(database, {
    ...{ deviceSha256: randomBytes(32), userSha256: hash('sha256', code, 'buffer'), intervalSeconds: 5 },
    ...{ hostName: 'laptop', address: '203.0.113.9', agent: null },
    ...{ nowMs: Date.now(), endsMs: Date.now() + 3_600_000 },
  })
  return { params: { code } }
}
