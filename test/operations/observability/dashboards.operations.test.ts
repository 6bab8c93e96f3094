import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dashboards } from './dashboards/panels.ts'
import { renderDashboard } from './dashboards/render-dashboard.ts'
import { root } from './support/rules.ts'

const folder = join(root, 'infra/observability/dashboards')

test.each(dashboards)('$name.json is what its list renders', async (dashboard) => {
  await expect(renderDashboard(dashboard)).toMatchFileSnapshot(join(folder, `${dashboard.name}.json`))
})

test('each file belongs to a dashboard', () => {
  expect(globSync('*', { cwd: folder }).sort()).toEqual(dashboards.map(({ name }) => `${name}.json`).sort())
})

test('each panel has a description that ends with a full stop, a unit and a title of its own', () => {
  for (const { panels } of dashboards) {
    expect(panels.filter(({ description, unit }) => !/\w.*\.$/.test(description) || unit === '')).toEqual([])
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  }
})
