import { assignSignalAct } from '@signalpost/administration/record'
import { findTeamNames } from '@signalpost/database/people'
import { findSignal } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { showUser } from '../../answer/show-signal.ts'
import { consoleAddress, plainId } from '../../answer/texts.ts'
import { defineTool } from '../../define-tool.ts'
import { idInput, recordOutput, userInput } from '../../inputs.ts'
import { performWrite } from '../../writing/perform-write.ts'
import { nameMembers, showSignalFact, showStep } from '../../writing/show-change.ts'

export const assignSignal = defineTool({
  name: 'assign_signal',
  title: 'Assign a signal',
  description:
    'Assigns a signal to a member, to me, or with null to no one. With expected, the user who has it now or null, it is refused if that has changed. It tells no one.',
  scopes: ['pipeline:write'],
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    id: idInput,
    userId: userInput.nullable(),
    expected: idInput.nullable().optional(),
  }),
  output: recordOutput,
  describe: async ({ database }, { caller, input: { id: signalId, userId } }) => {
    const { fact, assignedTo } = await showSignalFact(database, { orgId: caller.orgId, signalId })
    const nameOf = await nameMembers(database, caller, [assignedTo, userId])
    return [fact, showStep('Assigned to', nameOf(assignedTo), nameOf(userId))]
  },
  run: (services, { caller, input, yes }) =>
    performWrite(services, { caller, tool: 'assign_signal', input, yes }, async (writing) => {
      const { orgId, personId } = caller
      const { id: signalId, userId: user, expected } = input
      const userId = user === 'me' ? personId : user
      const before = await findSignal(writing.transaction, { orgId, signalId })
      if (before === undefined) throw new RejectedError('not_found', 'There is no such signal.')
      const present = before.assignedTo?.userId ?? null
      const change = {
        orgId,
        signalId,
        assignedTo: userId,
        expected: expected === undefined ? present : expected,
      }
      const after = await writing.perform(assignSignalAct, change)
      const now = after.assignedTo?.userId ?? null
      const personIds = [present, now].filter((id) => id !== null)
      const names = await findTeamNames(writing.transaction, { orgId, personIds })
      const show = (id: string | null) => ({
        assignedTo: id === null ? ('none' as const) : showUser(id, names),
      })
      return {
        id: plainId(signalId),
        before: show(present),
        after: show(now),
        consoleUrl: consoleAddress(services.consoleUrl, orgId, 'signals', signalId),
      }
    }),
})
