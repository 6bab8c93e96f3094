import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { rotateSourceSecret } from '@signalpost/database/access'
import { generateSecret } from '@signalpost/signatures'
import { defineFault } from '../fault.ts'

const overlapMs = 3_600_000
/** Longer than a change of a source takes to reach every process. */
const noticedMs = 2_000

export const rotateSecrets = defineFault({
  name: 'secrets-rotated',
  strike: async ({ harness }) => {
    const { database } = createDatabase({
      url: harness.databaseUrl,
      applicationName: 'an operator',
      maxConnections: 1,
      onConnectionError: () => undefined,
    })
    const secretBox = createSecretBox(Buffer.from(harness.masterKey, 'base64'))
    try {
      // Senders keep using the previous secret, and it becomes the newest again.
      for (const secretOf of [generateSecret, undefined]) {
        for (const { orgId, sourceId, secret } of harness.sources) {
          await rotateSourceSecret(database, secretBox, {
            orgId,
            sourceId,
            secret: secretOf?.() ?? secret,
            overlapMs,
          })
        }
        await sleep(noticedMs)
      }
    } finally {
      await database.destroy()
    }
  },
})

export const migrate = defineFault({
  name: 'migration-under-load',
  strike: async ({ harness }) => {
    for (const table of ['deliveries', 'signals', 'deals']) {
      await harness.query(`alter table ${table} add column migrated integer not null default 7`)
      await harness.query(`alter table ${table} drop column migrated`)
    }
    await harness.query('create index concurrently migrated on signals (stored_at)')
    await harness.query('drop index migrated')
  },
})
