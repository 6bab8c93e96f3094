import { statfs } from 'node:fs/promises'
import { bad, type Check, good, weak } from '@signalpost/administration/doctor'
import { findDatabaseLocation } from '@signalpost/embedded-postgres'
import type { CommandContext } from '../../command/context.ts'

const bytesPerGigabyte = 1_000_000_000
const weakShare = 0.15
const badShare = 0.05

/** Only the disk of the embedded database can be read from here. */
export const diskCheck: Check<CommandContext> = {
  name: 'disk',
  after: 'configuration',
  remedy: 'Check the disk of the data directory.',
  run: async ({ config: { isEmbedded, dataDir } }) => {
    const location = isEmbedded ? findDatabaseLocation(dataDir) : undefined
    if (location === undefined) return undefined
    const { bsize, blocks, bavail } = await statfs(location.home)
    return judgeDisk({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })
  },
}

/** Exported for its test. */
export function judgeDisk({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }) {
  const share = freeBytes / totalBytes
  const message = `${(freeBytes / bytesPerGigabyte).toFixed(1)} GB free (${Math.floor(share * 100)} %)`
  const remedy = 'Free space, or lower SIGNALPOST_LEDGER_DAYS. PostgreSQL stops when the disk is full.'
  if (share < badShare) return bad(message, remedy)
  return share < weakShare ? weak(message, remedy) : good(message)
}
