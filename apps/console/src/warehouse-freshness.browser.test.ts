import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWarehouseAct } from '@signalpost/administration/warehouse'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

const orgId = 'org_one'

describeInBrowser('the page of a warehouse', ({ console, browser }) => {
  test('shows how old its data got hour by hour, against what its interval promises', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'signalpost-console-'))
    const { warehouseId } = await console.perform(createWarehouseAct, {
      ...{ orgId, kind: 'duckdb', name: 'Lake', settings: { path: join(directory, 'lake.duckdb') } },
      ...{ secrets: {}, intervalSeconds: 20 },
    })
    const cookie = await console.logIn(await console.addPerson({ [orgId]: 'viewer' }))
    const { page, complaints } = await browser.open({ width: 390 }, { url: console.url, cookie })
    const open = async () => {
      await page.goto(`${console.url}/w/${orgId}/warehouses/${warehouseId}`)
      await page.getByText('Next sync').waitFor()
    }
    await open()
    expect(await page.getByRole('heading', { name: 'Freshness' }).count()).toBe(0)

    // Forty hours, of which one was not measured and two were too long.
    await console.pool.query(
      `insert into warehouse_hours (warehouse_id, hour, most_lag_seconds)
       select $1, date_trunc('hour', now(), 'UTC') - make_interval(hours => back),
         case back when 30 then 5400 when 31 then 81 when 3 then 80 else 0 end
       from generate_series(0, 39) back where back <> 7`,
      [warehouseId],
    )
    await open()
    const chart = page.getByRole('figure', {
      name: 'Longest wait of a change by hour, at most 1 h 30 min; the highest bars are cut',
    })
    await chart.waitFor()
    expect(await chart.locator('svg line.gate').count()).toBe(1)
    const tones = await chart
      .locator('svg rect[data-tone]')
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('data-tone')))
    expect([tones.length, tones.filter((tone) => tone === 'warn').length]).toEqual([39, 2])
    // The highest is cut, so that the line stays in sight, and what was nothing is seen too.
    const heights = await chart
      .locator('svg rect[data-tone]')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
    expect([Math.max(...heights), Math.min(...heights)]).toEqual([76, 2])
    await page.getByText('what its interval promises, 1 min 20 s: a sync every 20 s').waitFor()
    await page.getByText('In 2 hours of 39 a change waited longer.').waitFor()
    await chart.getByText('As a table').click()
    expect(await chart.locator('tbody tr').count()).toBe(39)
    expect(await chart.locator('tbody').getByText('1 h 30 min, too long').count()).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(complaints).toEqual([])
  })
})
