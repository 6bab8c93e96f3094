import { beforeAll, expect, test } from 'vitest'
import { describeInBrowserWith } from './test-support/describe-in-browser.ts'
import { startTestConsole } from './test-support/start-test-console.ts'

let passedMs = 0
const start = (databaseUrl: string) => startTestConsole({ databaseUrl, nowMs: () => Date.now() + passedMs })

describeInBrowserWith({ start })('an act that needs a recent login', ({ console, browser }) => {
  let personId: string

  beforeAll(async () => {
    personId = await console.addPerson({ org_one: 'admin' })
  })

  /** Opens a page with a login of 16 minutes ago. */
  async function openLate(path: string) {
    const cookie = await console.logIn(personId)
    passedMs += 16 * 60_000
    const { page, context } = await browser.open({}, { url: console.url, cookie })
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`${console.url}${path}`)
    return { page, context, questions }
  }

  test('keeps the form that was filled in, while the person logs in in another tab', async () => {
    const { page, context, questions } = await openLate('/w/org_one/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Reporting')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('then come back to this tab and press the button again').waitFor()
    const opening = context.waitForEvent('page')
    await form.getByRole('link', { name: 'Log in again' }).click()
    const login = await opening
    expect(await login.evaluate('window.opener')).toBeNull()
    await login.getByRole('heading', { name: 'Log in' }).waitFor()
    await login.goto(`${console.url}/login#${await console.createToken(personId)}`)
    await login.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await login.getByRole('heading', { name: 'Overview' }).waitFor()
    await login.close()
    expect(questions).toEqual([])
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Reporting')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('It is shown this once.').waitFor()
    await context.close()
  })

  test('comes back to the page where no form is filled in', async () => {
    const otherId = await console.addPerson({ org_one: 'member' })
    await console.logIn(otherId)
    const { page, context, questions } = await openLate(`/w/org_one/people/${otherId}`)
    await page.getByRole('button', { name: 'End all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click()
    await page.getByRole('button', { name: 'Log in again', exact: true }).click()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
    await page.goto(`${console.url}/login#${await console.createToken(personId)}`)
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.waitForURL(`**/w/org_one/people/${otherId}`)
    expect(questions).toEqual([])
    await context.close()
  })
})
