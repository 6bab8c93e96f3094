import { bad, type Check, good, weak } from '@signalpost/administration/doctor'
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
