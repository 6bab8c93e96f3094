import { type Signal, toPlainLine } from '@signalpost/domain'
import type { Alert } from '../channel.ts'

/** A signal with every visible member. */
export const fullSignal: Signal = {
  id: 'sig_1',
  orgId: 'org_demo',
  listenerId: 'lsn_1',
  source: 'reddit',
  url: 'https://www.reddit.com/r/sysadmin/comments/1abc/looking_for_a_new_ticketing_system/?a=1&b=2',
  title: 'Looking for a ticketing system that does not fall over at 300 agents',
  excerpt: 'We outgrew ours last quarter.\nBudget is approved, decision by January. What do you use?',
  postedAt: '2026-11-20T08:15:30.000Z',
  relevanceScore: 87,
  classification: 'high_intent',
  rationale: 'Names a budget and a date, and asks for products by name.',
  matchedKeywords: ['ticketing system'],
  firstSeenAt: '2026-11-20T08:20:00.000Z',
  author: 'ops_ann',
  signalCategory: 'direct_intent',
  urgency: 'immediate',
  purchaseIntent: 'explicit',
  confidence: 'high',
  inferredNeed: 'A help desk for 300 agents',
  recommendedAction: 'Answer in the thread today and offer a trial with their data.',
  opportunity: 'The last vendor lost them on scale, which is where we are strong.',
  suggestedAngle: 'What 300 agents need that 30 do not.',
  subjectOrg: { name: 'Acme GmbH' },
  accountKey: 'd:acme.example',
}

/** A signal with only the required fields. */
export const bareSignal: Signal = {
  id: 'sig_bare',
  orgId: 'org_demo',
  listenerId: 'lsn_1',
  source: 'hackernews',
  url: 'https://news.ycombinator.com/item?id=1',
  title: '',
  excerpt: '',
  postedAt: '2026-11-20T08:15:30.000Z',
  relevanceScore: 0,
  classification: 'noise',
  rationale: '',
  matchedKeywords: [],
  firstSeenAt: '2026-11-20T08:20:00.000Z',
}

/** Attacks of a malicious post in one line; every channel must show them as plain text. */
export const attack =
  '<!channel> <@U1> <#C1> <https://evil.example|Click> <script>alert(1)</script> "\' & &amp; *bold* {{x}}'

/** What its readers see. */
export const shownAttack = toPlainLine(attack)

export const attackingSignal: Signal = {
  ...fullSignal,
  id: 'sig_attack',
  url: 'https://evil.example/a|b>c?x=<script>&y="\'',
  title: attack,
  excerpt: `${attack}\r\nBcc: everyone@example.com\u0000\ud800 end`,
  rationale: attack,
  recommendedAction: attack,
  author: `${attack}\r\nX-Injected: 1`,
  subjectOrg: { name: `${attack}\r\nX-Injected: 1` },
}

export function alertOf(items: Signal[], more: Partial<Alert> = {}): Alert {
  return {
    kind: 'instant',
    orgId: 'org_demo',
    ruleId: 'rul_1',
    ruleName: 'Urgent signals',
    raisedAt: '2026-11-20T08:20:01.000Z',
    items,
    total: items.length,
    ...more,
  }
}

export function digestOf(count: number, more: Partial<Alert> = {}): Alert {
  const items = Array.from({ length: count }, (_, index) => ({
    ...fullSignal,
    id: `sig_${index + 1}`,
    title: `Post number ${index + 1}.`,
  }))
  return alertOf(items, { kind: 'digest', ...more })
}
