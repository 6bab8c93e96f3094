import type { Signal } from '@signalpost/domain'
import fc from 'fast-check'
import type { Alert, Content } from '../../channel.ts'
import { testNotice } from '../../test-notice.ts'
import { wildAlerts } from '../random-alerts.ts'
import { alertOf, attackingSignal, bareSignal, digestOf, fullSignal } from '../sample-alert.ts'

/** One message that every channel sends. */
export type MessageCase = {
  name: string
  content: Content
  /** Texts that a reader must see. Titles and links of an alert's signals are among them anyway. */
  shows?: string[]
  /** The same for the kinds of channels that send other texts. */
  showsIn?: Readonly<Record<string, string[]>>
  /** What was sent before, for a message that changes an earlier one. Only channels that can edit send it. */
  edits?: Content
  /** Its texts are too odd to be looked for. */
  isWild?: true
}

const anna = {
  personId: 'per_anna',
  name: 'Anna Schmidt',
  email: 'anna@example.com',
  externalUserId: 'U0ANNA',
}
const names = { usr_anna: 'Anna Schmidt', usr_bob: 'Bob Tran' }
const at = '2026-11-20T09:00:00.000Z'

const routedSignal: Signal = { ...fullSignal, assignedTo: { userId: 'usr_anna', at, by: 'rul_1' } }
const takenSignal: Signal = {
  ...fullSignal,
  assignedTo: { userId: 'usr_anna', at, by: 'usr_anna' },
  feedback: { verdict: 'good', at },
  acknowledgedAt: at,
}
const acknowledgedSignal: Signal = { ...fullSignal, acknowledgedAt: at }
const acknowledgedBy = { [fullSignal.id]: 'usr_bob' }

const several: Signal[] = [
  fullSignal,
  {
    ...fullSignal,
    id: 'sig_2',
    url: 'https://news.ycombinator.com/item?id=2',
    source: 'hackernews',
    title: 'Which help desk do you use for a small support team?',
    excerpt: 'Five people, two shared mailboxes.',
    urgency: 'medium',
    relevanceScore: 61,
    subjectOrg: { name: 'Example Ltd' },
  },
  { ...bareSignal, title: 'A post with nothing but a title' },
]

const longSignal: Signal = {
  ...fullSignal,
  url: `https://example.com/${'a-long-path/'.repeat(80)}`,
  title: 'T'.repeat(10_000),
  excerpt: 'שלום & < '.repeat(1200),
  rationale: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(40),
  author: 'y'.repeat(300),
  subjectOrg: { name: 'N'.repeat(500) },
}

/** The shortest, because some receivers get every character. */
function wildAlert(): Alert {
  const many = fc.sample(wildAlerts, { seed: 20, numRuns: 40 }).filter(({ items }) => items.length > 1)
  const [first = alertOf([])] = many.toSorted((one, other) => lengthOf(one) - lengthOf(other))
  return first
}

function lengthOf(alert: Alert): number {
  return JSON.stringify(alert).length
}

const trouble = {
  type: 'workspace.trouble',
  at,
  heading: 'Channel “Sales in Berlin” is failing',
  text: 'It has refused every message since 08:40 UTC.\nThe last answer was 404 channel_not_found.\nCheck that the channel still exists.',
  data: { channelId: 'chn_2', code: 'channel_not_found' },
  incident: { key: 'trb_1', isOver: false },
}

const test = testNotice('chn_1', at)

/** Everything that channels send, in the order of the pictures. A new message is one entry. */
export const messageCases: readonly MessageCase[] = [
  { name: 'alert', content: { alert: alertOf([fullSignal]) } },
  { name: 'alert-bare', content: { alert: alertOf([bareSignal]) } },
  {
    name: 'alert-german',
    content: { alert: alertOf([fullSignal], { style: { language: 'de', parts: null, subject: null } }) },
  },
  {
    name: 'alert-for-person',
    content: { alert: alertOf([routedSignal], { routed: { [routedSignal.id]: anna }, names }) },
  },
  { name: 'alert-long', content: { alert: alertOf([longSignal]) } },
  { name: 'alert-hostile', content: { alert: alertOf([attackingSignal]) } },
  { name: 'alerts-gathered', content: { alert: alertOf(several, { reason: 'quiet_hours' }) } },
  { name: 'alerts-hostile', content: { alert: alertOf([attackingSignal, ...several]) } },
  { name: 'alerts-wild', content: { alert: wildAlert() }, isWild: true },
  { name: 'digest', content: { alert: alertOf(several, { kind: 'digest', ruleName: 'Every morning' }) } },
  {
    name: 'digest-grouped',
    content: { alert: alertOf(several, { kind: 'digest', group: 'Acme GmbH', ruleName: 'By account' }) },
    shows: ['Acme GmbH'],
  },
  { name: 'digest-full', content: { alert: digestOf(60, { ruleName: 'Every morning' }) } },
  {
    name: 'step',
    content: {
      alert: alertOf([fullSignal], {
        ruleName: 'Hot leads',
        escalation: { round: 1, step: 2, steps: 3, person: anna, unless: ['assigned'], waitedMs: 900_000 },
        names,
      }),
    },
    shows: ['No one has taken this for 15 min'],
    showsIn: { webhook: ['escalation', '2'] },
  },
  {
    name: 'taken',
    content: { alert: alertOf([takenSignal], { names, acknowledgedBy }) },
    edits: { alert: alertOf([fullSignal]) },
    shows: ['Anna Schmidt'],
    showsIn: { pagerduty: ['resolve'] },
  },
  {
    name: 'follow-up',
    content: {
      followUp: { alert: alertOf([takenSignal], { names }), follows: 'dsp_first', signal: takenSignal },
    },
    shows: ['Anna Schmidt took it'],
  },
  {
    name: 'follow-up-acknowledged',
    content: {
      followUp: {
        alert: alertOf([acknowledgedSignal], { names, acknowledgedBy }),
        ...{ follows: 'dsp_first', signal: acknowledgedSignal },
      },
    },
    shows: ['Bob Tran acknowledged it'],
  },
  {
    name: 'trouble',
    content: { notice: trouble },
    shows: [trouble.heading, 'Check that the channel still exists.'],
    showsIn: { webhook: [trouble.type, 'channel_not_found'], http: [trouble.heading] },
  },
  {
    name: 'test',
    content: { notice: test },
    shows: [test.heading, '2026-11-20 09:00 UTC'],
    showsIn: { webhook: [test.type, 'chn_1'] },
  },
]
