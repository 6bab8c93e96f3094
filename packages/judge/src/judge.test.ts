import { dayMs, type FoundItem, hourMs, instantOf, signalSchema } from '@signalpost/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyHistory } from './history/listener-history.ts'
import { judge } from './judge.ts'
import type { JudgedListener } from './judgement.ts'
import { priorWeights } from './learning/listener-weights.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const market: JudgedListener = {
  mode: 'market',
  objective: 'find_customers',
  keywords: ['help desk', 'ticketing system', 'IT', 'C++'],
  exclusions: ['giveaway'],
  sensitivity: 'balanced',
  profile: { targetRoles: ['support lead'] },
}
const rivals: JudgedListener = {
  ...market,
  mode: 'rivals',
  profile: { rivals: ['Deskly'], painVocabulary: ['too slow'] },
}
const places: JudgedListener = { ...market, mode: 'places', profile: { categories: [], locations: [] } }

const item: FoundItem = {
  platform: 'reddit',
  key: 'reddit.com/comments/a1',
  url: 'https://www.reddit.com/comments/a1',
  title: 'Can anyone recommend a help desk for 40 agents?',
  text: 'We are looking for a ticketing system because ours is down. We need it by friday, as soon as possible.',
  publishedAt: instantOf(nowMs - hourMs),
  coverage: 'full_text',
  foundByQuery: 'help desk',
}

function judged(changes: Partial<FoundItem> = {}, listener = market, atMs = nowMs) {
  const found = judge({
    item: { ...item, ...changes },
    listener,
    nowMs: atMs,
    history: emptyHistory(),
    weights: priorWeights(),
  })
  if (!found.passed) throw new Error(found.reason)
  return found
}

test('scores a request for the product high, and quotes it', () => {
  const { members, components } = judged()
  expect(members).toMatchObject({
    classification: 'high_intent',
    purchaseIntent: 'explicit',
    urgency: 'immediate',
    confidence: 'high',
    inferenceHops: 0,
    matchedKeywords: ['help desk', 'ticketing system'],
    passedBy: 'keyword',
  })
  expect(members.rationale).toContain('“Can anyone recommend”')
  expect(components.map(({ points, cap }) => points <= cap)).not.toContain(false)
})

test('a buyer who is "looking for a" product on Hacker News is not hiring', () => {
  const text = 'We are looking for a help desk because ours is down. We need it by friday.'
  expect(judged({ platform: 'hackernews', text }).members.classification).toBe('high_intent')
  const title = 'We are hiring a support lead for our help desk'
  expect(judged({ platform: 'hackernews', title, text }).members.classification).toBe('hiring_now')
})

test('a job ad that is looking for people asks for no product', () => {
  const ad = (changes: Partial<FoundItem>, listener = market) =>
    judged({ platform: 'greenhouse', title: 'Engineer', ...changes }, listener).members.scoreBreakdown
      .purchaseIntent
  const text = 'We are looking for a person with a budget who knows a help desk. Curious?'
  expect(ad({ text })).toBe(2)
  expect(ad({ text, title: 'Help desk engineer' })).toBe(5)
  expect(ad({ text: `${text} You report to the support lead.` })).toBe(5)
  expect(ad({ text, title: 'Support lead' })).toBe(18)
  expect(ad({ text: `${text}\n- Senior Support Lead\n- Cook` })).toBe(18)
  expect(ad({ text: `${text}\nSupport, Lead` })).toBe(5)
  expect(ad({ text, title: 'Support Manager' })).toBe(18)
  expect(ad({ text: 'We migrate to a new help desk.' })).toBeGreaterThan(10)
  expect(ad({ text }, rivals)).toBe(0)
})

test('a complaint about a rival counts by its stars, and with none by its words', () => {
  const about = { platform: 'trustpilot', rivalKey: 'deskly', title: 'Deskly' } as const
  const intent = (changes: Partial<FoundItem>) =>
    judged({ ...about, text: 'No one answers.', ...changes }, rivals).members.scoreBreakdown.purchaseIntent
  expect([1, 2, 3, 5].map((rating) => intent({ rating }))).toEqual([22, 17, 15, 0])
  expect(intent({ rating: 3, text: 'A great choice, and friendly people.' })).toBe(15)
  expect(intent({ text: 'Terrible, awful, useless, the worst.' })).toBe(17)
  expect(intent({ text: 'It is slow. The colours are fine.' })).toBeLessThanOrEqual(13)
  expect(intent({ text: 'Excellent, I love it.' })).toBe(0)
})

