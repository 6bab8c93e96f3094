import { createNoteAct } from '@signalpost/administration/record'
import { listNotesOn } from '@signalpost/database/records'
import { freeText, instantOf, type NoteTarget, nameAccount } from '@signalpost/domain'
import { z } from 'zod'
import { accountReference, oursText, plainId, plainInstant } from '../../answer/texts.ts'
import { defineTool } from '../../define-tool.ts'
import { accountKeyInput, idInput, recordOutput, requestKeyInput } from '../../inputs.ts'
import { keyOfInput, performWrite, sameWriteMs } from '../../writing/perform-write.ts'
import { cleanLine, cleanText, showDealFact, showSignalFact } from '../../writing/show-change.ts'

const mostOfBody = 4_000
const mostLookedAt = 50

export const writeNote = defineTool({
  name: 'write_note',
  title: 'Write a note',
  description:
    'Attaches a note to a signal, an account or a deal, as the person. An equal note within ten minutes is written once. Notes are not sent to anyone, and none is changed or removed.',
  scopes: ['collections:write'],
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    target: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('signal'), id: idInput }),
      z.strictObject({ type: z.literal('account'), id: accountKeyInput }),
      z.strictObject({ type: z.literal('deal'), id: idInput }),
    ]),
    body: freeText({ min: 1, max: mostOfBody }),
    requestKey: requestKeyInput,
  }),
  output: recordOutput,
  describe: async ({ database }, { caller: { orgId }, input: { target, body } }) => {
    const note = { label: 'Note', text: cleanText(body, mostOfBody) }
    const { type, id } = target
    if (type === 'signal') return [(await showSignalFact(database, { orgId, signalId: id }, 'On')).fact, note]
    if (type === 'deal') return [(await showDealFact(database, { orgId, dealId: id }, 'On')).fact, note]
    return [{ label: 'On', text: cleanLine(nameAccount(id)), record: { type, id } }, note]
  },
  run: (services, { caller, input: { requestKey, ...input }, yes }) =>
    performWrite(
      services,
      {
        caller,
        tool: 'write_note',
        ...{ input, yes },
        requestKey: requestKey ?? yes?.key ?? keyOfInput(input, services.nowMs()),
      },
      async ({ transaction, perform }) => {
        const { orgId, personId } = caller
        const { target, body } = input
        const since = instantOf(services.nowMs() - sameWriteMs)
        const recent = await listNotesOn(transaction, { orgId, target, limit: mostLookedAt })
        const same = recent.find(
          (note) => note.createdBy === personId && note.body === body && note.createdAt > since,
        )
        const isAgain = requestKey === undefined && same !== undefined
        const note = isAgain ? same : await perform(createNoteAct, { orgId, target, body })
        return {
          id: plainId(note.id),
          target: showTarget(note.target),
          createdAt: plainInstant(note.createdAt),
          createdBy: plainId(note.createdBy),
          after: { ours: { body: oursText(note.body, mostOfBody) } },
        }
      },
    ),
})

function showTarget({ type, id }: NoteTarget) {
  return { type, id: type === 'account' ? accountReference(id) : plainId(id) }
}
