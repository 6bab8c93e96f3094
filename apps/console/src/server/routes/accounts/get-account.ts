import { accountSignalSchema } from '@signalpost/administration/signal'
import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { findAccount, listAccountSignals, listDeals, listNotesOn } from '@signalpost/database/records'
import {
  accountKeySchema,
  accountSchema,
  dealSchema,
  findAccountKey,
  noteSchema,
  orgIdSchema,
  RejectedError,
} from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery } from '../workspace-params.ts'

/** Assistants link to accounts by references. */
const keyOrReference = z.preprocess((id) => findAccountKey(String(id)) ?? id, accountKeySchema)
const shownSignals = 200
const limit = 50

export const getAccount = defineRoute({
  operationId: 'getAccount',
  method: 'get',
  path: '/console/api/w/{orgId}/accounts/{id}',
  role: 'viewer',
  summary: 'See one account and what belongs to it',
  params: z.object({ orgId: orgIdSchema, id: keyOrReference }),
  query: noQuery,
  success: {
    status: 200,
    description: 'The account, its latest 200 signals, and its latest 50 deals and notes.',
    schema: z.object({
      account: accountSchema,
      signals: z.array(accountSignalSchema),
      deals: z.array(dealSchema),
      notes: z.array(noteSchema),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id } }) => {
    await demandAccountIntelligence(database, orgId)
    const account = await findAccount(database, { orgId, accountKey: id })
    if (account === undefined) throw new RejectedError('not_found', 'There is no such account.')
    const [signals, deals, notes] = await Promise.all([
      listAccountSignals(database, { orgId, accountKey: id, limit: shownSignals }),
      listDeals(database, { orgId, filters: { accountKey: id }, limit }),
      listNotesOn(database, { orgId, target: { type: 'account', id }, limit }),
    ])
    return { account, signals, deals, notes }
  },
})
