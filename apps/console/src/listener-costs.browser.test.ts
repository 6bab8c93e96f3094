import { createConnectionAct } from '@signalpost/administration/connection'
import { createListenerAct } from '@signalpost/administration/listener'
import { recordListenerCosts } from '@signalpost/database/searching'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

const orgId = 'org_one'

describeInBrowser('the page of a listener', ({ console, browser }) => {
  test('says what its runs asked, and against which quotas that counts', async () => {
    const { listener } = await console.perform(createListenerAct, {
      ...{ orgId, name: 'CRM', schedule: { everyMinutes: 30 }, isPaused: true },
      plan: {
        ...{ mode: 'market', objective: 'find_customers', keywords: ['crm'], profile: {} },
        queries: [
          { source: 'hackernews', query: 'crm' },
          { source: 'x', query: 'crm' },
        ],
      },
    })
    const cookie = await console.logIn(await console.addPerson({ [orgId]: 'viewer' }))
    const { page, complaints } = await browser.open({ width: 390 }, { url: console.url, cookie })
    const open = async () => {
      await page.goto(`${console.url}/w/${orgId}/listeners/${listener.id}`)
      await page.getByRole('heading', { name: 'What it costs' }).waitFor()
    }
    await open()
    await page.getByText('Nothing so far: no run has ended in the last 30 days.').waitFor()

    await recordListenerCosts(console.database, {
      ...{ orgId, listenerId: listener.id },
      costs: [
        { kind: 'run', name: '', unit: '', times: 48, units: 0, pages: 0 },
        { kind: 'platform', name: 'hackernews', unit: 'request', times: 96, units: 96, pages: 95 },
        { kind: 'platform', name: 'x', unit: 'read', times: 4, units: 310, pages: 4 },
        { kind: 'model', name: 'opinion', unit: '', times: 12, units: 0, pages: 0 },
      ],
    })
    const budget = { most: 1_000, windowMs: 86_400_000 }
    await console.perform(createConnectionAct, {
      ...{ orgId, platform: 'x', secrets: { bearerToken: 't' } },
      budget,
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await open()
    await page.getByText('48 runs in the last day.').waitFor()
    const rows = page.getByRole('table', { name: 'What its runs asked' }).locator('tbody tr')
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent.trim())),
    )
    expect(cells).toEqual([
      ['Hacker News 5,000 requests an hour, shared by all workspaces', '96 requests', '96', '2', '95'],
      ["X 1,000 reads a day of the workspace's connection", '4 requests 310 reads', '4', '0.083', '4'],
      ["Language model the workspace's calls a day, which the operator sets", '12 calls', '12', '0.25', ''],
    ])
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(complaints).toEqual([])
  })
})
