import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { findDatabaseFiles, removeDatabase } from '@signalpost/embedded-postgres'
import { defineCommand } from '../../command/define-command.ts'
import { demoPath } from '../../installation/demo-file.ts'
import { requireEmbedded } from '../backup/require-embedded.ts'
import { runPath } from '../demo/demo-run.ts'

export const reset = defineCommand({
  path: 'reset',
  summary:
    'Delete the embedded database, its master key and the credentials of the demo. Stop Signalpost first.',
  parameters: {},
  run: async ({ config, confirm }) => {
    const { dataDir, backupMarker } = config
    requireEmbedded(config, `Unset it to delete the embedded database of ${dataDir}.`)
    const ofDemo = [demoPath(dataDir), runPath(dataDir)]
    // Without its database, the mark of its last backup would say that the next one is backed up.
    const beside = [...ofDemo, ...(backupMarker === undefined ? [] : [backupMarker])].filter((path) =>
      existsSync(path),
    )
    const removed = [...findDatabaseFiles(dataDir), ...beside]
    if (removed.length === 0) return { json: { dataDir, removed }, text: `Nothing to delete in ${dataDir}.` }

    const name = basename(dataDir)
    const list = removed.map((path) => `  ${path}\n`).join('')
    await confirm(`This deletes permanently:\n${list}Type ${name} to delete them:`, name)
    await removeDatabase(dataDir)
    for (const path of beside) rmSync(path, { force: true })
    return { json: { dataDir, removed }, text: ['Deleted:', ...removed].join('\n') }
  },
})
