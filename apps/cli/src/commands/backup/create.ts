import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { migrationNames, readSchemaState } from '@signalpost/database'
import { createBackup } from '@signalpost/embedded-postgres'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { version } from '../../version.ts'
import { withInterruption } from './interruption.ts'
import { requireEmbedded } from './require-embedded.ts'

const bytesPerMegabyte = 1_000_000

export const backupCreate = defineCommand({
  path: 'backup create',
  summary: 'Back up the embedded database to a file, while it runs. The master key is not in it.',
  parameters: { to: required('--to <file>', 'the file to create') },
  run: async (context, { to }) => {
    const { config, database, terminal } = context
    requireEmbedded(config, 'Back it up with the tools of PostgreSQL, such as pg_dump.')
    const { dataDir, masterKeys, backupMarker } = config
    const { pending, unknown } = await readSchemaState(database)
    const migration = unknown.at(-1) ?? migrationNames.filter((name) => !pending.includes(name)).at(-1) ?? ''
    const { manifest, bytes } = await withInterruption((signal) =>
      createBackup({ dataDir, file: to, signalpostVersion: version, migration, signal }),
    )
    if (backupMarker !== undefined) await writeFile(backupMarker, `${resolve(to)}\n`)
    const key = masterKeys === undefined ? join(dataDir, 'master-key') : 'SIGNALPOST_MASTER_KEY'
    terminal.note(
      `The master key is not in the backup, and no one can read the stored secrets without it. Keep a copy of ${key} in another place.`,
    )
    const { files, format: _, ...about } = manifest
    const file = resolve(to)
    return {
      json: { file, bytes, ...about, files: files.length },
      text: record({
        file,
        size: `${(bytes / bytesPerMegabyte).toFixed(1)} MB`,
        created: about.createdAt,
        signalpost: about.signalpostVersion,
        postgresql: about.postgresqlVersion,
        migration,
      }),
    }
  },
})