test('to a market, a review of a shop or a product is no complaint about a rival', () => {
  const text = 'The worst help desk. No one answers.'
  const intent = (changes: Partial<FoundItem>) =>
    judged({ title: 'Deskly', text, rating: 1, ...changes }, market).members.scoreBreakdown.purchaseIntent
  expect(intent({ placeKey: 'a shop' })).toBe(intent({}))
  expect(intent({ rivalKey: 'deskly' })).toBe(intent({}))
})

test('a review of four stars asks for hardly anything, whatever its words are', () => {
  const text = 'We are looking for a help desk. Any recommendations?'
  const intent = (changes: Partial<FoundItem>) =>
    judged({ title: 'Deskly', text, ...changes }, rivals).members.scoreBreakdown.purchaseIntent
  expect([intent({}), intent({ rating: 4 })]).toEqual([28, 14])
})

test('money and senior roles of a job ad are no value of a buyer', () => {
  const value = (platform: FoundItem['platform']) =>
    judged({
      ...{ platform, title: 'Director of the help desk', subjectOrg: { name: 'Acme' } },
      text: 'For 90 employees in several offices. The budget is $90k.',
    }).members.scoreBreakdown.commercialValue
  expect(value('reddit')).toBe(10)
  expect(value('greenhouse')).toBe(5)
})

test('sales leads are no senior role, a team lead is', () => {
  const value = (text: string) =>
    judged({ title: 'A help desk', text }).members.scoreBreakdown.commercialValue
  expect([value('We lose leads between reps.'), value('Our team lead asks for it.')]).toEqual([0, 2])
})

test('evidence is what a post says about the topic and beside it', () => {
  const elsewhere = 'The weather was fine because it was June. '.repeat(12)
  const evidence = (text: string, listener = market) =>
    judged({ title: 'A day', text }, listener)
      .components.find(({ name }) => name === 'evidenceQuality')
      ?.reasons.map((reason) => [reason.text, reason.points])
  const [reason, language] = [
    ['Gives a reason', 2],
    ['Is in a language that the judge reads', 3],
  ]
  expect(evidence(`${elsewhere}The help desk was closed.`)).toEqual([reason, language])
  expect(evidence(`${elsewhere}Deskly was closed.`, rivals)?.slice(0, 2)).toEqual([
    ['Has 101 words on the topic', 4],
    ['Gives a reason', 3],
  ])
})

test('“hiring” in the text of an ad is no exclusion, elsewhere it is', () => {
  const fit = (platform: FoundItem['platform'], exclusions: string[]) =>
    judged({ platform, text: 'We are hiring for the help desk.' }, { ...market, exclusions }).members
      .scoreBreakdown.fit
  expect(fit('greenhouse', ['hiring'])).toBe(fit('greenhouse', []))
  expect(fit('reddit', ['hiring'])).toBeLessThan(fit('reddit', []))
})

test('a rival goes by its name without the kind of company, as it is written', () => {
  const listener = { ...rivals, profile: { rivals: ['Deskly Software'], painVocabulary: [] } }
  const reasons = (title: string) =>
    judged({ title, text: 'The help desk is slow.' }, listener).components.flatMap((one) =>
      one.reasons.map(({ text }) => text),
    )
  expect(reasons('A year with Deskly')).toContain('Is about whom the plan watches')
  expect(reasons('A year with a deskly thing')).not.toContain('Is about whom the plan watches')
})

test('fit counts a post about a rival more, a content one less, and other posts by half', () => {
  const fit = (changes: Partial<FoundItem>) =>
    judged({ title: 'A story', text: 'The help desk was closed.', ...changes }, rivals).members.scoreBreakdown
      .fit
  const elsewhere = fit({})
  const about = fit({ rivalKey: 'deskly', rating: 2 })
  expect(about - 15).toBeGreaterThanOrEqual(elsewhere)
  expect(fit({ rivalKey: 'deskly', rating: 5 })).toBeLessThan(about - 15)
})

