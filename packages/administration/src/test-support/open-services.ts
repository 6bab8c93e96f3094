import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { createTestDatabase } from '@signalpost/testing'
import type { CaseServices } from './act-cases.ts'

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
  const services = { database, pool, secretBox: createSecretBox(randomBytes(32)), nowMs: Date.now }
  return {
    services,
    url: testDatabase.url,
    close: async () => {
      await database.destroy()
      await testDatabase.drop()
    },
  }
}
