import type { FoundItem } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { intents } from '../rubric/rubric-4.ts'
import { judged, listener, saidIn, watcher } from '../test-support/judged.ts'

const filler = 'The weather was fine and the train was late. '

test('asking and the topic multiply: each alone stays below a post that has both', () => {
  const score = (title: string, text: string) => judged(title, text).members.relevanceScore
  const both = score('We need a CRM', 'It is for twelve shops.')
  const askingAlone = score('We need a van', `${filler.repeat(12)}Our CRM is fine. ${filler.repeat(12)}`)
  const topicAlone = score('A day with our CRM', 'It is for twelve shops.')
  expect(both).toBeGreaterThanOrEqual(45)
  expect(Math.max(askingAlone, topicAlone)).toBeLessThan(35)
})

test('a keyword in a list of twenty, or once in a long text, is not what a post is about', () => {
  const fit = (text: string) => judged('We need a plan', text).members.scoreBreakdown.fit
  const names = Array.from({ length: 19 }, (_, index) => `thing ${index}`)
  const about = fit('We need a CRM for each thing of our shops.')
  expect(fit(`We have ${[...names.slice(0, 10), 'CRM', ...names.slice(10)].join(', ')}.`)).toBeLessThan(about)
  expect(fit(`${filler.repeat(20)}We have a CRM. ${filler.repeat(20)}`)).toBeLessThan(about)
})

test('asking once in a long text about something else weighs less', () => {
  const intent = (text: string) => judged('A day', text).members.scoreBreakdown.purchaseIntent
  const asking = 'Can anyone recommend a CRM?'
  expect(intent(`${filler.repeat(20)}${asking} ${filler.repeat(20)}`)).toBeLessThan(intent(asking))
})

test('a question about the topic asks without words of asking, a title that is none does not', () => {
  expect(saidIn('A CRM for twelve shops?')).toContain('Asks about the topic')
  expect(saidIn('A CRM for twelve shops')).toEqual([])
  expect(saidIn('Why is our CRM so quiet')).toContain('Asks about the topic')
  expect(saidIn('How a CRM works')).toEqual([])
  expect(judged('A CRM?', '', { rating: 2 }).members.scoreBreakdown.purchaseIntent).toBe(0)
})

test('a question for products weighs more where the title names what is sold', () => {
  const intent = (title: string, keywords: string[]) =>
    judged(title, '', { watching: { ...listener, keywords } }).members.scoreBreakdown.purchaseIntent
  const plain = intent('Any experience with schedules?', ['schedules'])
  expect(intent('Any experience with shift schedules?', ['shift schedules'])).toBeGreaterThan(plain)
  expect(intent('Any experience with Deputy?', ['Deputy'])).toBeGreaterThan(plain)
  expect(saidIn('Tired of Deputy?')).not.toContain('Asks about the topic')
})

test('an outage of a rival is a complaint, and none that is denied or of a market', () => {
  const said = (text: string, watching = watcher) =>
    judged('Deputy today', text, { watching }).components.flatMap(({ reasons }) =>
      reasons.map((reason) => reason.text),
    )
  expect(said('Deputy has an outage in our town since ten.')).toContain('Complains')
  expect(said('There was no outage in our town since ten.')).not.toContain('Complains')
  expect(said('Deputy has an outage in our town since ten.', listener)).not.toContain('Complains')
})

test('a short title with alternatives asks above a text of one’s own, and not above one of others', () => {
  const asks = (title: string, text: string) =>
    judged(title, text).components.some(({ reasons }) =>
      reasons.some((reason) => reason.text === intents.ask.text && reason.points > 0),
    )
  expect(asks('Deputy alternatives', 'We have twelve shops, and the bill went up.')).toBe(true)
  expect(asks('Deputy alternatives', 'A list of five products, with prices.')).toBe(false)
  expect(asks('A list of five alternatives to Deputy', 'We tested them all.')).toBe(false)
})

test('a review of four stars that says that its author leaves is no praise', () => {
  const score = (text: string, rating: number) =>
    judged('Fees', `Good app, friendly people. ${text}`, {
      ...{ watching: watcher, platform: 'trustpilot', rating, subjectName: 'Deputy', rivalKey: 'deputy' },
    }).members.relevanceScore
  expect(score('I am leaving because the fee doubled.', 4)).toBeGreaterThanOrEqual(45)
  expect(score('I am moving my business because the fee doubled.', 4)).toBeGreaterThanOrEqual(45)
  expect(score('I am not leaving although the fee doubled.', 4)).toBeLessThan(45)
  expect(score('The fee doubled.', 4)).toBeLessThan(45)
  expect(score('I am leaving my old bank for it.', 5)).toBeLessThan(45)
})

