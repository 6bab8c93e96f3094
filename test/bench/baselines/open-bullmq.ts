import { createPostgresBackend, Queue, Worker, withBackend } from 'bullmq'

export type DeliveryJob = {
  sourceId: string
  orgId: string
  event: { id: string; type: string; occurredAt: string; data: unknown }
}

export type Stores = { databaseUrl: string; redisUrl: string | undefined }

const queueName = 'handwritten'
const kept = { removeOnComplete: true, removeOnFail: 1_000 }

/** Opens BullMQ as its manual shows it: on Redis if there is a `redisUrl`, else on PostgreSQL. */
export function openQueue({ redisUrl, databaseUrl }: Stores) {
  if (redisUrl !== undefined) {
    return new Queue<DeliveryJob>(queueName, { connection: { url: redisUrl }, defaultJobOptions: kept })
  }
  const { Queue: PostgresQueue } = withBackend(createPostgresBackend)
  return new PostgresQueue<DeliveryJob>(queueName, {
    connection: poolOf(databaseUrl),
    defaultJobOptions: kept,
  })
}

export function openWorker(
  { redisUrl, databaseUrl }: Stores,
  { concurrency, work }: { concurrency: number; work: (job: { data: DeliveryJob }) => Promise<void> },
) {
  if (redisUrl !== undefined) {
    return new Worker<DeliveryJob, void>(queueName, work, { connection: { url: redisUrl }, concurrency })
  }
  const { Worker: PostgresWorker } = withBackend(createPostgresBackend)
  return new PostgresWorker<DeliveryJob, void>(queueName, work, {
    connection: poolOf(databaseUrl),
    concurrency,
  })
}

export function storesFrom(env: NodeJS.ProcessEnv): Stores {
  return { databaseUrl: env.DATABASE_URL ?? '', redisUrl: env.REDIS_URL }
}

function poolOf(databaseUrl: string) {
  return { connectionString: databaseUrl, max: 10 }
}
