import { collectionOperations, showCollectionRead } from '@signalpost/administration/collection'
import type { Collection } from '@signalpost/domain'
import { idSchema } from '@signalpost/domain'
import type { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { readText } from '../../terminal/read-text.ts'
import { record, tableOf } from '../../terminal/table.ts'

export const collectionCommands = commandsOf(collectionOperations, {
  text: ({ id, name, description, createdAt }) =>
    record({ collection: id, name, description, created: createdAt }),
  elsewhere: ['collection.show'],
  by: {
    'collection.list': {
      limit: { usual: 100_000, most: 100_000 },
      columns: {
        COLLECTION: ({ id }) => id,
        NAME: ({ name }) => name,
        DESCRIPTION: ({ description }) => description,
        CREATED: ({ createdAt }) => createdAt,
      },
    },
    'collection.create': {
      parameters: { description: optional('--description <text>', 'what it is for') },
    },
    'collection.delete': {
      confirm: ({ confirm }, { collectionId }) =>
        confirm(`Delete the collection ${collectionId}? Its signals stay.`),
    },
    'note.list': {
      columns: {
        NOTE: ({ id }) => id,
        ON: ({ target }) => target.type,
        ID: ({ target }) => target.id,
        WRITTEN: ({ createdAt }) => createdAt,
        BY: ({ createdBy }) => createdBy,
        TEXT: ({ body }) => body,
      },
    },
  },
})

const mostSignals = 100_000

type Saved = z.output<typeof showCollectionRead.output.schema>

const columns = {
  SIGNAL: ({ signal }: Saved) => signal.id,
  SAVED: ({ savedAt }: Saved) => savedAt,
  SCORE: ({ signal }: Saved) => signal.relevanceScore,
  TITLE: ({ signal }: Saved) => readText(signal.title),
}

export const collectionShow = defineCommand({
  path: 'collection show',
  summary: showCollectionRead.summary,
  access: showCollectionRead,
  parameters: {
    collectionId: required('<id>', 'the collection', idSchema),
    workspace: workspaceOfIdParameter,
  },
  run: async ({ getWorkspace, readPage }, { collectionId, workspace }) => {
    const about = { noun: 'collection', id: collectionId, mustExist: true } as const
    const { orgId } = await getWorkspace(workspace, about)
    const input = { orgId, collectionId }
    const page = await readPage(showCollectionRead, input, { limit: mostSignals, cursor: undefined })
    // The casts: they are as the operation declares them.
    const { list: collection } = page.beside as { list: Collection }
    const items = page.items as Saved[]
    const { id, name, description, createdAt } = collection
    return {
      json: { ...collection, items: items.map(({ savedAt, signal }) => ({ ...signal, savedAt })) },
      text: [
        record({ collection: id, name, description, created: createdAt }),
        '',
        tableOf(columns, items),
      ].join('\n'),
    }
  },
})
