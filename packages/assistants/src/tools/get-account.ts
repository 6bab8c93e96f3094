import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { findAccount, listAccountSignals, listDeals, listNotesOn } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { showAccounts, showDeals, showNotes } from '../answer/show-records.ts'
import { quoteOptional } from '../answer/show-signal.ts'
import { consoleAddress, plainId, plainInstant } from '../answer/texts.ts'
import { defineTool, reads } from '../define-tool.ts'
import { accountKeyInput, recordOutput } from '../inputs.ts'
import { rightsOf } from '../rights.ts'

const mostSignals = 20
const mostRecords = 5

export const getAccount = defineTool({
  name: 'get_account',
  title: 'Get an account',
  description:
    'Shows one company with its latest signals, its notes and its deals. It does not show whole posts: for one use get_signal.',
  scopes: ['accounts:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({ accountKey: accountKeyInput }),
  output: recordOutput,
  run: async (services, { caller, input: { accountKey }, share }) => {
    const { database, consoleUrl } = services
    const { orgId } = caller
    await demandAccountIntelligence(database, orgId)
    const account = await findAccount(database, { orgId, accountKey })
    if (account === undefined) throw new RejectedError('not_found', 'There is no such account.')
    const rights = rightsOf(caller)
    const [[shown], signals, deals, notes] = await Promise.all([
      showAccounts(services, orgId, [account]),
      rights.includes('signals:read')
        ? listAccountSignals(database, { orgId, accountKey, limit: Math.ceil(mostSignals * share) })
        : [],
      rights.includes('pipeline:read')
        ? listDeals(database, { orgId, filters: { accountKey }, limit: mostRecords })
        : [],
      listNotesOn(database, { orgId, target: { type: 'account', id: accountKey }, limit: mostRecords }),
    ])
    if (shown === undefined) throw new Error('An account that was found is not shown.')
    return {
      ...shown,
      signals: signals.map((signal) => ({
        id: plainId(signal.signalId),
        score: signal.relevanceScore,
        postedAt: plainInstant(signal.postedAt),
        consoleUrl: consoleAddress(consoleUrl, orgId, 'signals', signal.signalId),
        quoted: { title: quoteOptional(signal.title)?.text },
      })),
      deals: await showDeals(services, deals),
      notes: showNotes(notes, Math.ceil(1_000 * share)),
    }
  },
})