test('a seller’s voice lowers the fit of a post, but not of a job ad', () => {
  const fit = (text: string, platform: FoundItem['platform']) =>
    judged({ title: 'A help desk', text, platform }).members.scoreBreakdown.fit
  const plain = 'It has a ticketing system, which is new.'
  const sold = 'We built a ticketing system, which is new.'
  expect(fit(sold, 'reddit')).toBeLessThan(fit(plain, 'reddit'))
  expect(fit(sold, 'greenhouse')).toBe(fit(plain, 'greenhouse'))
})

test.for([
  ['plural', 'help desks', 'help desk'],
  ['another form', 'a ticketed system', 'ticketing system'],
  ['marks', 'written in C++.', 'C++'],
])('finds a keyword in %s', ([, text = '', keyword]) => {
  expect(judged({ title: 'x', text }).members.matchedKeywords).toEqual([keyword])
})

const anyScript = ['CRM', 'sales force', '顧客管理', '客户关系', 'ระบบขาย', 'café']
test.for([
  ['CRMを探しています', ['CRM']],
  ['ＣＲＭを探しています', ['CRM']],
  ['安価な顧客管理ソフト', ['顧客管理']],
  ['寻找客户关系软件', ['客户关系']],
  ['หาระบบขายและCRMที่ดี', ['CRM', 'ระบบขาย']],
  ['CRM을 찾고 있어요', ['CRM']],
  ['our sales\nforce grows', ['sales force']],
  ['our sales  \r\n  forces grow', ['sales force']],
  ['Our sales\n\nForce of nature', []],
  ['We do sales.\nForce of nature', []],
  ['SCRM and CRMs2', []],
  ['顧客を管理', []],
] as const)('of any script, "%s" has %j', ([text, keywords]) => {
  const found = judge({
    ...{ item: { ...item, title: 'x', text }, listener: { ...market, keywords: anyScript } },
    ...{ nowMs, history: emptyHistory(), weights: priorWeights() },
  })
  expect(new Set(found.passed ? found.members.matchedKeywords : [])).toEqual(new Set(keywords))
})

test('no keyword goes from the title into the text', () => {
  const found = judge({
    ...{ item: { ...item, title: 'Our sales', text: 'force' }, listener: { ...market, keywords: anyScript } },
    ...{ nowMs, history: emptyHistory(), weights: priorWeights() },
  })
  expect(found.passed).toBe(false)
})

test.for(['it works', 'helpdesks of ours', 'the desk can help', 'help. Desk'])(
  'finds no keyword in "%s"',
  (text) => {
    const found = judge({
      item: { ...item, title: 'x', text },
      listener: market,
      nowMs,
      history: emptyHistory(),
      weights: priorWeights(),
    })
    expect(found).toEqual({
      ...{ passed: false, reason: 'No keyword of the plan is in the post.' },
      lacksKeyword: true,
    })
  },
)

test('an exclusion drops in the title, and lowers in the text', () => {
  const input = { listener: market, nowMs, history: emptyHistory(), weights: priorWeights() }
  expect(judge({ ...input, item: { ...item, title: 'Giveaway of a help desk' } }).passed).toBe(false)
  const plain = judged({ text: `${item.text} There is a discount too.` }).members
  const lowered = judged({ text: `${item.text} There is a giveaway too.` }).members
  expect(lowered.scoreBreakdown.fit).toBe(plain.scoreBreakdown.fit - 4)
})

test.for([
  [71, 'high'],
  [73, 'medium'],
  [14 * 24 + 1, 'low'],
] as const)('urgency after %i hours is at most %s', ([hours, most]) => {
  const order = ['low', 'medium', 'high', 'immediate']
  const { urgency } = judged({ publishedAt: instantOf(nowMs - hours * hourMs) }).members
  expect(order.indexOf(urgency)).toBeLessThanOrEqual(order.indexOf(most))
})

