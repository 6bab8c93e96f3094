import type { Deal } from '../documents/deal.ts'
import type { Listener } from '../documents/listener.ts'
import type { Signal } from '../documents/signal.ts'

/** A signal for examples in descriptions. */
export const exampleSignal: Signal = {
  id: 'sig_8d1f',
  orgId: 'org_demo',
  listenerId: 'lsn_crm',
  source: 'reddit',
  url: 'https://www.reddit.com/r/sales/comments/1abcde/',
  title: 'Which CRM for a team of five?',
  excerpt: 'We have outgrown our spreadsheet and want to decide this month.',
  postedAt: '2026-11-20T09:00:00.000Z',
  relevanceScore: 82,
  classification: 'high_intent',
  rationale: 'Asks for a product like ours and names a date.',
  matchedKeywords: ['CRM'],
  firstSeenAt: '2026-11-20T09:04:12.000Z',
  publishedAt: '2026-11-20T09:00:00.000Z',
  urgency: 'high',
  purchaseIntent: 'explicit',
  accountKey: 'd:example.com',
}

export const exampleListener: Listener = {
  id: 'lsn_crm',
  orgId: 'org_demo',
  name: 'CRM for small teams',
  mode: 'market',
  objective: 'find_customers',
  schedule: { everyMinutes: 60, timezone: 'UTC' },
  signalCount: 214,
  keywords: ['CRM', 'sales pipeline'],
  exclusions: ['hiring'],
  queries: [{ source: 'reddit', query: 'title:"CRM" subreddit:sales' }],
  sensitivity: 'balanced',
  profile: { targetRoles: ['Head of Sales'] },
  scheduler: {
    state: 'idle',
    lastRunAt: '2026-11-20T09:00:00.000Z',
    nextRunAt: '2026-11-20T10:00:00.000Z',
    lastError: null,
  },
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
}

export const exampleDeal: Deal = {
  id: 'deal_01jc8z',
  orgId: 'org_demo',
  name: 'Example, five seats',
  stage: 'qualified',
  open: true,
  value: { amount: 125_000, currency: 'EUR' },
  accountKey: 'd:example.com',
  signalId: 'sig_8d1f',
  ownerId: 'usr_ada',
  externalId: 'crm-4711',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T11:00:00.000Z',
}
