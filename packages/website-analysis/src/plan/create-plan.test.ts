import { listenerModes, platforms } from '@signalpost/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Page } from '../crawl/page.ts'
import { readPage } from '../crawl/read-page.ts'
import { createPlan, type PlanRequest } from './create-plan.ts'
import { objectives } from './objectives.ts'
import { planSchema } from './plan.ts'

const menu = `<header><a class="logo" href="/">Ledgerly</a><nav><a href="/">Home</a><a href="/platform">Platform</a>
  <a href="/books">Ledgerly Books</a><a href="/payroll">PayPilot</a><a href="/expenses">Spendwise</a>
  <a href="/customers">Customer stories</a><a href="/trial">Start free trial</a></nav></header>`

function page(path: string, title: string, body: string, language = 'en'): Page {
  const html = `<html lang="${language}"><head><title>${title}</title></head><body>${menu}<main>${body}</main></body></html>`
  return readPage(html, new URL(path, 'https://www.ledgerly.com/'))
}

const site = [
  page(
    '/',
    'Accounting Software for Small Business | Ledgerly',
    `<h1>Accounting that runs itself</h1><p>Ledgerly gives bookkeepers one place for invoices, payroll runs and expense
     reports. Automated bank reconciliation means you close the month in a day.</p><h2>PayPilot</h2><p>Payroll runs in four
     clicks. PayPilot files payroll taxes in all 50 states.</p><h2>Spendwise</h2><p>Snap a receipt and Spendwise files the
     expense report. Corporate cards and expense policies included.</p>`,
  ),
  page(
    '/books',
    'Ledgerly Books - Online Invoicing and General Ledger',
    `<h1>Ledgerly Books</h1><p>Send recurring invoices with Ledgerly Books. Recurring invoices go out on time. Accountants
     love that Ledgerly Books keeps an audit log.</p><h2>Bank Reconciliation Without Spreadsheets</h2><p>Automated bank
     reconciliation matches transactions. Switch from QuickBooks or Xero in an afternoon.</p>`,
  ),
  page(
    '/payroll',
    'PayPilot Payroll Software',
    `<h1>PayPilot</h1><p>PayPilot is payroll software for construction companies, restaurants and dental clinics. It
     calculates payroll taxes. With PayPilot, office managers finish a payroll run before lunch.</p>
     <p>Unlike Gusto, PayPilot supports certified payroll reports. With Ledgerly Books it balances itself.</p>`,
  ),
  page(
    '/expenses',
    'Spendwise Expense Management',
    `<h1>Spendwise</h1><p>Spendwise makes expense reports painless: Spendwise reads receipts and applies your expense
     policies. Finance managers see corporate cards in real time and get no more missing receipts.</p>`,
  ),
  page(
    '/customers',
    'Customer stories | Ledgerly',
    `<h1>Customer stories</h1><p>“We cut it to two days”, says Dana Wu, Controller at Brightline Dental. Brightline Dental
     runs clinics in Austin and Denver. Brightline Dental is happy.</p>`,
  ),
]

const asked: PlanRequest = { companyName: 'Ledgerly, Inc.', objective: 'find_customers', sources: platforms }

test('createPlan finds products, with their maker where they are called so, and no customers', () => {
  const { keywords } = createPlan(asked, site)
  expect(keywords).toEqual(expect.arrayContaining(['Ledgerly Books', 'PayPilot', 'Spendwise']))
  expect(keywords.join()).not.toContain('Brightline')
})

test('createPlan finds terms that stand again and again, in the way that they are mostly written', () => {
  expect(createPlan(asked, site).keywords).toEqual(
    expect.arrayContaining([
      'automated bank reconciliation',
      'expense reports',
      'corporate cards',
      'recurring invoices',
    ]),
  )
})

test.each([
  'last mile delivery',
  'accounts payable automation',
  'clinical trial supply',
  'purchase order matching',
])('createPlan knows %s for a term, though parts of it are nothing by themselves', (term) => {
  const pages = [1, 2].map((number) =>
    page(`/${number}`, 'T', `<p>On page ${number} we do ${term} for you.</p>`),
  )
  expect(createPlan(asked, pages).keywords).toContain(term)
})

test('createPlan takes nothing from menus', () => {
  const { keywords, exclusions } = createPlan(asked, site)
  const all = [...keywords, ...exclusions].join('\n')
  expect(all).not.toMatch(/\b(?:home|platform|customer stories|free trial)\b/i)
})

