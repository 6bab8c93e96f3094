import type { Signal } from '@signalpost/domain'

/** What a signal looks like, for the interface description. */
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
