import { listNotesOn } from '@signalpost/database/records'
import { noteSchema, noteTargetSchema } from '@signalpost/domain'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { exampleNote } from './example-note.ts'

/** The scopes that open notes, by the type of what they are on. */
const scopes = { signal: 'signals:read', account: 'accounts:read', deal: 'pipeline:read' } as const

export const listNotes = defineRoute({
  operationId: 'listNotes',
  method: 'get',
  path: '/v1/notes',
  scope: scopes.signal,
  scopesBy: { parameter: 'targetType', scopes },
  summary: 'List the notes on a record',
  description:
    'Lists the notes on a signal, an account (by its accountKey) or a deal, by createdAt and id, descending. The page is empty where there is no such record; notes on a deleted one reappear if it returns.',
  query: z
    .object({
      targetType: z.enum(['signal', 'account', 'deal']).meta({ description: 'What the notes are on.' }),
      targetId: z.string().meta({ description: "The record's id.", example: exampleNote.target.id }),
      ...pageQuery,
    })
    .refine(({ targetType: type, targetId: id }) => noteTargetSchema.safeParse({ type, id }).success, {
      path: ['targetId'],
      error: 'expected an id, or the key of an account',
    }),
  success: {
    status: 200,
    description: 'A page of notes. `nextCursor` is null on the last one.',
    schema: pageOf(noteSchema),
    example: { items: [exampleNote], nextCursor: null },
  },
  errors: [],
  handle: async ({ database, cursors }, { caller: { orgId }, query }) => {
    const { targetType, targetId, limit, cursor } = query
    const target = { type: targetType, id: targetId }
    const scope = { route: 'listNotes', orgId, filters: target }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    return readPage({
      limit,
      list: async (most) => ({ items: await listNotesOn(database, { orgId, target, after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
  },
})