test('doubt and a seller’s voice lower the intent', () => {
  const plain = judged().members.scoreBreakdown.purchaseIntent
  const text = 'We built a ticketing system.'
  expect(
    judged({ title: 'We are not looking for a help desk', text: '' }).members.scoreBreakdown.purchaseIntent,
  ).toBeLessThan(plain / 2)
  expect(judged({ text }).members.scoreBreakdown.purchaseIntent).toBeLessThanOrEqual(3)
  expect(judged({ text }).members.classification).toBe('competitor')
})

test.for([
  [1, 'frustrated', 'pain_confirmed'],
  [3, 'comparing', 'at_risk'],
  [5, 'praise', 'healthy'],
] as const)('%i stars overrule words', ([rating, ofRival, ofPlace]) => {
  const review = { platform: 'trustpilot', title: 'Great and awful', text: 'Great.', rating } as const
  expect(judged({ ...review, rivalKey: 'deskly' }, rivals).members.classification).toBe(ofRival)
  expect(judged({ ...review, placeKey: 'here' }, places).members.classification).toBe(ofPlace)
})

test('a negation turns a word around', () => {
  const review = { title: 'Deskly', rivalKey: 'deskly', subjectName: 'Deskly' }
  const text = 'It is terrible, the worst of all that I have used this year.'
  expect(judged({ ...review, text }, rivals).members).toMatchObject({
    classification: 'frustrated',
    situation: expect.stringContaining('A customer of Deskly complains: “'),
  })
  expect(
    judged({ ...review, text: 'It is not good, and not helpful for the team that I have.' }, rivals).members
      .classification,
  ).toBe('frustrated')
})

test('a language that the judge cannot read gives no label by words', () => {
  const text = 'Это очень плохо и я больше не хочу Deskly.'
  expect(judged({ title: 'Deskly', text }, rivals).members).toMatchObject({
    classification: 'noise',
    confidence: 'low',
  })
})

const retired = ['strong_match', 'worth_a_look', 'stretch', 'mismatch', 'stale']
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'help desk',
        'we',
        'looking for',
        'not',
        '“',
        '"',
        '\n',
        '. ',
        '?',
        'great',
        'worst',
        'by friday',
        'is down',
        'because',
        '$500',
        'VP',
      ),
      { maxLength: 60 },
    )
    .map((words) => words.join(' ')),
)
const anyItem = fc.record({
  title: anyText,
  text: anyText,
  coverage: fc.constantFrom('full_text', 'snippet', 'best_effort', 'enriched'),
  platform: fc.constantFrom('hackernews', 'trustpilot', 'greenhouse', 'youtube'),
  ageMs: fc.integer({ min: -dayMs, max: 400 * dayMs }),
  listener: fc.constantFrom(market, rivals, places),
})

test('for any text the sum, the caps, the quotes and the schema hold, twice alike', () => {
  fc.assert(
    fc.property(anyItem, ({ ageMs, listener, ...changes }) => {
      const about = { rivalKey: 'deskly', placeKey: 'here', publishedAt: instantOf(nowMs - ageMs) }
      const title = `help desk ${changes.title}`
      const text = `${title}\n${changes.text}`
      const found = judged({ ...changes, ...about, title }, listener)
      expect(judged({ ...changes, ...about, title }, listener)).toEqual(found)
      for (const { points, cap, reasons } of found.components) {
        expect(points).toBeLessThanOrEqual(cap)
        expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(points)
        for (const { quote } of reasons) if (quote !== undefined) expect(text).toContain(quote)
      }
      for (const [, quote = ''] of found.members.rationale.matchAll(/“([^”]*)”/g))
        expect(text).toContain(quote)
      expect(retired).not.toContain(found.members.classification)
      const signal = {
        ...found.members,
        id: 'sig_a',
        orgId: 'org_demo',
        listenerId: 'lsn_a',
        source: changes.platform,
        url: item.url,
        title,
        excerpt: changes.text,
        postedAt: instantOf(nowMs),
        firstSeenAt: instantOf(nowMs),
      }
      expect(signalSchema.safeParse(signal).error).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})
