import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readPage } from '../../../packages/website-analysis/src/crawl/read-page.ts'
import { createPlan } from '../../../packages/website-analysis/src/plan/create-plan.ts'
import { markdownTable } from '../../support/markdown-table.ts'

const first = 3
const gate = 0.9
/** `judged` sites have posts with labels as well, rules were made by those that were `seen`, and none by those that are `held` out. */
const parts = ['judged', 'seen', 'held'] as const
const folders = { judged: '../relevance/sites', seen: 'sites/seen', held: 'sites/held' }
const rowSchema = z.tuple([z.string(), z.enum(parts), z.string(), z.string(), z.string().min(1)])

export type PlannedSite = {
  site: string
  part: (typeof parts)[number]
  /** The words of the category, by the list that was written before the rules. */
  words: string[]
  keywords: string[]
  isNamed: boolean
}

/** Plans each site from its page alone, and says whether the category's word is among the first three keywords. */
export function planSites(): PlannedSite[] {
  const [, ...lines] = readBeside('sites.tsv').trimEnd().split('\n')
  return lines.map((line) => {
    const [site, part, companyName, , accepted] = rowSchema.parse(line.split('\t'))
    const url = new URL(`https://${site}.example/`)
    const page = readPage(readBeside(`${folders[part]}/${site}.html`), url)
    const { keywords } = createPlan({ companyName, objective: 'find_customers', sources: ['hackernews'] }, [
      page,
    ])
    const words = accepted.split('|')
    const isNamed = keywords.slice(0, first).some((keyword) => words.some((word) => says(keyword, word)))
    return { site, part, words, keywords, isNamed }
  })
}

/** Whether all sites together and those that were held out each reach the gate. */
export function arePlansNamed(sites: readonly PlannedSite[]): boolean {
  return [sites, sites.filter(({ part }) => part === 'held')].every((some) => shareNamed(some) >= gate)
}

/** Renders the figure as Markdown. It names no site that is held out, so that rules are not made by it. */
export function plansTable(sites: readonly PlannedSite[]): string {
  const row = (title: string, some: readonly PlannedSite[]): string[] => {
    const named = some.filter(({ isNamed }) => isNamed).length
    return [title, `${some.length}`, `${named}`, shareNamed(some).toFixed(2)]
  }
  return markdownTable([
    [`category's word among the first ${first} keywords`, 'sites', 'named', 'share', 'gate'],
    [...row('all', sites), `${gate}`],
    [
      ...row(
        'held out',
        sites.filter(({ part }) => part === 'held'),
      ),
      `${gate}`,
    ],
    [
      ...row(
        'seen while the rules were made',
        sites.filter(({ part }) => part !== 'held'),
      ),
      '',
    ],
  ])
}

function shareNamed(sites: readonly PlannedSite[]): number {
  return sites.filter(({ isNamed }) => isNamed).length / sites.length
}

/** Compares whole words, without regard to case and to the marks between them. */
function says(keyword: string, word: string): boolean {
  const [text, wanted] = [keyword, word].map(
    (one) =>
      ` ${
        one
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu)
          ?.join(' ') ?? ''
      } `,
  )
  return text?.includes(wanted ?? '') === true
}

function readBeside(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
