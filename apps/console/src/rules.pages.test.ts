import { createRuleAct } from '@signalpost/administration/rule'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { findBrowser } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

describe.skipIf(findBrowser() === undefined)('the order of rules', { timeout: 60_000 }, () => {
  let console: TestConsole
  let browser: TestBrowser

  test.beforeAll(async ({ testDatabase }) => {
    ;[browser, console] = await Promise.all([
      openBrowser(findBrowser()),
      startTestConsole({ databaseUrl: testDatabase.url }),
    ])
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await console?.stop()
  })

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
})
