import { expect, test } from 'vitest'
import { readPage } from '../crawl/read-page.ts'
import { foldText } from '../text/words.ts'
import { categories, otherLanguages, wordsIn } from '../vocabulary/categories.ts'
import { createPlan } from './create-plan.ts'

const asked = { companyName: 'Acme', objective: 'find_customers', sources: ['hackernews'] } as const

/** Returns the plan of one page. */
function planOf(body: string, { title = 'Acme', head = '', language = 'en' } = {}) {
  const html = `<html lang="${language}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`
  return createPlan(asked, [readPage(html, new URL('https://acme.example/'))])
}

/** What names a category by a site that says it, among the first three keywords. */
function firstOf(said: string, language: string): string[] {
  return planOf(`<h1>We like Mondays</h1><p>Acme: ${said}.</p><p>${said} for all.</p>`, { language })
    .keywords.slice(0, 3)
    .map(foldText)
}

test('a site that says one category has its word among its first three keywords', () => {
  const plain = categories.map(({ words: [word = ''] }) => word)
  expect(plain.filter((word) => !firstOf(word, 'en').includes(foldText(word)))).toEqual([])
})

test.each(otherLanguages)('a site in %s is named in its language and in English', (language) => {
  const missing = categories.filter((category) => {
    const [own = ''] = wordsIn(category, language)
    const [english = ''] = category.words
    const first = firstOf(own, language)
    return ![own, english].every((word) => first.includes(foldText(word)))
  })
  expect(missing.map(({ words }) => words[0])).toEqual([])
})

test.each([
  ['its title', planOf('<p>Write it down.</p>', { title: 'Acme: the CRM' })],
  ['a heading', planOf('<h2>A CRM without typing</h2><p>Write it down.</p>')],
  ['its menu', planOf('<nav><a href="/a">CRM</a><a href="/b">CRM software</a></nav><p>Write it down.</p>')],
  [
    'its meta keywords',
    planOf('<p>Write it down.</p>', { head: '<meta name="keywords" content="crm software, sales">' }),
  ],
  [
    'schema.org',
    planOf('<p>Write it down.</p>', {
      head: '<script type="application/ld+json">{"@type":"SoftwareApplication","name":"Acme","applicationSubCategory":"CRM"}</script>',
    }),
  ],
  ['words around "software for"', planOf('<p>The CRM software for shops.</p>')],
])('a site is a CRM by %s', (_, { keywords }) => {
  expect(keywords.slice(0, 3)).toContain('CRM')
})

test('what the product works with is not what is sold', () => {
  const { keywords } = planOf(
    '<h1>Time tracking</h1><p>Acme is time tracking. It works with your CRM, your ERP and with Payroll.</p>',
  )
  expect(keywords[0]).toBe('time tracking')
  expect(keywords).not.toContain('CRM')
})

test('a short name in capitals counts only in capitals', () => {
  const { keywords } = planOf(
    '<h1>The dam at the lake</h1><p>We look after a dam. The dam is old, and the dam leaks.</p>',
  )
  expect(keywords.join()).not.toMatch(/asset|DAM/)
})

test('what fits no category is called what the company says that it makes', () => {
  const { keywords } = planOf(
    '<h1>Quiet at last</h1><p>Acme makes noise cancelling headphones and repairs phones.</p>',
  )
  expect(keywords[0]).toBe('noise cancelling headphones')
})

test('whom it is sold to is no keyword, and a target role', () => {
  const { keywords, queries, profile } = planOf(
    `<h1>Shift planning</h1><p>Acme is shift planning for restaurant managers. Restaurant managers plan in minutes.</p>
     <p>Restaurant managers like it, and restaurant groups as well. Restaurant groups pay per location.</p>`,
  )
  const searched = [...keywords, ...queries.map(({ query }) => query)].join('\n')
  expect(searched).not.toMatch(/restaurant (?:manager|group)/i)
  expect(profile).toMatchObject({ targetRoles: expect.arrayContaining(['Restaurant Manager']) })
})

test.each([
  ['de', 'Personalleiter und Geschäftsführerinnen sehen alles.', ['Personalleiter', 'Geschäftsführer']],
  [
    'es',
    'Para responsables de RRHH y directores de operaciones.',
    ['Responsable de RRHH', 'Director de Operaciones'],
  ],
  ['pt', 'Gerentes de marketing e diretores de vendas.', ['Gerente de Marketing', 'Diretor de Vendas']],
])('a site in %s names its roles in its language', (language, text, targetRoles) => {
  const { profile } = planOf(`<h1>Acme</h1><p>${text}</p>`, { language })
  expect(profile).toMatchObject({ targetRoles: expect.arrayContaining(targetRoles) })
})

test('no two categories share a word, and each says where it comes from', () => {
  const words = categories.flatMap((category) => category.words.map((word) => word.toLowerCase()))
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  expect(categories.length).toBeGreaterThanOrEqual(300)
  expect(categories.filter(({ source, neighbours }) => source === '' || neighbours.length === 0)).toEqual([])
  const lacking = categories.filter((one) =>
    otherLanguages.some((language) => wordsIn(one, language).length === 0),
  )
  expect(lacking.map((one) => one.words[0])).toEqual([])
})
