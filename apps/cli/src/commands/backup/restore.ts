import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '@signalpost/database'
import { findDatabaseLocation, restoreBackup } from '@signalpost/embedded-postgres'
import { defineCommand } from '../../command/define-command.ts'
import type { CliConfig } from '../../config.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { version } from '../../version.ts'
import { endRestoredAccess } from './end-restored-access.ts'
import { withInterruption } from './interruption.ts'
import { requireEmbedded } from './require-embedded.ts'

export const backupRestore = defineCommand({
  path: 'backup restore',
  summary: 'Restore a backup into a data directory without a database. Put the master key back yourself.',
  parameters: {
    file: required('<file>', 'the backup'),
    replace: flag('--replace', 'move a data directory that has a database aside'),
  },
  run: async ({ config, terminal, nowMs }, { file, replace }) => {
    requireEmbedded(config, 'Unset it to restore into the data directory.')
    const { dataDir } = config
    const { manifest, movedTo } = await withInterruption((signal) =>
      restoreBackup({
        ...{ file, dataDir, replace, signal },
        ...{ signalpostVersion: version, migrations: migrationNames },
      }),
    )
    if (movedTo !== undefined) terminal.note(`Moved the old data directory to ${movedTo}`)
    terminal.note(await endRestoredAccess(dataDir, { nowMs }))
    terminal.note(describeKey(config, movedTo))
    const home = findDatabaseLocation(dataDir)?.home
    const { createdAt, signalpostVersion, postgresqlVersion, migration } = manifest
    return {
      json: {
        ...{ dataDir, database: home, createdAt, signalpostVersion, postgresqlVersion, migration },
        ...(movedTo !== undefined && { movedTo }),
      },
      text: record({
        'restored into': dataDir,
        database: home,
        created: createdAt,
        signalpost: signalpostVersion,
        postgresql: postgresqlVersion,
        migration,
      }),
    }
  },
})

function describeKey({ dataDir, masterKeys }: CliConfig, movedTo: string | undefined): string {
  if (masterKeys !== undefined)
    return 'SIGNALPOST_MASTER_KEY must be the key of the backup; ./signalpost doctor checks it.'
  const path = join(dataDir, 'master-key')
  if (existsSync(path)) return `${path} must be the key of the backup; ./signalpost doctor checks it.`
  const old = movedTo && join(movedTo, 'master-key')
  return old !== undefined && existsSync(old)
    ? `The master key is not in the backup. If the old one is its key, run: cp -p '${old}' '${path}'`
    : `The master key is not in the backup. Put it back as ${path} before you run npm start.`
}
