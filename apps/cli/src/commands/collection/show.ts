import { readCollection } from '@signalpost/administration/collection'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { readPages } from '../../remote/call-operation.ts'
import { readText } from '../../terminal/read-text.ts'
import { record, table } from '../../terminal/table.ts'

export const collectionShow = defineCommand({
  path: 'collection show',
  summary: 'Show a collection and its signals, last saved first.',
  parameters: { collectionId: required('<id>', 'the collection'), workspace: workspaceOfIdParameter },
  run: async (context, { collectionId, workspace }) => {
    const { collection, items } = await read(context, { orgId: workspace, collectionId })
    const { id, name, description, createdAt } = collection
    const rows = items.map(({ savedAt, signal }) => [
      ...[signal.id, savedAt, signal.relevanceScore, readText(signal.title)],
    ])
    const text = [
      record({ list: id, name, description, created: createdAt }),
      '',
      table(['SIGNAL', 'SAVED', 'SCORE', 'TITLE'], rows),
    ]
    const shown = items.map(({ savedAt, signal }) => ({ ...signal, savedAt }))
    return { json: { ...collection, items: shown }, text: text.join('\n') }
  },
})

type Reference = { orgId: string | undefined; collectionId: string }
type Shown = Awaited<ReturnType<typeof readCollection>>

async function read(context: CommandContext, { orgId: named, collectionId: id }: Reference): Promise<Shown> {
  const { remote } = context
  if (remote === undefined) return readCollection(context, { orgId: named, collectionId: id })
  const { orgId } = await context.getWorkspace(named, { noun: 'collection', id })
  const path = `/w/${orgId}/lists/${encodeURIComponent(id)}`
  const head = await remote.request('get', path, { query: { limit: 1 } })
  // The casts: the console answers so.
  const { list: collection } = head as { list: Shown['collection'] }
  return { collection, items: (await readPages(remote, path)) as Shown['items'] }
}
