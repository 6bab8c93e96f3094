import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { createWorkspace } from '../access/index.ts'
import { createAssistant } from '../assistants/index.ts'
import { eraseMessages } from '../dispatches/messages/index.ts'
import { createPerson } from '../people/index.ts'
import { askForConfirmation, findConfirmation } from './index.ts'

const orgId = 'org_a'
const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const endsMs = nowMs + 600_000

test('a question that shows a deleted signal is gone at once; one about another signal stays', async ({
  database,
}) => {
  await createWorkspace(database, {
    ...{ orgId, name: 'A', plan: 'p', accountIntelligence: true, analysisAllowance: 1 },
  })
  const person = { email: null, name: 'Ann', isOperator: false, nowMs }
  const { personId } = await database.transaction().execute((one) => createPerson(one, person))
  const client = { clientId: 'c', clientName: 'C', clientHost: null, redirectUri: 'https://c.example/' }
  const assistant = { assistantId: 'ast_a', orgId, personId, scopes: [], ...client, nowMs, endsMs }
  await database.transaction().execute((transaction) => createAssistant(transaction, assistant))
  const ask = async (id: string, place: number): Promise<string> => {
    const fact = { label: 'Signal', text: `Title of ${id}`, record: { type: 'signal' as const, id } }
    const shown = { title: 'Save', reason: 'Because.', facts: [fact, { label: 'Note', text: 'Yes' }] }
    const call = { orgId, assistantId: 'ast_a', personId, tool: 'save_signal', shown }
    const { confirmationId } = await askForConfirmation(database, {
      ...call,
      inputSha256: Buffer.from([place]),
      nowMs,
      endsMs,
    })
    return confirmationId
  }
  const [deleted, kept] = [await ask('sig_deleted', 1), await ask('sig_kept', 2)]

  await eraseMessages(database, { orgId, signalIds: ['sig_deleted'], nowMs })

  const find = (confirmationId: string) =>
    findConfirmation(database, { orgId, personId, confirmationId, nowMs })
  expect(await find(deleted)).toBeUndefined()
  expect((await find(kept))?.shown.facts[0]?.text).toBe('Title of sig_kept')
})
