import { storeAssistant, storeAuthorization, storeWrite } from '../store-assistants.ts'
import { storeEvent } from '../store-records.ts'
import type { RouteCases } from './route-case.ts'

export const assistantRoutes: RouteCases = async ({ console: { database }, orgId, personId }) => {
  const open = async () => ({ params: { id: await storeAuthorization(database) } })
  const assistantId = await storeAssistant(database, { orgId, personId })
  let asked = 0
  const ofAssistant = { params: { orgId, id: assistantId } }
  const written = async () => {
    asked += 1
    const deal = { id: `deal_written_${asked}`, name: 'A deal', stage: 'new' }
    await storeEvent(database, orgId, { type: 'deal.created', data: { deal } })
    const change = { dealId: deal.id, stage: 'won' as const }
    return { auditId: await storeWrite(database, { orgId, personId, assistantId, ...change }) }
  }
  return {
    undoAssistantWrite: { fresh: async () => ({ ...ofAssistant, body: await written() }) },
    // No assistant of the person who asks.
    disconnectAssistant: { params: { id: 'ast_missing' } },
    getAuthorization: await open(),
    allowAssistant: {
      fresh: async () => ({ ...(await open()), body: { orgId, scopes: ['signals:read'] } }),
    },
    denyAssistant: { fresh: open },
  }
}
