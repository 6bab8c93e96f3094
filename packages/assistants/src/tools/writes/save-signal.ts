import { createCollectionAct } from '@signalpost/administration/collection'
import { saveSignalAct } from '@signalpost/administration/record'
import { findCollection, findCollectionByName } from '@signalpost/database/records'
import { collectionNameSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { plainId, plainInstant } from '../../answer/texts.ts'
import { defineTool } from '../../define-tool.ts'
import { flag, idInput, recordOutput } from '../../inputs.ts'
import { performWrite, type Writing } from '../../writing/perform-write.ts'
import { cleanLine, showSignalFact } from '../../writing/show-change.ts'

export const saveSignal = defineTool({
  name: 'save_signal',
  title: 'Save a signal to a list',
  description:
    'Saves a signal to the list with listId or listName; create makes a list of that name where there is none. Saving it again changes nothing. It removes no signal from a list.',
  scopes: ['collections:write'],
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  input: z
    .strictObject({
      id: idInput,
      listId: idInput.optional(),
      listName: collectionNameSchema.optional(),
      create: flag.default(false),
    })
    .refine(({ listId, listName }) => (listId === undefined) !== (listName === undefined), {
      path: ['listId'],
      message: 'expected either listId or listName',
    }),
  output: recordOutput,
  describe: async (
    { database },
    { caller: { orgId }, input: { id: signalId, listId, listName = '', create } },
  ) => {
    const { fact } = await showSignalFact(database, { orgId, signalId })
    if (listId === undefined) {
      const suffix = create ? ', which is made if there is none' : ''
      return [fact, { label: 'List', text: `${cleanLine(listName)}${suffix}` }]
    }
    const list = await findCollection(database, { orgId, collectionId: listId })
    if (list === undefined) throw new RejectedError('not_found', 'There is no such list.')
    return [fact, { label: 'List', text: cleanLine(list.name), record: { type: 'list', id: listId } }]
  },
  run: (services, { caller, input, yes }) =>
    performWrite(services, { caller, tool: 'save_signal', input, yes }, async (writing) => {
      const { orgId } = caller
      const collectionId = input.listId ?? (await findList(writing, { orgId, ...input }))
      const saved = await writing.perform(saveSignalAct, { orgId, signalId: input.id, listId: collectionId })
      return {
        id: plainId(input.id),
        listId: plainId(collectionId),
        created: saved.created,
        savedAt: plainInstant(saved.savedAt),
        after: { listId: plainId(collectionId) },
      }
    }),
})

async function findList(
  { transaction, perform }: Writing,
  { orgId, listName: name = '', create }: { orgId: string; listName?: string | undefined; create: boolean },
): Promise<string> {
  const list = await findCollectionByName(transaction, { orgId, name })
  if (list !== undefined) return list.id
  if (!create) throw new RejectedError('not_found', 'There is no list of this name. With create, it is made.')
  return (await perform(createCollectionAct, { orgId, name })).id
}
