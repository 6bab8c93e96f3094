import { collectionOperations } from '@signalpost/administration/collection'
import { commandsOf } from '../../command/commands-of.ts'
import { optional } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const collectionCommands = commandsOf(collectionOperations, {
  text: ({ id, name, description, createdAt }) => record({ list: id, name, description, created: createdAt }),
  elsewhere: ['collection.show'],
  by: {
    'collection.list': {
      limit: { usual: 100_000, most: 100_000 },
      columns: {
        LIST: ({ id }) => id,
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
