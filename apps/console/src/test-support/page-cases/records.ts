import { createCollectionAct } from '@signalpost/administration/collection'
import { createNoteAct, saveSignalAct } from '@signalpost/administration/record'
import { toPlainLine } from '@signalpost/domain'
import { storeEvent, storeSignal } from '../store-records.ts'
import type { PageCase } from './page-case.ts'

/** Signals, deals, accounts and lists. */
export const recordPages: PageCase = async ({ console, orgId, personId, hostile, longWord }) => {
  const { database } = console
  const strange = hostile.replaceAll(/\s/g, '_')
  const accountKey = `n:${hostile}`
  // Its letters, between which there may be signs for what is invisible.
  const shown = /[a-z]+/i.exec(toPlainLine(hostile))?.[0] ?? ''
  const id = 'sig_<b>/%2F?#'
  const texts = { excerpt: `${longWord} ${hostile}`, rationale: hostile, author: hostile }
  const subject = { accountKey, subjectName: hostile, subjectOrg: { name: hostile, location: longWord } }
  await storeSignal(database, orgId, {
    ...{
      id,
      title: hostile,
      listenerId: 'lsn_<b>',
      matchedKeywords: [hostile, longWord],
      ...texts,
      ...subject,
    },
    ...{ urgency: 'high', inferredNeed: hostile },
  })
  await storeSignal(database, orgId, { id: 'sig_long', title: longWord, ...texts, accountKey })
  const assignedTo = { userId: personId, at: new Date().toISOString(), by: personId }
  await storeEvent(database, orgId, { type: 'signal.assigned', data: { signalId: 'sig_long', assignedTo } })
  const deal = { id: 'deal_<b>', name: hostile, stage: 'new', value: { amount: 125_000, currency: 'EUR' } }
  const origin = { signalId: id, accountKey, ownerId: 'usr_<b>', externalId: strange }
  await storeEvent(database, orgId, { type: 'deal.created', data: { deal: { ...deal, ...origin } } })
  for (const target of [
    { type: 'signal' as const, id },
    { type: 'deal' as const, id: deal.id },
    { type: 'account' as const, id: accountKey },
  ]) {
    await console.perform(createNoteAct, { orgId, target, body: `${hostile} ${longWord}`.slice(0, 9_900) })
  }
  const list = { orgId, name: hostile.slice(0, 100), description: hostile }
  const { id: collectionId } = await console.perform(createCollectionAct, list)
  await console.perform(saveSignalAct, { orgId, signalId: id, listId: collectionId })
  const at = (path: string, of: string) => `/w/${orgId}/${path}/${encodeURIComponent(of)}`
  return [
    ['Signals', `/w/${orgId}/signals`],
    ['Signals', `/w/${orgId}/signals?urgency=low&assignedTo=${personId}`],
    [shown, at('signals', id)],
    ['xxxxxxxx', at('signals', 'sig_long')],
    ['Pipeline', `/w/${orgId}/pipeline`],
    [shown, at('pipeline', deal.id)],
    ['Accounts', `/w/${orgId}/accounts`],
    [shown, at('accounts', accountKey)],
    ['Lists', `/w/${orgId}/lists`],
    [hostile, at('lists', collectionId)],
  ]
}
