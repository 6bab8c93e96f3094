import { expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { startReceiver } from './test-support/surroundings/start-receiver.ts'

describeInBrowser('alerts in a browser', ({ console, browser }) => {
  test('the keyboard alone creates a webhook and a rule, and a test arrives at the receiver', async () => {
    const receiver = await startReceiver()
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const { page, complaints } = await browser.open({}, { url: console.url, cookie })
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const typeInto = async (label: string, text: string): Promise<void> => {
      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.type(text)
    }
    await page.goto(`${console.url}/w/org_one/overview`)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await press('g', 'n')
    await page.getByRole('heading', { name: 'Channels' }).waitFor()
    await page.getByRole('link', { name: 'New channel' }).first().focus()
    await press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'Webhook' }).focus()
    await press('Enter')
    await page.getByRole('main').getByLabel('URL').waitFor()
    await typeInto('Name', 'CRM')
    await typeInto('URL', receiver.url)
    // A look at another kind loses nothing that was typed.
    for (const [kind, typed] of [
      ['Discord', ''],
      ['Webhook', receiver.url],
    ] as const) {
      await page.getByRole('button', { name: 'Other kinds' }).focus()
      await press('Enter')
      await page.getByRole('main').getByRole('button', { name: kind }).focus()
      await press('Enter')
      expect(await page.getByRole('main').getByLabel('URL').inputValue()).toBe(typed)
    }
    const message = page.getByRole('region', { name: 'The message as it will look' })
    await message.getByText('"title": "Looking for a tool that catches signals"').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).focus()
    await press('Enter')
    await page.getByRole('button', { name: 'Send another test' }).waitFor()
    expect(receiver.types).toEqual(['ping'])
    await page.getByRole('main').getByLabel('URL').focus()
    await press('Enter')
    await page.getByText('It is shown this once.').waitFor()
    await page.getByRole('link', { name: 'Open the channel' }).focus()
    await press('Enter')
    await page.getByRole('heading', { name: 'CRM' }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).focus()
    await press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).focus()
    await press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('status')
      .getByText(/ in \d+ ms/)
      .waitFor()
    const status = await page.getByRole('dialog').locator('.status').first().textContent()
    expect([status, receiver.types]).toEqual(['sent', ['ping', 'ping']])
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press('g', 'e')
    await page.getByRole('heading', { name: 'Rules' }).waitFor()
    await page.getByRole('link', { name: 'New rule' }).focus()
    await press('Enter')
    await page.getByRole('heading', { name: 'New rule' }).waitFor()
    await typeInto('Name', 'Strong intent')
    await page.getByRole('button', { name: 'Add condition' }).focus()
    await press('Enter')
    await page.keyboard.type('score at least')
    await press('Enter')
    await page.keyboard.type('70')
    await page.getByText('signals examined').waitFor()
    await page.getByRole('button', { name: 'Create' }).focus()
    await press('Enter')
    await page.locator('[data-row]').filter({ hasText: 'Strong intent' }).waitFor()
    expect(complaints).toEqual([])
    await receiver.close()
  })
})
