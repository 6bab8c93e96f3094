import { randomUUID } from 'node:crypto'
import type { Ids } from './fill-workspaces.ts'

export type RouteRequest = { id?: string; search?: string; body?: Record<string, unknown> }

/** How to call a route. */
export type RouteCase = {
  /** A request that succeeds every time it is sent. */
  request: (ours: Ids) => RouteRequest
  /** Each place with the id of a record, and the common answer for a missing and a foreign one. */
  references: {
    record: keyof Ids
    place: 'path' | 'query' | 'body'
    status: 200 | 404
    request: (id: string, ours: Ids) => RouteRequest
  }[]
}

/** Every route by its operationId: a new one without an entry fails the walk. */
export const routeCases: Record<string, RouteCase> = {
  listResults: {
    request: () => ({}),
    references: [inQuery('listener', 'listenerId'), inQuery('account', 'accountKey')],
  },
  getResult: { request: ({ signal: id }) => ({ id }), references: [inPath('signal')] },
  getTimeline: { request: ({ signal: id }) => ({ id }), references: [inPath('signal')] },
  listResultAlerts: { request: ({ signal: id }) => ({ id }), references: [inPath('signal')] },
  judgeResult: {
    request: ({ signal: id }) => ({ id, body: { verdict: 'good' } }),
    references: [inPath('signal', { verdict: 'good' })],
  },
  markResultRead: {
    request: ({ signal: id }) => ({ id, body: {} }),
    references: [inPath('signal', {})],
  },
  assignResult: {
    request: ({ signal: id }) => ({ id, body: { userId: 'usr_ada' } }),
    references: [inPath('signal', { userId: 'usr_ada' })],
  },
  exportPipeline: { request: () => ({}), references: [] },
  updateDeal: {
    request: ({ deal: id }) => ({ id, body: { stage: 'won' } }),
    references: [inPath('deal', { stage: 'won' })],
  },
  createDeals: {
    request: ({ signal }) => ({ body: { deals: [{ name: 'A deal', signalId: signal }] } }),
    references: [
      {
        record: 'signal',
        place: 'body',
        status: 200,
        request: (signalId) => ({ body: { deals: [{ name: 'A deal', signalId }] } }),
      },
    ],
  },
  acknowledgeSignal: {
    request: ({ signal: id }) => ({ id, body: {} }),
    references: [{ record: 'signal', place: 'path', status: 404, request: (id) => ({ id, body: {} }) }],
  },
  saveSignal: {
    request: ({ signal: id, collection }) => ({ id, body: { collectionId: collection } }),
    references: [
      {
        record: 'signal',
        place: 'path',
        status: 404,
        request: (id, { collection }) => ({ id, body: { collectionId: collection } }),
      },
      {
        record: 'collection',
        place: 'body',
        status: 404,
        request: (collectionId, { signal: id }) => ({ id, body: { collectionId } }),
      },
    ],
  },
  getAccount: { request: ({ account: id }) => ({ id }), references: [inPath('account')] },
  getDeal: { request: ({ deal: id }) => ({ id }), references: [inPath('deal')] },
  listCollections: { request: () => ({}), references: [] },
  getCollection: { request: ({ collection: id }) => ({ id }), references: [inPath('collection')] },
  listNotes: {
    request: ({ signal }) => ({ search: `targetType=signal&targetId=${signal}` }),
    references: (['signal', 'account', 'deal'] as const).map((type) => ({
      record: type,
      place: 'query',
      status: 200,
      request: (id) => ({ search: `targetType=${type}&targetId=${encodeURIComponent(id)}` }),
    })),
  },
  listAccounts: { request: () => ({}), references: [] },
  listListeners: { request: () => ({}), references: [] },
  getListener: { request: ({ listener: id }) => ({ id }), references: [inPath('listener')] },
  listDeals: { request: () => ({}), references: [] },
  // Without a crawl, so nothing outside is called.
  analyseWebsite: {
    request: () => ({
      body: {
        companyName: 'Example',
        website: 'https://nobody.invalid/',
        objective: 'find_customers',
        sources: ['x', 'reddit'],
        description: 'We sell temperature loggers for cold chains to hospitals and food wholesalers.',
        acceptLimited: true,
      },
    }),
    references: [],
  },
  createCollection: { request: () => ({ body: { name: `A list ${randomUUID()}` } }), references: [] },
  createNote: {
    request: ({ deal: id }) => ({ body: { target: { type: 'deal', id }, body: 'A note' } }),
    references: (['signal', 'account', 'deal'] as const).map((type) => ({
      record: type,
      place: 'body',
      status: 404,
      request: (id) => ({ body: { target: { type, id }, body: 'A note' } }),
    })),
  },
}

function inPath(record: keyof Ids, body?: Record<string, unknown>): RouteCase['references'][number] {
  return { record, place: 'path', status: 404, request: (id) => ({ id, ...(body && { body }) }) }
}

/** A filter: nothing matches it. */
function inQuery(record: keyof Ids, name: string): RouteCase['references'][number] {
  const request = (id: string): RouteRequest => ({ search: `${name}=${encodeURIComponent(id)}` })
  return { record, place: 'query', status: 200, request }
}
