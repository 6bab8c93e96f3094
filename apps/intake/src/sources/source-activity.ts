import { type Database, recordRejections, recordSourceActivity } from '@signalpost/database'

type Rejection = { sourceId: string; reason: string; bytes: number; address: string; atMs: number }

/** Notes about sources that are gathered in memory and written by one statement a round. */
export type SourceActivity = {
  noteDelivery: (delivery: { sourceId: string; secretId: string; atMs: number }) => void
  noteRejection: (rejection: Rejection) => void
  write: () => Promise<void>
}

const rejectionsHeld = 1_000

export function createSourceActivity(database: Database): SourceActivity {
  let deliveries = new Map<string, number>()
  let secrets = new Map<string, number>()
  let rejections: Rejection[] = []
  return {
    noteDelivery: ({ sourceId, secretId, atMs }) => {
      deliveries.set(sourceId, atMs)
      secrets.set(secretId, atMs)
    },
    // Under a flood the newest are kept, as in the log itself.
    noteRejection: (rejection) => {
      if (rejections.length >= 2 * rejectionsHeld) rejections = rejections.slice(rejectionsHeld)
      rejections.push(rejection)
    },
    write: async () => {
      const [refused, delivered, used] = [rejections, deliveries, secrets]
      rejections = []
      deliveries = new Map()
      secrets = new Map()
      await recordRejections(
        database,
        refused.map(({ atMs, ...rejection }) => ({ ...rejection, at: new Date(atMs) })),
      )
      await recordSourceActivity(database, {
        deliveries: [...delivered].map(([sourceId, atMs]) => ({ sourceId, at: new Date(atMs) })),
        secrets: [...used].map(([secretId, atMs]) => ({ secretId, at: new Date(atMs) })),
      })
    },
  }
}
