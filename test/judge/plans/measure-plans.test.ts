import { expect, test } from 'vitest'
import { arePlansNamed, planSites, plansTable } from './measure-plans.ts'

const sites = planSites()

test("the category's word is among the first three keywords of nine plans in ten, and of those held out", () => {
  expect(sites.map(({ part }) => part).filter((part) => part === 'held')).toHaveLength(14)
  expect(sites).toHaveLength(40)
  expect(arePlansNamed(sites)).toBe(true)
})

test('a plan that does not name the category counts against the figure', () => {
  const unnamed = sites.map((site) => (site.part === 'held' ? { ...site, isNamed: false } : site))
  expect(arePlansNamed(unnamed)).toBe(false)
  expect(plansTable(unnamed)).toContain('| held out | 14 | 0 | 0.00 | 0.9 |')
})
