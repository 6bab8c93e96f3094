import { statfs } from 'node:fs/promises'
import { bad, type Check, good, weak } from '@signalpost/administration/doctor'
import { assistantAddressesOf } from '@signalpost/authorization/oauth'
import { findDatabaseLocation } from '@signalpost/embedded-postgres'
import { checkQueueBackend, queueBackendOf } from '@signalpost/queues'
import { readBackupTimeMs } from '@signalpost/runtime'
import type { CommandContext } from '../../command/context.ts'

const hourMs = 3_600_000
/** A daily backup, with two hours to run. */
const hoursMost = 26

export const backupCheck: Check<CommandContext> = {
  name: 'backup',
  after: 'configuration',
  remedy: 'Let this user read the file that SIGNALPOST_BACKUP_MARKER names.',
  run: async ({ config: { backupMarker, isEmbedded }, nowMs }) => {
    if (backupMarker === undefined) return undefined
    const remedy = isEmbedded
      ? 'Run ./signalpost backup create --to FILE every day.'
      : `Touch ${backupMarker} after each backup, as docs/operating/backup-and-restore.md shows.`
    const timeMs = await readBackupTimeMs(backupMarker)
    if (timeMs === undefined) return weak('none was made', remedy)
    const hours = Math.floor((nowMs() - timeMs) / hourMs)
    const message = `the last one is ${hours} h old`
    return hours <= hoursMost ? good(message) : bad(message, remedy)
  },
}

/** Says where assistants connect, or what is missing for them to do so. */
export const assistantsCheck: Check<CommandContext> = {
  name: 'assistants',
  after: 'configuration',
  remedy: 'Check SIGNALPOST_PUBLIC_URL and SIGNALPOST_CONSOLE_URL.',
  run: async ({ config }) => {
    const ports = { apiPort: config.apiPort.port, consolePort: config.consolePort.port }
    const found = assistantAddressesOf({ ...config, ...ports })
    if (!('missing' in found)) return good(`they connect to ${found.apiUrl}/mcp`)
    return weak(
      `they cannot connect: ${found.missing}`,
      'Set both to the https addresses of the API and the console, or leave assistants out.',
    )
  },
}

export const queueCheck: Check<CommandContext> = {
  name: 'queue',
  after: 'database',
  remedy: 'Start the server, or correct REDIS_URL or SIGNALPOST_QUEUE_DATABASE_URL.',
  run: async ({ stores, config }) => {
    const backend = queueBackendOf({ ...config, databaseUrl: stores.databaseUrl })
    const findings = await checkQueueBackend(backend)
    const [worst] = findings.toSorted((a, b) => Number(b.fatal) - Number(a.fatal))
    if (worst === undefined)
      return good(`on ${backend.kind === 'redis' ? 'Redis' : 'PostgreSQL'}, as it should be`)
    const message = findings.map((finding) => finding.message).join(' ')
    const remedy = findings.map((finding) => finding.remedy).join(' ')
    return worst.fatal ? bad(message, remedy) : weak(message, remedy)
  },
}

/** Finds ways to log in that are named and lead nowhere, and a provider that no one can reach. */
export const loginCheck: Check<CommandContext> = {
  name: 'ways to log in',
  after: 'configuration',
  remedy: 'Check SIGNALPOST_LOGIN_WAYS.',
  run: async ({ config: { loginWays, smtp, environment } }) => {
    const isChosen = Boolean(environment.SIGNALPOST_LOGIN_WAYS)
    const hasIssuer = Boolean(environment.SIGNALPOST_OIDC_ISSUER)
    const open = loginWays.filter(
      (way) => way === 'link' || (way === 'mail' ? smtp !== undefined : hasIssuer),
    )
    const dead = loginWays.filter((way) => !open.includes(way))
    if (hasIssuer && !loginWays.includes('oidc')) {
      return weak(
        'an identity provider is configured, and SIGNALPOST_LOGIN_WAYS closes it',
        'Add oidc to SIGNALPOST_LOGIN_WAYS, or unset SIGNALPOST_OIDC_ISSUER.',
      )
    }
    if (isChosen && dead.length > 0) {
      return weak(
        `SIGNALPOST_LOGIN_WAYS names ${dead.join(' and ')}, which is not configured`,
        `Set ${dead.map((way) => (way === 'mail' ? 'SIGNALPOST_SMTP_URL' : 'SIGNALPOST_OIDC_ISSUER')).join(' and ')}, or leave it out.`,
      )
    }
    return good(open.join(', '))
  },
}

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
