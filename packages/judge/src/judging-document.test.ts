import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FoundItem, hourMs, instantOf, sensitivities } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { emptyHistory } from './history/listener-history.ts'
import { judge } from './judge.ts'
import type { JudgedListener } from './judgement.ts'
import { priorWeights } from './learning/listener-weights.ts'
import { intentPhrases } from './rubric/asking.ts'
import {
  complaintPoints,
  componentCaps,
  evidenceCaps,
  halfLifeDays,
  intents,
  jobPoints,
  multiSignalPoints,
  namedPoints,
  questionPoints,
  sellerPoints,
  subjectPoints,
  titleQuestionPoints,
  urgent,
  urgentPhrases,
} from './rubric/rubric-4.ts'
import { decideSurfacing } from './surfacing/decide-surfacing.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/judging.md'), 'utf8')
const nowMs = Date.UTC(2026, 0, 1)

test('docs/judging.md has the caps of the components, which add up to 100', () => {
  expect(document).toContain(tableOf(['component', 'at most'], Object.entries(componentCaps).map(inCode)))
  expect(Object.values(componentCaps).reduce((sum: number, cap) => sum + cap, 0)).toBe(100)
})

test('docs/judging.md has the points of each kind of phrase', () => {
  expect(document).toContain(phrasesTable(intents, englishPhrases()))
  expect(document).toContain(phrasesTable(urgent, urgentPhrases))
})

test('docs/judging.md has the points of complaints, job ads, subjects and sellers', () => {
  const { worst, bad, mild, mixed, halfContent } = complaintPoints
  expect(prose()).toContain(
    `has ${worst} points with one star, ${bad} with two, and without stars ${bad} or ${mild}`,
  )
  const { bare, asking } = titleQuestionPoints
  expect(prose()).toContain(`names a keyword has ${bare} points where no phrase`)
  expect(prose()).toContain(`or a name, it has ${asking} beside`)
  expect(prose()).toContain(`Of a rival, three stars have ${halfContent}.`)
  expect(prose()).toContain(`a question adds ${questionPoints}, and`)
  expect(prose()).toContain(`Three stars without good words have ${mixed}.`)
  expect(prose()).toContain(`an ad has ${jobPoints.role} points if it seeks a role of the plan`)
  expect(prose()).toContain(`It has ${jobPoints.topic} if its title names`)
  expect(prose()).toContain(`else ${jobPoints.mention}.`)
  expect(prose()).toContain(
    `of the plan adds ${namedPoints.anywhere}, to an ad that seeks it ${namedPoints.opened}`,
  )
  expect(prose()).toContain(`or a kind of place in the name of a place ${namedPoints.place}`)
  expect(prose()).toContain(
    `has ${subjectPoints.about} more, and ${-subjectPoints.content} less if its author is content`,
  )
  expect(prose()).toContain(`A seller's voice takes ${-sellerPoints}, but not from job ads and reviews.`)
})

test('docs/judging.md has the figures of recency, evidence and other posts', () => {
  const { post, review, job } = halfLifeDays
  expect(prose()).toContain(
    `Half of them are left after ${post} days for posts, ${review} for reviews, ${job} for job ads.`,
  )
  expect(prose()).toContain(
    `caps it: ${Object.entries(evidenceCaps)
      .map(([coverage, cap]) => `\`${coverage}\` ${cap}`)
      .join(', ')}.`,
  )
  expect(prose()).toContain(
    `**Multi signal.** ${multiSignalPoints.slice(1).join(', ')} for 1, 2, 3 and 4 or more`,
  )
})

test('docs/judging.md has the bars', () => {
  const barOf = (sensitivity: JudgedListener['sensitivity']): number =>
    decideSurfacing({
      ...{
        score: 0,
        demand: 0,
        sensitivity,
        seed: 'seed',
        dedupeKey: 'key',
        day: '2026-01-01',
        history: emptyHistory(),
      },
    }).policy.barAtDecision
  const bars = sensitivities.map((sensitivity) => `${barOf(sensitivity)} (\`${sensitivity}\`)`)
  expect(prose()).toContain(`begins at ${bars.slice(0, -1).join(', ')} or ${bars.at(-1)}`)
})

test('docs/judging.md has an example with the points that the judge gives', () => {
  const found = judge({ item: example, listener, nowMs, history: emptyHistory(), weights: priorWeights() })
  if (!found.passed) throw new Error(found.reason)
  const { relevanceScore, classification, purchaseIntent, urgency, confidence, rationale } = found.members
  const rows = found.components.flatMap(({ name, points, cap, reasons }) =>
    reasons.length === 0
      ? [[`\`${name}\``, `${points} of ${cap}`, '', 'nothing speaks for it']]
      : reasons.map(({ text, points: own, quote }, index) => [
          index === 0 ? `\`${name}\`` : '',
          index === 0 ? `${points} of ${cap}` : '',
          `${own}`,
          quote === undefined ? text : `${text}: “${quote}”`,
        ]),
  )
  expect(document).toContain(`> **${example.title}**\n> ${example.text}`)
  expect(document).toContain(tableOf(['component', 'points', 'of them', 'reason'], rows))
  expect(prose()).toContain(
    `The score is ${relevanceScore} and the label \`${classification}\`, with \`purchaseIntent\` ` +
      `\`${purchaseIntent}\`, \`urgency\` \`${urgency}\` and \`confidence\` \`${confidence}\`. ` +
      `The rationale reads: ${rationale}`,
  )
})

const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['help desk', 'ticketing system'] },
  ...{ exclusions: [], sensitivity: 'balanced', profile: { targetRoles: [] } },
}
const example: FoundItem = {
  ...{
    platform: 'hackernews',
    key: 'a',
    url: 'https://news.ycombinator.com/item?id=1',
    foundByQuery: 'help desk',
  },
  title: 'Can anyone recommend a help desk for 40 agents?',
  text: 'We are looking for a ticketing system because ours is down. We need it by Friday.',
  ...{ publishedAt: instantOf(nowMs - hourMs), coverage: 'full_text' },
}

/** The document without the ends of its lines. */
function prose(): string {
  return document.replaceAll(/\n\s*/g, ' ')
}

function inCode([name, value]: [string, number]): string[] {
  return [`\`${name}\``, `${value}`]
}

function englishPhrases(): Record<keyof typeof intents, string> {
  const names = Object.keys(intentPhrases) as (keyof typeof intentPhrases)[]
  // A move, with words that say whose it is.
  const leave = 'I am leaving, we want to cancel, we are not renewing'
  // The cast: the names are those of the phrases.
  return { ...Object.fromEntries(names.map((name) => [name, intentPhrases[name].en])), leave } as Record<
    keyof typeof intents,
    string
  >
}

function phrasesTable<Name extends string>(
  kinds: Record<Name, { points: number; text: string }>,
  phrases: Record<Name, string>,
): string {
  // The cast: the names are those of the kinds.
  const rows = (Object.keys(kinds) as Name[]).map((name) => {
    const [first, second, third] = phrases[name].split(/,\s*/)
    return [kinds[name].text, `${kinds[name].points}`, `“${first}”, “${second}”, “${third}”`]
  })
  return tableOf(['kind', 'points', 'such as'], rows)
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string =>
    `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