test('createPlan takes nothing from what stands on every page, whatever it is made of', () => {
  const furniture = '<div><p>Award winning tax helpline. Award winning tax helpline.</p></div>'
  const pages = [1, 2, 3, 4].map((number) =>
    page(
      `/${number}`,
      'T',
      `${furniture}<p>Expense policy engine number ${number}. The expense policy engine.</p>`,
    ),
  )
  const { keywords } = createPlan(asked, pages)
  expect(keywords.join()).toContain('expense policy engine')
  expect(keywords.join()).not.toContain('helpline')
})

test('createPlan takes what menus say for a term only where the text speaks of it as well', () => {
  const said = (times: number) =>
    [1, 2].map((number) =>
      page(
        `/${number}`,
        'T',
        `<nav><a href="/p">Partner portal</a></nav>${`<p>On page ${number} we speak of the partner portal again.</p>`.repeat(times)}`,
      ),
    )
  expect(createPlan(asked, said(1)).keywords).not.toContain('partner portal')
  expect(createPlan(asked, said(3)).keywords).toContain('partner portal')
})

test('createPlan finds rivals, complaints, roles, kinds of places and locations', () => {
  expect(createPlan({ ...asked, objective: 'find_dissatisfaction' }, site).profile).toEqual({
    rivals: expect.arrayContaining(['QuickBooks', 'Xero', 'Gusto']),
    painVocabulary: expect.arrayContaining(['missing receipts', 'switching from']),
  })
  expect(createPlan({ ...asked, objective: 'find_local_prospects' }, site).profile).toEqual({
    categories: expect.arrayContaining(['construction company', 'restaurant', 'dental clinic']),
    locations: ['Austin', 'Denver'],
  })
  expect(createPlan(asked, site).profile).toEqual({
    targetRoles: expect.arrayContaining(['Office Manager', 'Finance Manager', 'Controller']),
  })
})

test('createPlan reads a role up to its end', () => {
  const quote =
    '<p>“It works”, says Ines Thorsen, Head of Quality at Medivara, and Bo Lund, Director of Clinical Supply.</p>'
  expect(createPlan(asked, [page('/', 'T', quote)]).profile).toEqual({
    targetRoles: expect.arrayContaining(['Head of Quality', 'Director of Clinical Supply']),
  })
  expect(createPlan(asked, [page('/', 'T', quote)]).profile).not.toEqual({
    targetRoles: expect.arrayContaining(['Head']),
  })
})

test('createPlan takes neither sales leads nor a data warehouse for people', () => {
  const body =
    '<p>Kettle finds leads worth a call, so that you stop losing leads. It loads your data warehouse.</p>'
  const { profile } = createPlan({ ...asked, companyName: 'Kettle' }, [page('/', 'Kettle', body)])
  const roles = 'targetRoles' in profile ? profile.targetRoles.join() : ''
  expect(roles).not.toMatch(/Lead|Logistics/)
})

test('createPlan puts first what the caller asks for in words of their own', () => {
  const customObjective = 'Roofing contractors that file certified payroll reports late'
  const { keywords, objective, mode } = createPlan({ ...asked, objective: 'custom', customObjective }, site)
  expect({ objective, mode }).toEqual({ objective: 'custom', mode: 'market' })
  expect(keywords.slice(3, 9).join()).toMatch(/certified payroll reports|roofing contractors/)
  expect(createPlan({ ...asked, customObjective }, site).keywords.join()).not.toContain('roofing')
})

test('createPlan makes something of one sentence', () => {
  const description = 'We install solar panels on farms in Bavaria.'
  const plan = createPlan({ ...asked, objective: 'find_local_prospects', description }, [])
  expect(plan).toMatchObject({ limited: true, profile: { categories: ['farm'], locations: ['Bavaria'] } })
  const reviews = plan.queries.filter(({ source }) => source === 'google_reviews')
  expect(reviews.map(({ query }) => query)).toContain('farm in Bavaria')
})

