import type { Database } from '@signalpost/database'
import { countHours, type HourCount } from '@signalpost/database/overview'
import { spaceReadings } from './space-readings.ts'

export type HoursReader = (orgId: string) => Promise<HourCount[]>

const hours = 48
const restMs = 1_000

/** Reads the last 48 hours; however many tabs ask, one question at a time is put to the store. */
export function createHoursReader({
  database,
  nowMs,
}: {
  database: Database
  nowMs: () => number
}): HoursReader {
  const readSpaced = spaceReadings(restMs, ({ orgId }: { orgId: string }) =>
    countHours(database, { orgId, nowMs: nowMs(), hours }),
  )
  return (orgId) => readSpaced({ orgId })
}
