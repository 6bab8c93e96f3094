import { runMigrations } from 'bullmq'
import { createQueuePool } from './open-connection.ts'
import type { QueueBackend } from './queue-backend.ts'

/** Migrates BullMQ's own tables to this version; Redis needs none. */
export async function migrateQueues(backend: QueueBackend): Promise<void> {
  if (backend.kind === 'redis') return
  const pool = createQueuePool(backend.url, {
    role: 'consumer',
    maxConnections: 1,
    // Each query throws its own error.
    onError: () => undefined,
  })
  try {
    const client = await pool.connect()
    try {
      await runMigrations(client)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
