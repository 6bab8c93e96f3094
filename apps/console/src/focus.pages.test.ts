import { createRuleAct } from '@signalpost/administration/rule'
import { createSilence } from '@signalpost/database/rules'
import { ruleDefinitionSchema } from '@signalpost/domain'
import type { Tab } from '@signalpost/testing/browser'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeEvent } from './test-support/store-records.ts'

const home = '/w/org_one'

describeInBrowser('who uses keys alone', ({ console, browser }) => {
  let tab: Tab

  beforeAll(async () => {
    await console.createSource('org_one', 'Website')
    const definition = ruleDefinitionSchema.parse({ channels: 'all' })
    for (const name of ['Leads', 'Rivals']) {
      await console.perform(createRuleAct, { orgId: 'org_one', name, definition })
    }
    const until = new Date(Date.now() + 3_600_000)
    await createSilence(console.database, {
      ...{ orgId: 'org_one', conditions: {}, reason: null, until },
      createdBy: { kind: 'system', id: 'test' },
    })
    const at = new Date().toISOString()
    const deal = { id: 'deal_1', name: 'CRM for Acme', stage: 'new', createdAt: at, updatedAt: at }
    await storeEvent(console.database, 'org_one', { type: 'deal.created', data: { deal } })
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    tab = await browser.open({}, { url: console.url, cookie })
  })

  async function open(path: string): Promise<Tab['page']> {
    await tab.page.goto(`${console.url}${path}`)
    await tab.page.locator('h1').waitFor()
    return tab.page
  }

  const focused = () =>
    tab.page.evaluate<string>(`(() => {
      const { activeElement } = document
      return activeElement.matches('body, main') ? activeElement.tagName : (activeElement.getAttribute('aria-label') ?? activeElement.textContent)
    })()`)

  /** Presses the button of this name again and again; it is called otherwise each time. */
  async function pressInTurn(names: readonly [before: string, after: string]): Promise<void> {
    const [before, after] = names
    const { page } = tab
    await page.getByRole('button', { name: before, exact: true }).focus()
    for (const name of [after, before, after]) {
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name, exact: true }).waitFor()
      await expect.poll(focused).toBe(name)
      // Until all is read again, a press does nothing.
      await page.locator('button:focus:not([aria-disabled])').waitFor()
    }
  }

  test('switches a rule, a source and a channel off and on again in one place', async () => {
    await open(`${home}/rules`)
    await pressInTurn(['Disable Leads', 'Enable Leads'])
    for (const [list, name] of [
      ['sources', 'Website'],
      ['channels', 'Inbox'],
    ] as const) {
      const page = await open(`${home}/${list}`)
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Disable', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).focus()
      await page.keyboard.press('Enter')
      for (const button of ['Enable', 'Disable']) {
        await expect.poll(focused).toBe(button)
        await page.locator('button:focus:not([aria-disabled])').waitFor()
        await page.keyboard.press('Enter')
      }
      // It asks again.
      await page.getByRole('dialog').waitFor()
    }
  })

  test('moves a rule down, and stays on its button', async () => {
    const page = await open(`${home}/rules`)
    const name = 'Move Leads down'
    const place = await page.getByRole('row').filter({ hasText: 'Leads' }).getByRole('link').textContent()
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Leads' }).getByRole('link').textContent())
      .not.toBe(place)
    // It is the last one now, so that its button does nothing.
    await expect.poll(focused).toBe(name)
    expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  })

  test('moves a deal on and on with the arrow keys', async () => {
    const page = await open(`${home}/pipeline`)
    const stages = ['new', 'qualified', 'contacted']
    await page.getByRole('link', { name: 'CRM for Acme' }).focus()
    const stageOf = () =>
      page.evaluate<string>(`document.activeElement.closest('.stage')?.querySelector('h2').firstChild.data`)
    const seen = [await stageOf()]
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key)
      const before = seen.at(-1)
      await expect.poll(async () => [undefined, before].includes(await stageOf())).toBe(false)
      seen.push(await stageOf())
    }
    expect(seen[0]).toBe(stages[0])
    expect(new Set(seen).size).toBe(3)
    expect(seen[3]).toBe(seen[1])
    await expect.poll(focused).toBe('CRM for Acme')
  })

  test('adds a note, and can go on from there', async () => {
    const page = await open(`${home}/pipeline/deal_1`)
    await page.getByLabel('Note', { exact: true }).fill('They asked for a demo.')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Add note')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').getByText('They asked for a demo.').waitFor()
    await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('')
    expect(await focused()).toBe('Add note')
    // There is nothing to add any more.
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('keeps the page focused when a button or a link disappears', async () => {
    const page = await open(`${home}/silences`)
    await page.getByRole('button', { name: 'End the silence of everything' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('row').getByText('ended').waitFor()
    await expect.poll(focused).toBe('MAIN')
    await open(`${home}/sources`)
    await page.getByRole('link', { name: 'Website', exact: true }).waitFor()
    await page.keyboard.press('j')
    await expect.poll(focused).toBe('Website')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Website', level: 1 }).waitFor()
    await expect.poll(focused).toBe('MAIN')
  })
})
