import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, runMigrations } from 'bullmq'
import { escapeIdentifier, type PoolClient } from 'pg'
import { bullmqSchema, createQueuePool } from './open-connection.ts'
import type { QueueBackend } from './queue-backend.ts'

/** Migrates BullMQ's own tables to this version; Redis needs none. Tables of this version are left alone. */
export async function migrateQueues(backend: QueueBackend): Promise<void> {
  if (backend.kind === 'redis') return
  await withClient(backend.url, async (client) => {
    // A role that does not own the tables may start beside tables that are as they should be.
    if ((await findVersion(client)) !== LATEST_SCHEMA_VERSION) await runMigrations(client)
  })
}

/** Lets a role use tables that the current role owns. Safe to repeat. */
export async function grantQueues(backend: QueueBackend, role: string): Promise<void> {
  if (backend.kind === 'redis') return
  const to = escapeIdentifier(role)
  const statements = [
    `grant usage on schema ${bullmqSchema} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${bullmqSchema} to ${to}`,
    `grant usage, select on all sequences in schema ${bullmqSchema} to ${to}`,
    `alter default privileges in schema ${bullmqSchema} grant select, insert, update, delete on tables to ${to}`,
    `alter default privileges in schema ${bullmqSchema} grant usage, select on sequences to ${to}`,
  ]
  await withClient(backend.url, async (client) => {
    await client.query(statements.join('; '))
  })
}

async function findVersion(client: PoolClient): Promise<number | undefined> {
  return assertSchemaCompatibility(client).catch(() => undefined)
}

async function withClient(url: string, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const pool = createQueuePool(url, {
    role: 'consumer',
    maxConnections: 1,
    // Each query throws its own error.
    onError: () => undefined,
  })
  try {
    const client = await pool.connect()
    try {
      await work(client)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
