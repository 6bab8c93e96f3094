import type { Tab } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeListener } from './test-support/store-listener.ts'

const orgId = 'org_one'
const hostile = `<b>Agencies</b> \u202eabc`

describeInBrowser('a picker', ({ console, browser }) => {
  let cookie: string

  beforeAll(async () => {
    cookie = await console.logIn(await console.addPerson({ [orgId]: 'admin' }))
    // The oldest is on none of the first pages of listeners.
    const names = [hostile, ...Array.from({ length: 25 }, (_, index) => `Jobs ${index}`)]
    for (const [index, name] of names.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString()
      await storeListener(console.database, { orgId, id: `lsn_${index}`, name, createdAt })
    }
  })

  test('chooses several by name, by keys alone, and takes the last one away again', async () => {
    const { page, context, complaints } = await open('rules/new')
    const platforms = page.getByRole('combobox', { name: 'Platforms' })
    await platforms.fill('hack')
    await page.getByRole('option', { name: 'Hacker News' }).waitFor()
    await platforms.press('Enter')
    await platforms.fill('g2')
    await platforms.press('Enter')
    await platforms.fill('reddit')
    await platforms.press('Enter')
    await platforms.press('Backspace')
    expect(await chosen(page, 'Platforms')).toEqual(['Hacker News', 'G2'])
    await page.getByText('--platform hackernews --platform g2').waitFor()
    await page.getByRole('button', { name: 'Remove Hacker News' }).click()
    expect(await chosen(page, 'Platforms')).toEqual(['G2'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a field that lacks its value comes into sight below the bar of a narrow screen', async () => {
    const { page, context } = await browser.open({ width: 390 }, { url: console.url, cookie })
    await page.goto(`${console.url}/w/${orgId}/rules/new`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const name = page.getByLabel('Name', { exact: true })
    expect(await name.evaluate((field) => field.matches(':focus'))).toBe(true)
    const bar = await page.locator('header.top').boundingBox()
    const label = await page.getByText('Name', { exact: true }).boundingBox()
    expect(label?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    await context.close()
  })

  test('asks the server for what is not among the first, and shows names as text', async () => {
    const { page, context, complaints } = await open('rules/new')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByRole('combobox', { name: 'Add condition' }).fill('listeners')
    await page.keyboard.press('Enter')
    const listeners = page.getByRole('combobox', { name: 'Listeners' })
    await listeners.click()
    await expect
      .poll(() => page.getByRole('listbox', { name: 'Listeners' }).getByRole('option').count())
      .toBe(20)
    await listeners.fill('agencies')
    const option = page.getByRole('option', { name: '<b>Agencies</b>' })
    await option.waitFor()
    await option.click()
    expect(await chosen(page, 'Listeners')).toEqual(['<b>Agencies</b> ⟨U+202E⟩abc'])
    expect(await page.locator('main b').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('takes the domain of a company that no signal names yet, in a dialog that Escape leaves open', async () => {
    const { page, context, complaints } = await open('silences')
    await page.getByRole('button', { name: 'New silence' }).first().click()
    const account = page.getByRole('combobox', { name: 'Account' })
    await account.fill('Example.com')
    await page.getByRole('option', { name: 'example.com' }).waitFor()
    await account.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor()
    await account.press('ArrowDown')
    await page.getByRole('option', { name: 'example.com' }).click()
    await page.getByText('--account d:example.com').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  async function open(path: string): Promise<Tab> {
    const tab = await browser.open({}, { url: console.url, cookie })
    await tab.page.goto(`${console.url}/w/${orgId}/${path}`)
    await tab.page.locator('h1').waitFor()
    return tab
  }
})

async function chosen(page: Tab['page'], label: string): Promise<string[]> {
  const texts = await page
    .getByRole('list', { name: `${label}, chosen` })
    .getByRole('button')
    .allInnerTexts()
  return texts.map((text) => text.replace(/^Remove\s*/, '').trim())
}
