/** Where BullMQ keeps its jobs: the product's own PostgreSQL, or Redis, single (one node) or Cluster (several). */
export type QueueBackend = { kind: 'postgres'; url: string } | { kind: 'redis'; nodes: string[] }

/** @param redisUrl one `redis://` or `rediss://` URL, or several comma-separated nodes of a Redis Cluster */
export function queueBackendOf({
  databaseUrl,
  redisUrl,
}: {
  databaseUrl: string
  redisUrl: string | undefined
}): QueueBackend {
  if (redisUrl === undefined) return { kind: 'postgres', url: databaseUrl }
  return { kind: 'redis', nodes: redisUrl.split(',').map((node) => node.trim()) }
}
