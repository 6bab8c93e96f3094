import {
  type AccountFilters,
  findAccount,
  listAccountSignals,
  listAccounts,
  listDeals,
  listNotesOn,
  walkAccounts,
} from '@signalpost/database/records'
import {
  type Account,
  accountKeySchema,
  accountSchema,
  dealSchema,
  findAccountKey,
  freeText,
  idSchema,
  noteSchema,
  orgIdSchema,
  RejectedError,
} from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices } from '../define-act.ts'
import { defineDocument, defineDocuments } from '../define-operation.ts'
import { accountSignalSchema } from '../signal/read-signals.ts'
import { demandAccountIntelligence } from '../workspace/demand-account-intelligence.ts'

/** Reads a page of accounts by their key; with words, those that have all of them in their name. */
export async function readAccounts(
  { database }: Pick<ActServices, 'database'>,
  { orgId, words, filters }: { orgId: string; words?: string | undefined; filters: AccountFilters },
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ items: Account[]; nextAfter: string | undefined }> {
  const page = { orgId, filters, after, limit: limit + 1 }
  const { accounts, reached } =
    words === undefined
      ? { accounts: await listAccounts(database, page) }
      : await walkAccounts(database, { ...page, words })
  const items = accounts.slice(0, limit)
  return { items, nextAfter: accounts.length > limit ? items.at(-1)?.accountKey : reached }
}

/** Throws RejectedError `forbidden` where the plan has no accounts. */
export const listAccountsRead = defineDocuments({
  name: 'account.list',
  summary: 'Browse accounts by their key.',
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema,
    words: freeText({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'Words that are all in the name, in any case.', example: 'acme' }),
    assignedTo: idSchema
      .optional()
      .meta({ description: 'A user who is assigned to a signal of the account.' }),
    region: freeText({ min: 1 })
      .optional()
      .meta({ description: 'The whole region or one of its comma-separated parts, ignoring case.' }),
  }),
  http: { method: 'get', path: '/accounts', errors: [] },
  output: { description: 'A page of accounts.', schema: accountSchema, of: (account: Account) => account },
  cursor: accountKeySchema,
  readPage: async ({ services, input: { orgId, words, ...filters } }, page) => {
    await demandAccountIntelligence(services.database, orgId)
    return readAccounts(services, { orgId, words, filters }, page)
  },
})

/** Assistants link to accounts by references. */
const keyOrReference = z.preprocess((id) => findAccountKey(String(id)) ?? id, accountKeySchema)
const shownSignals = 200
const limit = 50

/** Throws RejectedError `not_found`, and `forbidden` where the plan has no accounts. */
export const getAccountRead = defineDocument({
  name: 'account.get',
  summary: 'See one account and what belongs to it.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, accountId: keyOrReference }),
  http: { method: 'get', path: '/accounts/{id}', errors: ['not_found'] },
  read: async ({ services: { database }, input: { orgId, accountId: accountKey } }) => {
    await demandAccountIntelligence(database, orgId)
    const account = await findAccount(database, { orgId, accountKey })
    if (account === undefined) throw new RejectedError('not_found', 'There is no such account.')
    const [signals, deals, notes] = await Promise.all([
      listAccountSignals(database, { orgId, accountKey, limit: shownSignals }),
      listDeals(database, { orgId, filters: { accountKey }, limit }),
      listNotesOn(database, { orgId, target: { type: 'account', id: accountKey }, limit }),
    ])
    return { account, signals, deals, notes }
  },
  output: {
    description: 'The account, its latest 200 signals, and its latest 50 deals and notes.',
    schema: z.object({
      account: accountSchema,
      signals: z.array(accountSignalSchema),
      deals: z.array(dealSchema),
      notes: z.array(noteSchema),
    }),
    of: (shown) => shown,
  },
})
