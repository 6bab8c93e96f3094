/** Where BullMQ keeps its jobs: PostgreSQL, mostly the product's own, or Redis, single (one node) or Cluster (several). */
export type QueueBackend = { kind: 'postgres'; url: string } | { kind: 'redis'; nodes: string[] }

/**
 * @param queueDatabaseUrl a way to PostgreSQL for the queue alone, such as one past a pooler
 * @param redisUrl one `redis://` or `rediss://` URL, or several comma-separated nodes of a Redis Cluster
 */
export function queueBackendOf({
  databaseUrl,
  queueDatabaseUrl,
  redisUrl,
}: {
  databaseUrl: string
  queueDatabaseUrl?: string | undefined
  redisUrl: string | undefined
}): QueueBackend {
  if (redisUrl === undefined) return { kind: 'postgres', url: queueDatabaseUrl ?? databaseUrl }
  return { kind: 'redis', nodes: redisUrl.split(',').map((node) => node.trim()) }
}
