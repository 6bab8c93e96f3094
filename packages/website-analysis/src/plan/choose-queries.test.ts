import { type Platform, platforms } from '@signalpost/domain'
import { platformDefinitions } from '@signalpost/platforms'
import { expect, test } from 'vitest'
import { readPage } from '../crawl/read-page.ts'
import { categories, otherLanguages } from '../vocabulary/categories.ts'
import { createPlan } from './create-plan.ts'
import { exclusionsFor, objectives } from './objectives.ts'

type Given = {
  language?: string
  objective?: (typeof objectives)[number]
  companyName?: string
  sources?: readonly Platform[]
}

/** Returns the plan of one page, asked of every platform. */
function planOf(
  body: string,
  { language = 'en', objective = 'find_customers', companyName = 'Acme', sources = platforms }: Given = {},
) {
  const html = `<html lang="${language}"><head><title>${companyName}</title></head><body>${body}</body></html>`
  const request = { companyName, objective, sources }
  return createPlan(request, [readPage(html, new URL('https://acme.example/'))])
}

function queriesTo(source: string, { queries }: ReturnType<typeof planOf>): string[] {
  return queries.filter((query) => query.source === source).map(({ query }) => query)
}

const leaving = planOf(
  `<nav><a href="/compare/payhero">Compare</a></nav><h1>Payroll</h1><p>Acme is payroll software, and an alternative to
   Wagewise. Moving off Salaria? Import everything. Leave Excel behind.</p>`,
)

test.each(['hackernews', 'reddit', 'x', 'youtube'] as const)('%s is asked who leaves a rival', (source) => {
  const queries = queriesTo(source, leaving)
  expect(queries.join('\n')).toContain('"Wagewise alternatives"')
  expect(queries.join('\n')).toContain('"moving off Wagewise"')
  expect(queries.join('\n')).toContain('"leaving Wagewise"')
  const judged = leaving.queries.filter((query) => query.source === source)
  expect(judged.filter(({ runnable }) => runnable !== true)).toEqual([])
})

test('a post that such a query finds has a keyword', () => {
  expect(leaving.keywords).toEqual(
    expect.arrayContaining(['Wagewise alternatives', 'leaving Wagewise', 'Wagewise or', 'or Wagewise']),
  )
  expect(leaving.keywords.slice(0, 3)).toContain('payroll software')
})

test('Hacker News is asked for what people write who leave the first rival or weigh it', () => {
  const asked = leaving.queries.filter(({ source }) => source === 'hackernews').map(({ query }) => query)
  expect(asked).toEqual(
    expect.arrayContaining(['"switching from Wagewise"', '"Wagewise vs"', '"Wagewise pricing"']),
  )
})

test('a phrase is no query where a shorter one finds the same, and buyers leave out "software"', () => {
  const text = 'Acme is restaurant inventory software. Restaurant inventory software for bakeries.'
  const plan = planOf(`<h1>Restaurant inventory software</h1><p>${text}</p><p>${text}</p>`, {
    sources: ['hackernews'],
  })
  expect(plan.keywords).toEqual(
    expect.arrayContaining(['restaurant inventory software', 'restaurant inventory']),
  )
  const asked = plan.queries.map(({ query }) => query.replace(/ -\w+$/, ''))
  expect(asked).toContain('"restaurant inventory"')
  expect(asked).not.toContain('"restaurant inventory software"')
})

test('a count and a verb are no part of a role', () => {
  const { profile } = planOf(
    '<h1>Acme</h1><p>Acme is dispatch software. Many firms switch when they pass ten engineers. Service engineers use it.</p>',
    {},
  )
  expect(profile).toMatchObject({ targetRoles: expect.arrayContaining(['Service Engineer']) })
  expect(JSON.stringify(profile)).not.toMatch(/Ten Engineer/)
})

test('rivals are those of comparisons, comparison pages and migrations, and no spreadsheets', () => {
  const rivals = leaving.keywords.filter((keyword) => keyword.endsWith(' alternatives'))
  expect(rivals.toSorted()).toEqual(['Payhero alternatives', 'Salaria alternatives', 'Wagewise alternatives'])
})

