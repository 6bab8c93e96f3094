import { createPostgresBackend, Queue, Worker, withBackend } from 'bullmq'
import { Pool } from 'pg'

export type DeliveryJob = { sourceId: string; orgId: string; event: { id: string; occurredAt: string; data: unknown } }

const queueName = 'handwritten'
const kept = { removeOnComplete: true, removeOnFail: 1_000 }

/** BullMQ as its manual shows it, on Redis when there is a `redisUrl`, else on PostgreSQL. */
export function openQueue({ redisUrl, databaseUrl }: Stores): Queue<DeliveryJob> {
  if (redisUrl !== undefined) {
    return new Queue(queueName, { connection: { url: redisUrl }, defaultJobOptions: kept })
  }
  const { Queue: PostgresQueue } = withBackend(createPostgresBackend)
  return new PostgresQueue(queueName, { connection: poolFor(databaseUrl), defaultJobOptions: kept })
}

export function openWorker(
  { redisUrl, databaseUrl }: Stores,
  { concurrency, process }: { concurrency: number; process: (job: { data: DeliveryJob }) => Promise<void> },
): Worker<DeliveryJob> {
  if (redisUrl !== undefined) {
    return new Worker(queueName, process, { connection: { url: redisUrl }, concurrency })
  }
  const { Worker: PostgresWorker } = withBackend(createPostgresBackend)
  return new PostgresWorker(queueName, process, { connection: poolFor(databaseUrl), concurrency })
}

export type Stores = { databaseUrl: string; redisUrl: string | undefined }

export function storesFrom(env: NodeJS.ProcessEnv): Stores {
  return { databaseUrl: env.DATABASE_URL ?? '', redisUrl: env.REDIS_URL }
}

function poolFor(databaseUrl: string) {
  return new Pool({ connectionString: databaseUrl, max: 10, options: '-c search_path=bullmq' })
}
