import { platforms } from '@signalpost/domain'
import { expectLinear } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import type { Page } from '../crawl/page.ts'
import { readPage } from '../crawl/read-page.ts'
import { createPlan, type PlanRequest } from './create-plan.ts'

const url = new URL('https://example.com/')
const request: PlanRequest = { companyName: 'Acme', objective: 'find_customers', sources: platforms }

/** Returns `n` different words of no language. */
function words(n: number, prefix = 'w'): string[] {
  return Array.from({ length: n }, (_, index) => `${prefix}${letters(index)}`)
}

function letters(index: number): string {
  return Array.from(String(index), (digit) => 'bcdfghjklm'[Number(digit)]).join('a')
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns a page with as much text as `readPage` keeps. */
function pageOf(html: string, path = ''): Page {
  return readPage(`<html lang="en"><body><main>${html}</main></body></html>`, new URL(path, url))
}

/** Returns as many pages with different texts as are needed for `n` paragraphs. */
function sayingOn(paragraphs: readonly string[]): Page[] {
  const perPage = 30
  return Array.from({ length: Math.ceil(paragraphs.length / perPage) }, (_, page) =>
    pageOf(
      paragraphs
        .slice(page * perPage, (page + 1) * perPage)
        .map((text) => `<p>${text}</p>`)
        .join(''),
      `/${page}`,
    ),
  )
}

test('reads a slug of nothing but hyphens in bounded time', () => {
  const page = pageOf(
    `<p>Read <a href="/compare/kk${'-'.repeat(80)}qq">this</a> page.</p><p>Our kk${'-'.repeat(40)}x is here.</p>
     <p>We are better than KK-QQ at pumps.</p>`,
  )
  const plan = createPlan({ ...request, objective: 'find_dissatisfaction' }, [page])
  expect(plan.profile).toMatchObject({ rivals: ['KK-QQ'] })
})

test('reads the first eight words of a slug', () => {
  const page = pageOf(
    `<p>Read <a href="/compare/${'kk-'.repeat(150)}qq">this</a> page.</p><p>Our ${'kk '.repeat(3_000)} x</p>`,
  )
  const plan = createPlan({ ...request, objective: 'find_dissatisfaction' }, [page])
  expect(plan.profile).toMatchObject({ rivals: ['Kk Kk Kk Kk Kk Kk Kk Kk'] })
})

describe('the time of a plan grows with its text', () => {
  test.each([
    [
      'paragraphs',
      (n: number) => sayingOn(words(n).map((word) => `We sell ${word} pumps and ${word} valves.`)),
    ],
    ['names', (n: number) => sayingOn(words(n).map((word) => `We love ${capitalised(word)} Pumps at work.`))],
    [
      'names of customers',
      (n: number) => {
        const pages = sayingOn(
          words(n).map((word) => `They praise ${capitalised(word)} and ${word}ly pumps twice.`),
        )
        return pages.map((page, index) => ({ ...page, url: new URL(`/customers/${index}`, url) }))
      },
    ],
    [
      'rivals',
      (n: number) =>
        sayingOn(words(n).map((word) => `We beat it, unlike ${capitalised(word)} or Old ${word}.`)),
    ],
    [
      'headings',
      (n: number) =>
        sayingOn(words(n).map((word) => `</p><h2>${capitalised(word)} Pumps</h2><p>At ${word}.`)),
    ],
    [
      'menu labels and phrases',
      (n: number) => {
        const pages = sayingOn(words(n).map((word) => `We sell ${word} pumps. They buy ${word} pumps.`))
        return pages.map((page, index) => ({
          ...page,
          // As many a page as it has phrases: n of each in all.
          labels: words(60, `l${letters(index)}`).map((word) => `${word} menu`),
        }))
      },
    ],
    [
      'categories',
      (n: number) =>
        sayingOn(words(n).map((word) => `Acme is time tracking software for ${word}, and a CRM.`)),
    ],
    [
      'beginnings of categories',
      (n: number) =>
        sayingOn(words(n).map((word) => `${'customer data '.repeat(6)}${word} gestion du cycle.`)),
    ],
    [
      'definitions',
      (n: number) => sayingOn(words(n).map((word) => `Acme is ${word}. We make tools of ${word}.`)),
    ],
    [
      'people that it is sold to',
      (n: number) =>
        sayingOn(words(n).map((word) => `Made for ${word} managers, loved by ${word} managers.`)),
    ],
    [
      'declared keywords',
      (n: number) => {
        const pages = sayingOn(words(n).map((word) => `We sell ${word} pumps.`))
        return pages.map((page, index) => ({ ...page, keywords: words(60, letters(index)).join(', CRM, ') }))
      },
    ],
  ])('%s', async (_, input) => {
    await expectLinear({ input, run: (pages) => createPlan(request, pages), from: 400, upTo: 1_600 })
  })

  test('custom objectives of many phrases', async () => {
    const custom: PlanRequest = { ...request, objective: 'custom', customObjective: 'pumps '.repeat(80) }
    const input = (n: number) => sayingOn(words(n).map((word) => `We sell ${word} pumps and ${word} pumps.`))
    await expectLinear({ input, run: (pages) => createPlan(custom, pages), from: 400, upTo: 1_600 })
  })
})