test.each([
  ['de', 'Acme ist eine Alternative zu Wagewise. Der Wechsel von Salaria dauert einen Tag.'],
  ['fr', 'Acme est une alternative à Wagewise. Vous quittez Salaria ?'],
  ['es', 'Acme es una alternativa a Wagewise. Es hora de cambiar de Salaria.'],
  ['nl', 'Acme is een alternatief voor Wagewise. Overstappen van Salaria kan altijd.'],
  ['pt', 'Acme é uma alternativa ao Wagewise. É hora de sair do Salaria.'],
  ['it', 'Acme è una alternativa a Wagewise. Passa da Salaria in un giorno.'],
])('a site in %s names its rivals in its language', (language, text) => {
  const { profile } = planOf(`<h1>Acme</h1><p>${text}</p>`, { language, objective: 'find_dissatisfaction' })
  expect(profile).toMatchObject({ rivals: ['Wagewise', 'Salaria'] })
})

test.each([
  ['de', 'Acme ist eine Alternative zu orderbird und ready2order.', ['Orderbird', 'ready2order']],
  ['de', 'Der Wechsel von orderbird dauert einen Tag.', ['Orderbird']],
  ['de', 'Acme ist eine Alternative zu teuren Kassen. Der Wechsel von anderen lohnt sich.', []],
  [
    'en',
    'An alternative to 7shifts, monday.com and Bank of America.',
    ['7shifts', 'Monday.com', 'Bank of America'],
  ],
  ['en', 'An alternative to spreadsheets and agencies. Switching from paper is easy.', []],
  ['nl', 'Een alternatief voor Wagewise of Salaria.', ['Wagewise', 'Salaria']],
] as const)('the names of rivals in %s: "%s"', (language, text, rivals) => {
  const { profile } = planOf(`<h1>Acme</h1><p>${text}</p>`, { language, objective: 'find_dissatisfaction' })
  if (rivals.length > 0) expect(profile).toMatchObject({ rivals })
  else expect(JSON.stringify(profile)).toMatch(/"rivals":\[(?:"[^"]* provider",?)+\]/)
})

test('a rival whose maker is left out once goes by its short name', () => {
  const { profile } = planOf(
    '<h1>Acme</h1><p>An alternative to GitHub Copilot. Moving off Copilot? Leaving Microsoft Teams or Microsoft?</p>',
    { objective: 'find_dissatisfaction' },
  )
  expect(profile).toMatchObject({
    rivals: expect.arrayContaining(['Copilot', 'Microsoft Teams', 'Microsoft']),
  })
  expect(JSON.stringify(profile)).not.toContain('GitHub')
})

test('who names a rival alone is found where asking costs nothing', () => {
  expect(queriesTo('hackernews', leaving)).toEqual(
    expect.arrayContaining(['"Wagewise"', '"Salaria"', '"Payhero"']),
  )
  expect(queriesTo('reddit', leaving)[0]).toContain('title:"Salaria"')
  expect(queriesTo('x', leaving).join('\n')).not.toContain('"Wagewise" ')
  expect(leaving.keywords).toContain('Payhero')
})

test.each([
  ['de', 'Für Inhaber und Filialleiter, ab fünf Uhr früh.', 'Filialleiter'],
  ['fr', 'Pour les directeurs des opérations et les équipes.', 'Directeur des Opérations'],
  ['nl', 'Voor bedrijfsleiders en planners.', 'Bedrijfsleider'],
  ['it', 'Per il responsabile delle vendite.', 'Responsabile delle Vendite'],
])('roles in %s', (language, text, role) => {
  const { profile, keywords } = planOf(`<h1>Acme</h1><p>${text} ${text}</p>`, { language })
  const roles = 'targetRoles' in profile ? profile.targetRoles : []
  expect(roles).toContain(role)
  expect(roles).not.toContain('HR Manager')
  expect(keywords.map((keyword) => keyword.toLowerCase())).not.toContain(role.toLowerCase())
})

test("the site's own words come before those of others, and each in the order of who does it", () => {
  const { keywords } = planOf(
    '<h1>Rotas for pubs</h1><p>Acme is a shift planner. A rota in minutes. Your rota, shift planning and more.</p>',
  )
  const at = (word: string): number => keywords.indexOf(word)
  expect(at('rota')).toBeGreaterThanOrEqual(0)
  expect(at('rota')).toBeLessThan(at('staff scheduling'))
  expect(keywords).toContain('planning shift')
})

/** The word of an exclusion that says what it is about. */
const telling = (text: string): string => text.replace(/^(?:for|online) /, '').split(' ')[0] ?? ''

test('nothing that is sold is excluded', () => {
  const contradictions = categories.flatMap(({ words: [word = ''] }) => {
    const { keywords } = planOf(`<h1>${word}</h1><p>Acme is ${word} for all.</p>`, {
      sources: ['hackernews'],
    })
    const said = new Set(word.toLowerCase().split(/[^a-z]+/))
    return (
      objectives
        .flatMap((objective) =>
          exclusionsFor({ objective, company: 'Acme', terms: keywords, everything: '' }),
        )
        .filter((text) => said.has(telling(text)))
        .map((text) => `${word}: -${text}`)
        // The lead is the one of "lead singer", who is excluded from posts about sales leads.
        .filter((text) => !text.endsWith(' singer') && !text.endsWith(' cover') && !text.endsWith(' game'))
    )
  })
  expect([...new Set(contradictions)]).toEqual([])
})

test.each([
  'applicant tracking system',
  'recruiting software',
  'ATS',
  'staffing agency software',
  'job board software',
])('a seller of %s finds posts about hiring', (word) => {
  const plan = planOf(`<h1>${word}</h1><p>Acme is ${word}. ${word} for small teams.</p>`)
  expect(plan.exclusions).not.toEqual(expect.arrayContaining(['hiring']))
  expect(plan.queries.map(({ query }) => query).join('\n')).not.toMatch(/-hiring|NOT (?:\([^)\n]*)?"hiring"/)
})

test("the company's own posts stay out", () => {
  const plan = planOf(
    `<h1>Payroll</h1><p>Acme is payroll software. Follow <a href="https://x.com/acmehq">us</a> and
     <a href="https://www.reddit.com/user/acme_payroll/">on Reddit</a>, or <a href="https://x.com/wagewise">Wagewise</a>.</p>`,
  )
  expect(queriesTo('x', plan).every((query) => query.includes(' -from:acmehq'))).toBe(true)
  expect(queriesTo('reddit', plan).every((query) => query.endsWith(' NOT author:acme_payroll'))).toBe(true)
  expect(plan.exclusions).toContain('Acme hiring')
})

test.each(otherLanguages)(
  'a site in %s asks in its language and in English, on Hacker News too',
  (language) => {
    const payroll = categories.find(({ words }) => words[0] === 'payroll software')
    const [own = ''] = payroll?.others.get(language) ?? []
    const plan = planOf(`<h1>${own}</h1><p>Acme: ${own}.</p>`, { language })
    const onX = queriesTo('x', plan).join('\n')
    expect(onX).toMatch(new RegExp(`"${own}".* lang:${language} `, 'u'))
    expect(onX).toMatch(/"payroll software".*"looking for".* lang:en /)
    const onHackerNews = queriesTo('hackernews', plan).join('\n')
    expect(onHackerNews).toContain('"payroll software"')
    expect(onHackerNews).toContain(`"${own}"`)
    expect(onHackerNews).not.toContain(`"Ask HN" "${own}"`)
  },
)

test('a site that declares another language than it writes is read in the one that it writes', () => {
  const text =
    'Die Software ist für alle, die mit dem Dienstplan nicht fertig werden. Wir sind eine kleine Firma und auf der Suche.'
  const { keywords } = planOf(`<h1>Dienstplan</h1><p>${text} ${text}</p>`, { language: 'en' })
  expect(keywords.slice(0, 3)).toEqual(expect.arrayContaining(['Schichtplanung', 'employee scheduling']))
})

test('a plan asks each platform less than its budget allows a listener', () => {
  const plan = planOf(
    `<h1>Lohnabrechnung</h1><p>Acme ist Lohnabrechnung, eine Alternative zu Wagewise, Salaria und Payhero.</p>`,
    { language: 'de' },
  )
  // One query may take ten searches at YouTube, which counts those apart.
  const costs: Record<string, number> = { search: 10 }
  for (const { platform, search } of platformDefinitions) {
    const asked = queriesTo(platform, plan).length
    for (const { unit, most, windowMs } of search?.budget ?? []) {
      const runs = Math.max(1, windowMs / (search?.leastIntervalMs ?? windowMs))
      expect(asked * runs * (costs[unit] ?? 1), platform).toBeLessThanOrEqual(most)
    }
  }
})
