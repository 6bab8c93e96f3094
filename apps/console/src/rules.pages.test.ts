import { createChannelAct } from '@signalpost/administration/channel'
import { createRuleAct } from '@signalpost/administration/rule'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { findBarriers } from '@signalpost/testing/browser'
import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeListener } from './test-support/store-listener.ts'
import { storeSignal } from './test-support/store-records.ts'

describeInBrowser('the order of rules', ({ console, browser }) => {
  test('a rule that is never reached is named, and is reached once it is dragged up', async () => {
    await console.database.deleteFrom('rules').where('org_id', '=', 'org_one').execute()
    const rules = [
      { name: 'All', conditions: {} },
      { name: 'Reddit', conditions: { platforms: ['reddit'] } },
    ]
    for (const { name, conditions } of rules) {
      const definition = ruleDefinitionSchema.parse({ channels: 'all', conditions })
      await console.perform(createRuleAct, { orgId: 'org_one', name, definition })
    }
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page } = await browser.open({ width: 1440 }, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/rules`)
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const never = page.getByRole('list', { name: 'Rules that are never reached' })
    await never.getByText('Reddit').waitFor()
    await row('2. Reddit').dragTo(row('1. All'))
    await row('1. Reddit').waitFor()
    await expect.poll(() => never.count()).toBe(0)
    await page.getByRole('button', { name: 'Move Reddit down' }).click()
    await never.getByText('Reddit').waitFor()
    await page.getByRole('link', { name: '2. Reddit' }).click()
    await page.getByText('so it never alerts').waitFor()
  })

  test('a preview counts signals once, and says for which channels each would alert', async () => {
    await console.database.deleteFrom('rules').where('org_id', '=', 'org_one').execute()
    const definition = ruleDefinitionSchema.parse({ channels: 'all' })
    await console.perform(createRuleAct, { orgId: 'org_one', name: 'All', definition })
    const settings = { url: 'https://hooks.example/in' }
    const hook = { orgId: 'org_one', kind: 'webhook', name: 'Hook', settings, secrets: {} }
    await console.perform(createChannelAct, hook)
    const longAgo = new Date(Date.now() - 48 * 3_600_000).toISOString()
    for (const number of [1, 2]) await storeSignal(console.database, 'org_one', postOf(number))
    await storeSignal(console.database, 'org_one', { ...postOf(3), postedAt: longAgo, firstSeenAt: longAgo })
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page } = await browser.open({ width: 1440 }, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/rules/new`)
    await page.getByText('An earlier rule takes 3 of the signals that match.').waitFor()
    await page.getByLabel('Place in the order').selectOption('First')
    await page.getByText('3 signals examined, of which 3 match.').waitFor()
    await page.getByText('2 alerts are held back: their signals were first seen over 24 h before').waitFor()
    const examples = page.getByRole('table', { name: 'Examples' }).locator('tbody tr')
    await expect.poll(() => examples.count()).toBe(3)
    await examples.filter({ hasText: 'number 1?' }).getByText('sent · all 2 channels').waitFor()
    await page.getByLabel('All channels, including future ones').uncheck()
    await page.getByLabel('Hook', { exact: true }).check()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('region', { name: 'What is sent' }).getByText('POST https').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  test('a new rule takes its place among the others, and shows what it does day by day', async () => {
    await console.database.deleteFrom('rules').where('org_id', '=', 'org_two').execute()
    const listener = await storeListener(console.database, { orgId: 'org_two', name: 'Rival reviews' })
    const conditions = { listeners: [listener], platforms: ['hackernews'] }
    for (const name of ['Anything', 'Hacker News']) {
      const definition = ruleDefinitionSchema.parse({ channels: 'all', continue: true, conditions })
      await console.perform(createRuleAct, { orgId: 'org_two', name, definition })
    }
    for (const number of [1, 2, 3, 4, 5, 6]) await storeSignal(console.database, 'org_two', postOf(number))
    const cookie = await console.logIn(await console.addPerson({ org_two: 'admin' }))
    const { page } = await browser.open(
      { width: 1440, timezoneId: 'Asia/Kolkata' },
      { url: console.url, cookie },
    )
    await page.goto(`${console.url}/w/org_two/rules`)
    await page
      .getByRole('row')
      .filter({ hasText: '1. Anything' })
      .getByText('platform Hacker News; listener Rival reviews')
      .waitFor()
    await page.goto(`${console.url}/w/org_two/rules/new`)
    await page.getByLabel('Name', { exact: true }).fill('Between')
    await page.getByText('Every signal is sent to all channels at once.').waitFor()
    const place = page.getByLabel('Place in the order')
    await expect
      .poll(() => place.locator('option').allTextContents())
      .toEqual(['First', 'After Anything', 'After Hacker News'])
    const message = page.getByRole('region', { name: 'The message as it will look' })
    const zoned = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
    await message.getByText(`posted ${zoned.format(new Date())}`).waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Examples' }).locator('tbody tr').count()).toBe(5)
    const days = page.getByRole('figure', { name: 'Alerts by day, at most 6 a day' })
    // Seven days back from now touch eight days of the calendar.
    expect(await days.locator('svg rect[data-tone]').count()).toBe(8 * 3)
    await place.selectOption('After Anything')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row').filter({ hasText: '2. Between' }).waitFor()
  })
})

function postOf(number: number): Record<string, unknown> {
  return { id: `sig_${number}`, title: `Which CRM is number ${number}?` }
}
