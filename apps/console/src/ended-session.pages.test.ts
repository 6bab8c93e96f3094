import type { Tab } from '@signalpost/testing/browser'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowserWith } from './test-support/describe-in-browser.ts'
import { startTestConsole } from './test-support/start-test-console.ts'

let passedMs = 0
const start = (databaseUrl: string) => startTestConsole({ databaseUrl, nowMs: () => Date.now() + passedMs })

describeInBrowserWith({ start })('a session that ends', ({ console, browser }) => {
  let personId: string
  let otherId: string

  beforeAll(async () => {
    personId = await console.addPerson({ org_one: 'admin' })
    otherId = await console.addPerson({ org_one: 'admin' })
    await console.database
      .updateTable('people')
      .set({ name: 'Bob' })
      .where('person_id', '=', otherId)
      .execute()
  })

  /** Opens the form of a rule and gives it a name. */
  async function openForm(name: string): Promise<Tab & { create: Locator; questions: string[] }> {
    const cookie = await console.logIn(personId)
    const tab = await browser.open({}, { url: console.url, cookie })
    const questions: string[] = []
    tab.page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    await tab.page.goto(`${console.url}/w/org_one/rules/new`)
    await tab.page.getByLabel('Name', { exact: true }).fill(name)
    return { ...tab, questions, create: tab.page.getByRole('button', { name: 'Create', exact: true }) }
  }

  async function logIn(page: Page, as: string, press: RegExp): Promise<void> {
    await page.goto(`${console.url}/login#${await console.createToken(as)}`)
    await page.getByRole('button', { name: press }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  }

  async function ruleNames(): Promise<string[]> {
    const rows = await console.database.selectFrom('rules').select('name').execute()
    return rows.map(({ name }) => name)
  }

  test('leaves a half-filled form as it is, and its button works after a login in another tab', async () => {
    const { page, context, create, questions } = await openForm('Kept')
    passedMs += 13 * 3_600_000
    await create.click()
    await page.getByText('Your session has ended.').waitFor()
    await page.getByText('You are logged out.').waitFor()
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Log in again in a new tab' }).click()
    const login = await opening
    await logIn(login, personId, /^Log in to Signalpost$/)
    await login.close()
    await page.getByText('Once you are logged in, press the button again.').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept')
    await create.click()
    await page.waitForURL('**/w/org_one/rules')
    expect(await ruleNames()).toContain('Kept')
    expect(questions).toEqual([])
    await context.close()
  })

  test('says so by itself while a form is half filled in, and leads to the login once the form is left', async () => {
    const { page, context } = await openForm('Left')
    passedMs += 13 * 3_600_000
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByText('Log in in another tab of this browser').waitFor()
    await page.getByRole('link', { name: 'Lists' }).first().click()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
    await page.goto(`${console.url}/login#${await console.createToken(personId)}`)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.waitForURL('**/w/org_one/lists')
    await context.close()
  })

  test('writes nothing in the name of someone else who logged in in another tab', async () => {
    const { page, context, create, questions } = await openForm('Mine')
    await logIn(await context.newPage(), otherId, /^Log in as this person instead$/)
    await create.click()
    await page.getByText('This browser is now logged in as Bob.').waitFor()
    expect(await ruleNames()).not.toContain('Mine')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
    expect(questions).toEqual(['beforeunload'])
    await page.getByLabel('Name', { exact: true }).fill('Of Bob')
    await create.click()
    await page.waitForURL('**/w/org_one/rules')
    expect(await ruleNames()).toContain('Of Bob')
    await context.close()
  })

  test('shows the page of someone else who logged in, where no form is filled in', async () => {
    const cookie = await console.logIn(personId)
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/rules/new`)
    await page.getByText('signals examined').waitFor()
    await page.locator('.side .account').getByText('Test').waitFor()
    const other = await context.newPage()
    await logIn(other, otherId, /^Log in as this person instead$/)
    await page.bringToFront()
    await page.locator('.side .account').getByText('Bob').waitFor()
    expect(page.url()).toBe(`${console.url}/w/org_one/rules/new`)
    await context.close()
  })

  test('lets no command line in in the name of someone else who logged in in another tab', async () => {
    const body = new URLSearchParams({ client_id: 'signalpost-cli', host_name: 'desk' })
    const asked = await fetch(`${console.url}/console/device/authorization`, { method: 'POST', body })
    const { user_code: code } = (await asked.json()) as { user_code: string } // the cast: RFC 8628's answer
    const cookie = await console.logIn(personId)
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    await page.goto(`${console.url}/device/${code}`)
    const sentence = page.getByText('A command line asks to act as')
    await sentence.getByText('Test', { exact: true }).waitFor()
    await logIn(await context.newPage(), otherId, /^Log in as this person instead$/)
    const decided = page.waitForResponse((response) => response.url().endsWith('/allow'))
    // Not brought to the front, so that it has not read yet who is logged in.
    await page.evaluate("document.querySelector('main button.primary').click()")
    expect((await decided).status()).toBe(401)
    await sentence.getByText('Bob', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Allow access' }).click()
    await page.getByText('The command line is logged in').waitFor()
    await context.close()
  })
})
