import { type FoundItem, hourMs, instantOf } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { emptyHistory } from '../history/listener-history.ts'
import { judge } from '../judge.ts'
import type { JudgedListener } from '../judgement.ts'
import { priorWeights } from '../learning/listener-weights.ts'
import { intentPhrases } from './asking.ts'
import { intents } from './rubric-4.ts'

const nowMs = Date.UTC(2026, 0, 1)
const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['CRM', 'Deputy'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
}

const watcher: JudgedListener = {
  ...{ mode: 'rivals', objective: 'find_dissatisfaction', keywords: ['CRM'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { rivals: ['Deputy'], painVocabulary: [] } },
}

function judged(
  title: string,
  text = '',
  { watching = listener, ...changes }: Partial<FoundItem> & { watching?: JudgedListener } = {},
) {
  const found = judge({
    item: {
      ...{ platform: 'reddit', key: 'a', url: 'https://www.reddit.com/comments/a', foundByQuery: 'crm' },
      ...{ title, text, publishedAt: instantOf(nowMs - hourMs), coverage: 'full_text', ...changes },
    },
    ...{ listener: watching, nowMs, history: emptyHistory(), weights: priorWeights() },
  })
  if (!found.passed) throw new Error(found.reason)
  return found
}

/** Returns what the post says by which it has points for purchase intent. */
function saidIn(title: string): string[] {
  const component = judged(title).components.find(({ name }) => name === 'purchaseIntent')
  return component?.reasons.map(({ text }) => text) ?? []
}

test.for([
  ['What CRM do you recommend? What do you use?', 'ask'],
  ['We need a CRM for twelve shops', 'ask'],
  ['Looking to buy a CRM this quarter', 'ask'],
  ['Need a CRM without a contract of three years', 'ask'],
  ['We need reminders in our CRM, nothing else', 'ask'],
  ['Deputy is dear. What else is there?', 'ask'],
  ['Deputy alternatives in 2026?', 'move'],
  ['Is anyone happy with their CRM?', 'experience'],
  ['Our CRM doubled our price', 'problem'],
  ['Deputy pricing went up again', 'problem'],
  ['Would you buy this CRM again?', 'ask'],
  ['Does anyone know a CRM for florists?', 'ask'],
  ['Deputy alternatives?', 'move'],
  ['Switching from Deputy after a year', 'move'],
  ['Deputy vs Rotaready', 'compare'],
  ['Any experience with this CRM?', 'experience'],
  ['How well does this CRM work for you?', 'experience'],
  ['Our CRM budget is 300 a month', 'buying'],
  ['We are a team of 40 without a CRM', 'buying'],
  ['Tired of our CRM', 'problem'],
  ['Deputy alternatives that print rotas?', 'ask'],
  ['Replacement for Deputy, anyone?', 'ask'],
  ['Alternativen zu Deputy?', 'ask'],
  ['Une alternative à Deputy ?', 'ask'],
  ['¿Alternativas a Deputy?', 'ask'],
  ['Een alternatief voor Deputy?', 'ask'],
  ['Alternativa a Deputy?', 'ask'],
  ['Alternativas ao Deputy?', 'ask'],
  ['Which CRM do you use?', 'experience'],
  ['Welches CRM nutzt ihr?', 'ask'],
  ['Quel CRM utilisez-vous ?', 'ask'],
  ['¿Qué CRM usáis?', 'ask'],
  ['Welk CRM gebruiken jullie?', 'ask'],
  ['Che CRM utilizzate?', 'ask'],
  ['Que CRM vocês usam?', 'ask'],
  ['CRM für zwölf Filialen gesucht', 'ask'],
  ['CRM voor twaalf winkels gezocht', 'ask'],
  ['Wir suchen ein CRM für zwölf Filialen', 'ask'],
  ['Kann jemand empfehlen, welches CRM passt?', 'ask'],
  ['Welche Alternative zu Deputy?', 'move'],
  ['Erfahrungen mit diesem CRM?', 'experience'],
  ['Nous cherchons un CRM simple', 'ask'],
  ['Welche Alternative zum CRM empfehlt ihr?', 'ask'],
  ['Quelle alternative à Deputy ?', 'ask'],
  ['¿Qué alternativa a Deputy hay?', 'ask'],
  ['Welk alternatief voor Deputy?', 'ask'],
  ['Quale alternativa a Deputy?', 'ask'],
  ['Qual alternativa ao Deputy?', 'ask'],
  ['Quel logiciel de CRM pour une PME ?', 'ask'],
  ['Une alternative à Deputy', 'move'],
  ['Estamos buscando un CRM', 'ask'],
  ['¿Alguien recomienda un CRM?', 'ask'],
  ['Una alternativa a Deputy', 'move'],
  ['Wij zoeken een CRM', 'ask'],
  ['Kan iemand aanraden welk CRM werkt?', 'ask'],
  ['Een alternatief voor Deputy', 'move'],
  ['Stiamo cercando un CRM', 'ask'],
  ['Qualcuno può consigliare un CRM?', 'ask'],
  ['Precisamos de um CRM', 'ask'],
  ['Alguém recomenda um CRM?', 'ask'],
  ['Should I try Deputy?', 'ask'],
  ['Leaving Deputy after the new price', 'move'],
  ['How did you get rid of your Deputy?', 'move'],
  ['Migrating off Deputy', 'move'],
  ['Wir wollen weg von Deputy', 'move'],
  ['Wir wollen Deputy kündigen', 'move'],
  ['Nous quittons Deputy', 'move'],
  ['Dejamos Deputy este mes', 'move'],
  ['Wij willen af van Deputy', 'move'],
  ['Wij gaan Deputy opzeggen', 'move'],
  ['Vogliamo lasciare Deputy', 'move'],
  ['Vamos largar o Deputy', 'move'],
  ['Deputy or Rotaready?', 'compare'],
  ['Rotaready or Deputy for twelve shops?', 'compare'],
  ['Deputy oder Rotaready?', 'compare'],
  ['Deputy ou Rotaready ?', 'compare'],
  ['¿Deputy o Rotaready?', 'compare'],
  ['Wat is voor onze winkels het beste, en wat kost het dan: Deputy of Rotaready?', 'compare'],
  ['We want to cancel Deputy', 'leave'],
  ["I'm leaving Deputy this month", 'leave'],
  ['We are not renewing Deputy', 'leave'],
  ['Wir wollen Deputy kündigen', 'leave'],
  ['Wir kündigen Deputy zum Juni', 'leave'],
  ['Ich werde Deputy nicht verlängern', 'leave'],
  ['Nous allons quitter Deputy', 'leave'],
  ['Nous résilions Deputy', 'leave'],
  ['Queremos dejar Deputy', 'leave'],
  ['Vamos a cancelar Deputy', 'leave'],
  ['Wij gaan Deputy opzeggen', 'leave'],
  ['Ik wil van Deputy overstappen van de zomer, weg bij Deputy', 'leave'],
  ['Vogliamo lasciare Deputy', 'leave'],
  ['Disdiciamo Deputy a giugno', 'leave'],
  ['Vamos cancelar o Deputy', 'leave'],
  ['Queremos largar o Deputy', 'leave'],
  ['Is there anything like Deputy with lower fees?', 'ask'],
  ['Anything better than Deputy for twelve shops?', 'ask'],
  ['What did you move to from Deputy?', 'ask'],
  ['Deputy changed its price again, any suggestions?', 'ask'],
  ['Gibt es etwas Besseres als Deputy?', 'ask'],
  ['Y a-t-il mieux que Deputy ?', 'ask'],
  ['¿Hay algo mejor que Deputy?', 'ask'],
  ['Is er iets beters dan Deputy?', 'ask'],
  ['C’è qualcosa di meglio di Deputy?', 'ask'],
  ['Existe algo melhor que o Deputy?', 'ask'],
  ['There must be something better than this CRM', 'ask'],
  ['Wir verlängern Deputy nicht und suchen etwas Neues', 'ask'],
  ['We are not happy and looking for something like a CRM', 'ask'],
  ['Buscamos algo como Deputy', 'ask'],
  ['Our CRM lives in a spreadsheet', 'problem'],
  ['Unser CRM lebt in Excel', 'problem'],
  ['Das CRM stürzt ständig ab', 'problem'],
  ['Le CRM ne répond pas', 'problem'],
  ['El CRM se cuelga', 'problem'],
  ['Het CRM loopt vast', 'problem'],
  ['Il CRM si blocca', 'problem'],
  ['O CRM não responde', 'problem'],
  ['Deputy raised prices again', 'problem'],
  ['Deputy: Erfahrungen?', 'experience'],
  ['Deputy : vos avis ?', 'experience'],
] as const)('"%s" asks', ([title, kind]) => {
  expect(saidIn(title)).toContain(intents[kind].text)
})

test.for([
  ['We don’t need a CRM and never needed a CRM', 'ask'],
  ['We are not looking for a CRM', 'ask'],
  ['No one can replace our CRM people', 'move'],
  ['No alternatives to Deputy were named', 'move'],
  ['Five alternatives to Deputy', 'ask'],
  ['No alternatives to Deputy?', 'ask'],
  ['Wir haben kein CRM gesucht', 'ask'],
  ['Mitarbeiter gesucht, CRM vorhanden. Mitarbeiter gesucht', 'ask'],
  ['Wij hebben nooit een CRM gezocht', 'ask'],
  ['I am looking for a job in CRM', 'ask'],
  ['We are looking for engineers for our CRM', 'ask'],
  ['He leaves on sick leave, says the CRM', 'move'],
  ['We need to clean our CRM', 'ask'],
  ['Need some help with my CRM homework', 'ask'],
  ['A CRM in VS Code', 'compare'],
  ['Our CRM in the vs extension', 'compare'],
  ['I am looking for a subreddit about CRM', 'ask'],
  ['We are looking for groups that use a CRM', 'ask'],
  ['The &quot;CRM&quot; for everyone', 'buying'],
  ['Wir brauchen kein CRM', 'ask'],
  ['Wir suchen nicht nach einem CRM', 'ask'],
  ['Nous ne cherchons pas de CRM, nous cherchons pas', 'ask'],
  ['No necesitamos un CRM', 'ask'],
  ['Niet op zoek naar een CRM', 'ask'],
  ['Non stiamo cercando un CRM', 'ask'],
  ['Não precisamos de um CRM', 'ask'],
  ['We are not leaving Deputy', 'move'],
  ['We leave the shop, Deputy stays', 'move'],
  ['Don’t replace Deputy', 'move'],
  ['Wir wollen nicht weg von Deputy', 'move'],
  ['Nous ne quittons pas Deputy', 'move'],
  ['No dejamos Deputy', 'move'],
  ['Wij willen niet af van Deputy', 'move'],
  ['Non lasciamo Deputy', 'move'],
  ['Não vamos largar o Deputy', 'move'],
  ['We will never cancel Deputy', 'move'],
  ['We are not going to cancel Deputy', 'leave'],
  ['Wir kündigen Deputy nicht', 'move'],
  ['Wir werden Deputy nie kündigen', 'move'],
  ['Nous ne résilions pas Deputy', 'move'],
  ['Nunca vamos a cancelar Deputy', 'move'],
  ['Wij gaan Deputy nooit opzeggen', 'move'],
  ['Non disdiciamo Deputy', 'move'],
  ['Nunca vamos cancelar o Deputy', 'move'],
  ['We do not want or need a CRM', 'ask'],
  ['Het CRM loopt niet vast', 'problem'],
  ['They want to cancel Deputy', 'leave'],
  ['I cancelled Deputy last year', 'leave'],
  ['We are switching to Deputy', 'leave'],
  ['It is something like Deputy', 'ask'],
  ['There is nothing better than Deputy', 'ask'],
  ['Deputy, etwas Besseres gibt es nicht', 'ask'],
  ['Deputy or Rotaready, both are fine', 'compare'],
  ['Is Deputy or whatever slow today?', 'compare'],
  ['The State of Deputy?', 'compare'],
] as const)('"%s" does not ask', ([title, kind]) => {
  expect(saidIn(title)).not.toContain(intents[kind].text)
})

test.for([
  'Not sure which tool, but we need a CRM',
  'Not happy with Deputy, we are looking for a CRM',
  'We would like to switch to another CRM',
])('what looks like a doubt is none in "%s"', (title) => {
  expect(judged(title).members.scoreBreakdown.purchaseIntent).toBeGreaterThanOrEqual(12)
})

test('every language has phrases of every kind', () => {
  for (const byLanguage of Object.values(intentPhrases)) {
    expect(Object.values(byLanguage).filter((phrases) => phrases.trim() === '')).toEqual([])
  }
})

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

const dayOld = { publishedAt: instantOf(nowMs - 24 * hourMs) }

test.for([
  'Deputy alternatives that print rotas?',
  'Erfahrungen mit Deputy?',
  'Is Deputy worth it?',
  'Welches CRM nutzt ihr?',
  'Une alternative à Deputy ?',
  '¿Alguien usa Deputy?',
  'Ervaringen met Deputy?',
  'Alternativa a Deputy?',
  'Alguém usa Deputy?',
  'We want to cancel Deputy',
  'Wir wollen Deputy kündigen',
  'Nous allons quitter Deputy',
  'Queremos dejar Deputy',
  'Wij gaan Deputy opzeggen',
  'Vogliamo lasciare Deputy',
  'Vamos largar o Deputy',
  'Anything better than Deputy?',
])('"%s" reaches the bar, a day old and without a text', (title) => {
  expect(judged(title, '', dayOld).members.relevanceScore).toBeGreaterThanOrEqual(45)
})

test.for([
  'How a CRM works',
  'Deputy raises prices',
  'Five alternatives to Deputy in 2026',
  'Is a CRM legal in Germany?',
  'We switched to Deputy and love it',
  'Show HN: I built a CRM',
  'We will never cancel Deputy',
  'Wir kündigen Deputy nicht',
  'I cancelled Deputy last year',
])('"%s" does not', (title) => {
  expect(judged(title, '', dayOld).members.relevanceScore).toBeLessThan(45)
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
  expect(score('I am not leaving although the fee doubled.', 4)).toBeLessThan(45)
  expect(score('The fee doubled.', 4)).toBeLessThan(45)
  expect(score('I am leaving my old bank for it.', 5)).toBeLessThan(45)
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
