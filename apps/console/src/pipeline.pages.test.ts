import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeEvent } from './test-support/store-records.ts'

describeInBrowser('in a browser', ({ console, browser }) => {
  let ownerId: string

  beforeAll(async () => {
    ownerId = await console.addPerson({ org_one: 'member' })
    await console.pool.query("update people set name = 'Ada' where person_id = $1", [ownerId])
    const names = { 'Five; "seats"': 'new', '=1+1': 'won', '@lost': 'lost' }
    for (const [index, [name, stage]] of Object.entries(names).entries()) {
      const times = { createdAt: `2026-11-20T09:0${index}:00.000Z`, updatedAt: '2026-11-21T09:00:00.000Z' }
      const deal = { id: `deal_${index}`, name, stage, ownerId, ...times }
      await storeEvent(console.database, 'org_one', { type: 'deal.created', data: { deal } })
      const other = { ...deal, name: 'Of others' }
      await storeEvent(console.database, 'org_two', { type: 'deal.created', data: { deal: other } })
    }
  })

  test('a viewer downloads the deals that the page shows, guarded against formulas', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'viewer' }))
    const { page } = await browser.open({}, { cookie, url: console.url })
    const download = async () => {
      const starting = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download as CSV' }).click()
      const started = await starting
      const lines = (await text(await started.createReadStream())).split('\r\n')
      return [started.suggestedFilename(), ...lines.map((line) => line.split(',', 2).join(','))]
    }
    await page.goto(`${console.url}/w/org_one/pipeline`)
    await page.getByRole('heading', { name: /^lost/ }).waitFor()
    await page.getByText('no value, Ada').first().waitFor()
    const [won, open] = [`deal_1,'=1+1`, 'deal_0,"Five; ""seats"""']
    expect(await download()).toEqual(['pipeline.csv', 'id,name', `deal_2,'@lost`, won, open, ''])
    await page.getByLabel('Show').selectOption({ label: 'Open deals' })
    await page.getByRole('heading', { name: /^lost/ }).waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${console.url}/w/org_one/pipeline?open=true`)
    expect(await download()).toEqual(['pipeline.csv', 'id,name', open, ''])
    // As the link of an assistant.
    await page.goto(`${console.url}/w/org_one/pipeline?stage=won&open=false`)
    await page.getByRole('heading', { name: /^won/ }).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1)
    expect(await download()).toEqual(['pipeline.csv', 'id,name', won, ''])
  })
})
