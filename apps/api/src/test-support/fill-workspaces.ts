import { ask } from './check-answer.ts'
import type { TestApi } from './start-test-api.ts'

/** The id of one record of each kind. */
export type Ids = Record<'signal' | 'listener' | 'account' | 'deal' | 'collection', string>

/** Creates one record of each kind in `org_one` and in `org_two`. Also returns unknown ids in the same form. */
export async function fillWorkspaces(api: TestApi): Promise<Record<'ours' | 'foreign' | 'missing', Ids>> {
  return {
    ours: await fill(api, 'org_one', 'ours'),
    foreign: await fill(api, 'org_two', 'theirs'),
    missing: {
      signal: 'missing',
      listener: 'missing',
      account: 'n:missing',
      deal: 'missing',
      collection: `col_${'0'.repeat(26)}`,
    },
  }
}

async function fill(api: TestApi, orgId: string, id: string): Promise<Ids> {
  const accountKey = `n:${id}`
  await api.storeSignal({ id, orgId, listenerId: id, accountKey })
  const listener = { id, name: id, mode: 'market', objective: 'find_customers' }
  await api.apply('listener.created', { listener }, orgId)
  await api.apply('deal.created', { deal: { id, name: id, stage: 'new' } }, orgId)
  const key = await api.createKey({ orgId, scopes: ['collections:write'] })
  const { body } = await ask(`${api.url}/v1/collections`, {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A list' }),
  })
  const { id: collection } = body as { id: string } // the cast: the answer was checked against the description
  return { signal: id, listener: id, account: accountKey, deal: id, collection }
}
