import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createChannelServices } from '@signalpost/channels'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { defaultCell } from '@signalpost/domain'
import { createOutgoing } from '@signalpost/outgoing'
import { allApiUrls, createTestDatabase, startSlackServer } from '@signalpost/testing'
import type { CaseServices } from './act-case.ts'

const hourMs = 3_600_000

/** The box of the services opens what this key sealed, and seals under another. */
export const olderMasterKey = randomBytes(32)

/** Services on a database of their own. */
export async function openServices(): Promise<{
  services: CaseServices
  url: string
  close: () => Promise<void>
}> {
  const testDatabase = await createTestDatabase()
  const { database, pool } = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  const slack = await startSlackServer()
  slack.troubles.plan({ error: 'no_service' })
  const services = {
    ...{
      database,
      pool,
      secretBox: createSecretBox(randomBytes(32), olderMasterKey),
      cell: defaultCell,
      nowMs: Date.now,
      slack,
    },
    ...{ url: testDatabase.url, dataDir: tmpdir(), consoleUrl: 'https://console.example.com' },
    warehouseBounds: {
      allowedNetworks: { has: (address: string) => address === '127.0.0.1' },
      directory: undefined,
    },
    sendLetter: undefined,
    loginWays: ['link', 'mail', 'oidc'] as const,
    sessionTimes: { idleMs: 12 * hourMs, totalMs: 7 * 24 * hourMs },
    allowedNetworks: { has: (address: string) => address === '127.0.0.1' },
    openChannels: async () =>
      createChannelServices({
        apiUrls: allApiUrls(slack.apiUrl),
        smtp: undefined,
        allowedNetworks: { has: (address) => address === '127.0.0.1' },
        publicUrl: 'https://signals.example.com',
        intakeUrl: 'https://hooks.example.com',
      }),
    intakeUrl: 'http://127.0.0.1:9',
    workspaceLimits: { openJobs: 100, listeners: 100 },
    openOutgoing: async () =>
      createOutgoing({ allowedNetworks: { has: (address) => address === '127.0.0.1' } }),
    unsubscribeUrlOf: async () => 'https://signals.example.com/u/token',
  }
  return {
    services,
    url: testDatabase.url,
    close: async () => {
      await database.destroy()
      await slack.close()
      await testDatabase.drop()
    },
  }
}