test('who asks for another product beside a rival compares, and who leaves with four stars switches', () => {
  const label = (title: string, changes = {}) =>
    judged(title, '', { watching: watcher, ...changes }).members.classification
  expect(label('Is there anything like Deputy for one shop?')).toBe('comparing')
  expect(label('Deputy opens an office')).toBe('noise')
  const review = { platform: 'trustpilot' as const, rating: 4, subjectName: 'Deputy', rivalKey: 'deputy' }
  expect(label('Fine, but I am leaving it', review)).toBe('switching')
  expect(label('Fine, and I am staying', review)).toBe('praise')
})

test('people speak for a team in each language', () => {
  const says = (title: string) => saidIn(title).includes('Speaks for a team')
  expect(['Wir suchen ein CRM', 'Nous cherchons un CRM', 'Onze CRM, wij zoeken een CRM'].every(says)).toBe(
    true,
  )
  expect(says('Ich suche nach einem CRM')).toBe(false)
})

test('what is not urgent has no points for it', () => {
  expect(judged('We need a CRM', 'It is urgent.').members.scoreBreakdown.urgency).toBeGreaterThan(0)
  expect(judged('We need a CRM', 'It is not urgent.').members.scoreBreakdown.urgency).toBe(0)
})

test('an ad seeks an engineer whose field its title lists', () => {
  const watching = { ...listener, profile: { targetRoles: ['DevOps Engineer'] } }
  const intent = (title: string) =>
    judged(title, 'We use a CRM.', { watching, platform: 'hackernews' }).members.scoreBreakdown.purchaseIntent
  const listed = intent('Acme | Backend, Cloud | Berlin')
  expect(listed).toBe(18)
  expect(intent('Acme | Devops lead | Berlin')).toBe(listed)
  expect(intent('Acme | Backend for cloud rooms | Berlin')).toBeLessThan(listed)
})

test('a request weighs more where the title has its subject', () => {
  const intent = (title: string) =>
    judged(title, `${filler.repeat(9)}Any recommendations? ${filler}Our CRM is old.`).members.scoreBreakdown
      .purchaseIntent
  expect(intent('A CRM for twelve shops')).toBeGreaterThan(intent('A thing for twelve shops'))
})

test('a move that is done weighs less than one to come', () => {
  const intent = (title: string) => judged(title).members.scoreBreakdown.purchaseIntent
  expect(intent('We switched to Deputy')).toBeLessThan(intent('We are switching to Deputy'))
})

test('who built something with a rival is its user, and who asks what frustrates others sells', () => {
  const voiceIn = (text: string) =>
    judged('Deputy or another?', `We are looking for an alternative to Deputy. ${text}`, {
      watching: watcher,
    }).components.flatMap(({ reasons }) => reasons.map((reason) => reason.text))
  const seller = 'Sells something itself'
  expect(voiceIn('I built a rota for our shops with Deputy.')).not.toContain(seller)
  expect(voiceIn('I built a rota for our shops.')).toContain(seller)
  expect(voiceIn('What frustrates you about it?')).toContain(seller)
})

test('an English word is not bad for looking like a Dutch one', () => {
  const complains = (text: string) =>
    judged('Deputy', text, { watching: watcher }).components.some(({ reasons }) =>
      reasons.some((reason) => reason.text === 'Complains'),
    )
  expect(complains('Deputy is ramping up.')).toBe(false)
  expect(complains('Deputy is een ramp.')).toBe(true)
})

test('a reviewer who made a deposit sells nothing', () => {
  const text = 'I made a deposit and we built a house. We are looking for a CRM.'
  const intent = (rating?: number) =>
    judged('Our CRM', text, rating === undefined ? {} : { rating }).members.scoreBreakdown.purchaseIntent
  expect(intent(1)).toBeGreaterThan(intent())
})

test('a row of firm, role and place on Hacker News is a job ad', () => {
  const ad = judged('Acme | CRM engineer | Berlin', 'We need a CRM.', { platform: 'hackernews' })
  expect(ad.members.classification).toBe('hiring_now')
})

test('the deadline of a job ad is none of a buyer', () => {
  const urgency = (platform: FoundItem['platform']) =>
    judged('CRM engineer', 'Apply asap, the deadline is this week.', { platform }).members.scoreBreakdown
      .urgency
  expect(urgency('greenhouse')).toBe(0)
  expect(urgency('reddit')).toBeGreaterThan(0)
})
