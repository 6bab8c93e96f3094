import { createCollectionAct } from '@signalpost/administration/collection'
import { saveSignalAct } from '@signalpost/administration/record'
import { storeEvent, storeSignal } from '../store-records.ts'
import type { RouteCases } from './route-case.ts'

/** Signals, deals, accounts and lists. */
export const recordRoutes: RouteCases = async ({ console, orgId }) => {
  const { database } = console
  const signalId = await storeSignal(database, orgId)
  await storeEvent(database, orgId, {
    type: 'deal.created',
    data: { deal: { id: 'deal_1', name: 'Five seats', stage: 'new', signalId } },
  })
  const createList = (name: string) => console.perform(createCollectionAct, { orgId, name })
  const { id: listId } = await createList('Calls')
  const save = (collectionId: string) => console.perform(saveSignalAct, { orgId, signalId, collectionId })
  await save(listId)
  const inWorkspace = { params: { orgId } }
  const ofSignal = { params: { orgId, id: signalId } }
  const ofDeal = { params: { orgId, id: 'deal_1' } }
  return {
    countSignalViews: inWorkspace,
    saveSignal: { ...ofSignal, body: { listId } },
    createNote: { ...inWorkspace, body: { target: { type: 'signal', id: signalId }, body: 'A note' } },
    listDeals: { ...inWorkspace, search: '?stage=new' },
    sumDeals: inWorkspace,
    exportPipeline: { ...inWorkspace, search: '?stage=new&open=true' },
    getDeal: ofDeal,
    createDeal: { ...inWorkspace, body: { name: 'Ten seats', signalId } },
    updateDeal: { ...ofDeal, body: { value: null } },
    listAccounts: { ...inWorkspace, search: '?region=Berlin&words=acme' },
    // As assistants link to it.
    getAccount: { params: { orgId, id: `acc_${Buffer.from('d:example.com').toString('base64url')}` } },
    removeFromList: { params: { orgId, id: listId, signalId: 'sig_other' } },
  }
}
