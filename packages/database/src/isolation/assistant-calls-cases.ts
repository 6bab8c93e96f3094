import * as door from '../assistant-calls/index.ts'
import type { DoorCases, WorkspaceIds } from './door-cases.ts'
import { ours, theirs, theirText } from './same-records.ts'

export const assistantCallsCases: DoorCases = {
  door,
  queriesOf: ({ database, inTransaction, idsOf }) => ({
    askForConfirmation: (ids) => door.askForConfirmation(database, questionOf(ours, ids)),
    takeConfirmation: (ids) =>
      Promise.all(
        [ids, idsOf(theirs)].map((each) => door.takeConfirmation(database, questionOf(ours, each))),
      ),
    findConfirmation: async ({ personId }) => {
      const { confirmationId } = await door.askForConfirmation(database, questionOf(theirs, idsOf(theirs)))
      const asked = { orgId: ours, confirmationId, nowMs: 0 }
      return Promise.all(
        [personId, idsOf(theirs).personId].map((each) =>
          door.findConfirmation(database, { ...asked, personId: each }),
        ),
      )
    },
    decideConfirmation: async ({ personId }) => {
      const { confirmationId } = await door.askForConfirmation(database, questionOf(theirs, idsOf(theirs)))
      const asked = { orgId: ours, confirmationId, decision: 'allow' as const, nowMs: 0, endsMs: 1 }
      return inTransaction(async (transaction) => [
        await door.decideConfirmation(transaction, { ...asked, personId }),
        await door.decideConfirmation(transaction, { ...asked, personId: idsOf(theirs).personId }),
      ])
    },
    hasCalledSince: () =>
      door.hasCalledSince(database, {
        ...{ orgId: ours, assistantId: theirText, tools: ['whoami'], since: '2000-01-01T00:00:00.000Z' },
      }),
    listAssistantCalls: () => door.listAssistantCalls(database, { orgId: ours, limit: 100 }),
  }),
  others: { recordAssistantCalls: 'by calls that name their workspace' },
}

/** The question that each workspace was filled with. */
function questionOf(orgId: string, { assistantId, personId }: WorkspaceIds) {
  const shown = { title: 'Change a deal', reason: 'The deal is set to lost.', facts: [] }
  const call = { orgId, assistantId, tool: 'update_deal', inputSha256: Buffer.alloc(32) }
  return { ...call, personId, shown, nowMs: 0, endsMs: 1 }
}
