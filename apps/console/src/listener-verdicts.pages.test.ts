import { createConnectionAct } from '@signalpost/administration/connection'
import { listListeners } from '@signalpost/database/records'
import type { Tab } from '@signalpost/testing/browser'
import { type PlatformStandIn, platformStandIns } from '@signalpost/testing/platforms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

const startHackerNews = platformStandIns.hackernews ?? expect.unreachable('Hacker News has a stand-in.')

function postOf(id: number, word: string) {
  return {
    id,
    title: `Can anyone recommend a ${word}? Number ${id}`,
    text: `We are looking for a crm with ${word} this week. The budget is approved.`,
    publishedAtMs: Date.now() - 600_000,
  }
}

describeInBrowser('verdicts on what a new listener finds', ({ console, browser }) => {
  let standIn: PlatformStandIn

  beforeAll(async () => {
    standIn = await startHackerNews([
      ...[1, 2, 3, 4].map((id) => postOf(id, 'pipeline')),
      ...[5, 6, 7, 8].map((id) => postOf(id, 'newsletter')),
    ])
    const connection = { orgId: 'org_one', platform: 'hackernews' as const, baseUrl: standIn.url }
    await console.perform(createConnectionAct, connection)
  })

  afterAll(() => standIn?.close())

  test('rank it again at once, name the word behind it, and take the word out of the plan', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, complaints } = await browser.open({}, { url: console.url, cookie })
    const stored = async () => (await listListeners(console.database, { orgId: 'org_one', limit: 1 }))[0]
    await writePlan(page)
    await page.getByText(/of 8 items are kept\./).waitFor()
    const finds = page.locator('.found')
    for (const id of [1, 2, 3, 4]) await judge(page, id, 'Good')
    for (const id of [5, 6, 7, 8]) await judge(page, id, 'Bad')
    await page.getByText(/^By 8 verdicts, \d of 8 would be kept\./).waitFor()
    await expect
      .poll(async () => (await finds.allInnerTexts()).slice(0, 4).join())
      .not.toContain('newsletter')
    const words = page.getByRole('list', { name: 'What your verdicts say about its keywords' })
    await words
      .getByRole('listitem')
      .filter({ hasText: /^newsletter −\d+ 4 of 4 bad/ })
      .waitFor()

    await words.getByRole('button', { name: 'Exclude newsletter' }).click()
    await expect.poll(stored).toMatchObject({
      keywords: ['crm', 'pipeline'],
      exclusions: ['newsletter'],
    })
    // The next look is by the changed plan, and the verdicts on the same posts stay.
    await page.getByText(/^4 of 8 items are kept\./).waitFor()
    expect(await page.getByRole('button', { name: 'Good', pressed: true }).count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Change the plan' }).click()
    await page.getByRole('list', { name: 'Exclusions, chosen' }).getByText('newsletter').waitFor()
    expect(complaints).toEqual([])
  })

  async function writePlan(page: Tab['page']): Promise<void> {
    await page.goto(`${console.url}/w/org_one/listeners/new`)
    await page.getByRole('button', { name: 'Write the plan yourself' }).click()
    await page.getByLabel('Name', { exact: true }).fill('CRM')
    const keywords = page.getByLabel('Keywords', { exact: true })
    await keywords.fill('crm, pipeline, newsletter')
    await keywords.press('Enter')
    await page.getByRole('button', { name: 'Add a query' }).click()
    await page.getByLabel('Platform of query 1', { exact: true }).selectOption('hackernews')
    await page.getByLabel('Query 1', { exact: true }).fill('crm')
    await page.getByRole('button', { name: 'Save, and see what it finds' }).click()
  }
})

async function judge(page: Tab['page'], id: number, verdict: 'Good' | 'Bad'): Promise<void> {
  const find = page.locator('.found').filter({ hasText: `Number ${id}` })
  const button = find.getByRole('button', { name: verdict, exact: true })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
}
