import type { FindRetention } from '@signalpost/database/searching'
import type { Platform } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'

/** The share of the time that a find may be kept after which it is read again: a fault then has the rest to pass. */
const rereadShare = 0.8

/** Returns what a platform demands of its finds from when they were read; null if nothing. */
export function retentionOf(platform: Platform): FindRetention | null {
  const keepMs = getPlatform(platform).search?.retention?.keepMs
  return keepMs === undefined ? null : { rereadInMs: keepMs * rereadShare, keepMs }
}