test('createPlan reads German, where every noun looks like a name', () => {
  const german = page(
    'https://regalio.de/',
    'Lagerverwaltung | Regalio',
    `<h1>Software für die Lagerverwaltung</h1><p>Die Lagerverwaltung läuft in Echtzeit, die Kommissionierung mit mobilen
       Scannern.</p><h2>RegalPlan</h2><p>Mit RegalPlan wird die Kommissionierung schneller. RegalPlan spricht mit SAP.</p>`,
    'de',
  )
  const plan = createPlan({ ...asked, companyName: 'Regalio GmbH', objective: 'find_local_prospects' }, [
    german,
  ])
  expect(plan.keywords).toEqual(expect.arrayContaining(['RegalPlan', 'Lagerverwaltung', 'kommissionierung']))
  expect(plan.profile).toMatchObject({ locations: ['Germany'] })
  expect(plan.queries.find(({ source }) => source === 'x')?.query).toContain('lang:de')
})

test('createPlan has a mode by its objective', () => {
  const modes = objectives.map((objective) => createPlan({ ...asked, objective }, site).mode)
  expect(modes).toEqual(['market', 'market', 'market', 'rivals', 'places', 'market'])
  expect(new Set(modes)).toEqual(new Set(listenerModes))
})

test('createPlan keeps to the limits of a plan, and asks each source something, whatever it is given', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.lorem({ maxCount: 60 }),
    fc.constantFrom(
      '"\\ () OR AND -x site:y',
      'A B C D E F',
      'vs A, B and C. '.repeat(80),
      '((((',
      'in The The The',
    ),
  )
  const request = fc.record({
    companyName: fc.string({ unit: 'binary', maxLength: 110 }),
    objective: fc.constantFrom(...objectives),
    sources: fc.constant(platforms),
    customObjective: anyText,
    description: anyText,
  })
  fc.assert(
    fc.property(request, fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }), (given, texts) => {
      const pages = texts.map(([title, text], index) =>
        page(`/${index}`, title, `<h1>${text}</h1><p>${text} ${title}</p>`),
      )
      const plan = createPlan({ ...given, companyName: `${given.companyName} xy` }, pages)
      const parsed = planSchema.safeParse(plan)
      expect(parsed.success ? [] : parsed.error.issues).toEqual([])
      expect(new Set(plan.queries.map(({ source }) => source))).toEqual(new Set(platforms))
      const longest = Math.max(
        ...plan.queries.filter(({ source }) => source === 'x').map(({ query }) => query.length),
      )
      expect(longest).toBeLessThanOrEqual(512)
    }),
    { numRuns: 30 },
  )
})

test('names the boards of others that the site links to, and says which queries can be run', () => {
  const careers = page(
    '/careers',
    'Careers',
    `<h1>Work with us</h1><p>Payroll is hard. <a href="https://boards.greenhouse.io/ledgerly/jobs/7">Bookkeeper</a>
     <a href="https://boards.greenhouse.io/embed/job_board?for=ledgerly">All</a>
     <a href="https://jobs.eu.lever.co/ledgerly-eu">Europe</a> <a href="https://jobs.lever.co/">Lever</a>
     <a href="https://jobs.ashbyhq.com/a%0Ab">Broken</a> <a href="https://www.example.com/ledgerly">Other</a>
     Read how <a href="https://jobs.eu.lever.co/brightline">Brightline</a> pays its people.</p>`,
  )
  const plan = createPlan({ companyName: 'Ledgerly', objective: 'find_customers', sources: platforms }, [
    ...site,
    careers,
  ])
  // Who buys from a company does not write on its own boards.
  expect(plan.boards).toEqual([{ platform: 'lever', board: 'eu/brightline' }])
  const runnable = plan.queries.filter((query) => query.runnable === true).map(({ source }) => source)
  expect(new Set(runnable)).toEqual(new Set(['hackernews', 'lever', 'youtube', 'x', 'reddit', 'trustpilot']))
  const others = plan.queries.filter((query) => query.runnable === false)
  expect(others.every(({ reason = '' }) => reason !== '')).toBe(true)
  expect(others.find(({ source }) => source === 'greenhouse')?.reason).toBe(
    'needs a board: --board greenhouse:NAME',
  )
})

test('takes a plan of an older version, which says nothing of boards', () => {
  const { boards: _, ...plan } = createPlan(
    { companyName: 'Ledgerly', objective: 'find_customers', sources: ['hackernews'] },
    site,
  )
  const older = { ...plan, queries: plan.queries.map(({ source, query }) => ({ source, query })) }
  expect(planSchema.parse(older)).toEqual({ ...older, boards: [] })
})
