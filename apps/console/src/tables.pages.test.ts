import { createCollectionAct } from '@signalpost/administration/collection'
import { createRuleAct } from '@signalpost/administration/rule'
import { createEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema, ruleDefinitionSchema } from '@signalpost/domain'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'

describeInBrowser('a table on a wide screen', ({ console, browser }) => {
  let cookie: string

  beforeAll(async () => {
    cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const conditions = { platforms: ['reddit', 'hackernews'], keywords: ['helpdesk', 'customer care'] }
    const definition = ruleDefinitionSchema.parse({ channels: 'all', conditions })
    await console.perform(createRuleAct, { orgId: 'org_one', name: 'Leads of the helpdesk', definition })
    const { channelId } = await console.database
      .selectFrom('channels')
      .select('channel_id as channelId')
      .where('org_id', '=', 'org_one')
      .executeTakeFirstOrThrow()
    const steps = [5, 15, 60].map((minutes) => ({ afterMs: minutes * 60_000, channelId }))
    await createEscalation(console.database, {
      ...{ orgId: 'org_one', name: 'Leads' },
      definition: escalationDefinitionSchema.parse({
        ...{ steps, conditions, hours: 'Mo-Fr 08:30-18:30', timeZone: 'America/Argentina/Buenos_Aires' },
      }),
    })
    const description =
      'What people said about a move away from a rival, for the talk with the board in January.'
    await console.perform(createCollectionAct, { orgId: 'org_one', name: 'Quarter four', description })
  })

  test('shows what is long whole, and leaves names no more room than they need', async () => {
    const { page } = await browser.open({ width: 1440 }, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/assistants`)
    await page.getByLabel('Assistants may').selectOption({ index: 0 })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    for (const path of ['rules', 'escalations', 'lists', 'audit']) {
      await page.goto(`${console.url}/w/org_one/${path}`)
      await page.locator('tbody tr').first().waitFor()
      const cut = await page.evaluate(
        `[...document.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent)`,
      )
      expect([path, cut]).toEqual([path, []])
    }
    await page.getByRole('button', { name: 'Workspace: set assistant policy' }).waitFor()
  })
})
