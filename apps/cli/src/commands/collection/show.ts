import { findCollection, listSavedSignals } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { readText } from '../../terminal/read-text.ts'
import { record, table } from '../../terminal/table.ts'

export const collectionShow = defineCommand({
  path: 'collection show',
  summary: 'Show a collection and its signals, last saved first.',
  parameters: { collectionId: required('<id>', 'the collection'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { collectionId, workspace }) => {
    const found = await findCollection(database, { orgId: workspace, collectionId })
    if (found === undefined) throw new RejectedError('not_found', 'There is no such collection.')
    const { orgId, ...collection } = found
    const items = await listSavedSignals(database, { orgId, collectionId })
    const { id, name, description, createdAt } = collection
    const rows = items.map((signal) => [
      signal.id,
      signal.savedAt,
      signal.relevanceScore,
      readText(signal.title),
    ])
    const text = [
      record({ list: id, name, description, created: createdAt }),
      '',
      table(['SIGNAL', 'SAVED', 'SCORE', 'TITLE'], rows),
    ]
    return { json: { ...collection, items }, text: text.join('\n') }
  },
})
