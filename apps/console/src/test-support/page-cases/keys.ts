import { updateDealAct } from '@signalpost/administration/deal'
import { createApiKey } from '@signalpost/database/access'
import { storeAssistant, storeCalls, storeConfirmation, storeWrite } from '../store-assistants.ts'
import { storeEvent } from '../store-records.ts'
import type { PageCase } from './page-case.ts'

export const keyPages: PageCase = async ({ console, orgId, hostile }) => {
  const name = hostile.slice(0, 120)
  await createApiKey(console.database, { orgId, scopes: ['signals:read'], name, memberId: 'm'.repeat(200) })
  return [['API keys', `/w/${orgId}/keys`]]
}

export const assistantPages: PageCase = async ({ console, orgId, personId, hostile, longWord }) => {
  const { database } = console
  const assistantId = await storeAssistant(database, { orgId, personId, clientName: hostile.slice(0, 100) })
  await storeAssistant(database, { orgId, personId, clientName: longWord.slice(0, 100) })
  // Of a colleague, whose name takes as much room as it is given.
  const colleagueId = await console.addPerson({ [orgId]: 'member' })
  await console.pool.query('update people set name = $2 where person_id = $1', [colleagueId, hostile])
  await storeAssistant(database, { orgId, personId: colleagueId, clientName: hostile.slice(0, 100) })
  const work = { orgId, personId, assistantId }
  const value = { amount: 125_000, currency: 'EUR' }
  for (const [index, name] of [hostile, longWord].entries()) {
    const dealId = `deal_of_assistant_${index}`
    const deal = { id: dealId, name: name.slice(0, 200), stage: 'new', value }
    await storeEvent(database, orgId, { type: 'deal.created', data: { deal } })
    await storeWrite(database, { ...work, dealId, stage: 'proposal' })
    await storeWrite(database, { ...work, dealId, value: null, ownerId: longWord.slice(0, 200) })
    await console.perform(updateDealAct, { orgId, dealId, stage: 'won' })
  }
  await storeCalls(database, work)
  const confirmationId = await storeConfirmation(database, {
    // Longer than the walk takes on a busy machine.
    ...{ orgId, personId, assistantId, lastsMs: 60 * 60_000 },
    facts: [
      { label: 'Deal', text: longWord, record: { type: 'deal', id: hostile.slice(0, 100) } },
      { label: 'Stage', text: 'new → lost' },
      { label: 'Note', text: hostile },
    ],
  })
  return [
    ['Assistants', `/w/${orgId}/assistants`],
    [hostile, `/w/${orgId}/assistants/${assistantId}`],
    ['Allow a change', `/w/${orgId}/assistants/confirm/${confirmationId}`],
  ]
}
