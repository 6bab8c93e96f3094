import { recordRejections } from '@signalpost/database/access'
import { findBarriersInBothSchemes } from '@signalpost/testing/browser'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './test-support/describe-in-browser.ts'
import { storeEvents } from './test-support/store-events.ts'

describeInBrowser('Setting up a sender', ({ console, browser }) => {
  let cookie: string

  beforeAll(async () => {
    cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
  })

  /** Opens the form for a sender of a kind. */
  async function openForm(width: 390 | 1440, kind: string): Promise<Page> {
    const { page } = await browser.open({ width }, { url: console.url, cookie })
    await page.goto(`${console.url}/w/org_one/sources`)
    await page.getByRole('button', { name: 'New source' }).click()
    await page.getByRole('dialog').getByRole('button', { name: kind, exact: true }).click()
    return page
  }

  const created = (name: string) =>
    console.database
      .selectFrom('sources')
      .select(['source_id as sourceId', 'settings'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()

  test('shows code with the secret filled in, and each request as it comes', async () => {
    const page = await openForm(1440, 'Signalpost')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('CRM')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Nothing yet. Let the sender try now.').waitFor()
    const secret = await dialog.locator('.secret code').textContent()
    for (const language of ['curl', 'Node', 'Python', 'Go', 'Ruby', 'PHP']) {
      await dialog.getByText(language, { exact: true }).click()
      expect(await dialog.locator('pre').textContent()).toContain(secret)
    }
    expect(await findBarriersInBothSchemes(page)).toEqual([])
    const { sourceId } = await created('CRM')
    await recordRejections(console.database, [
      {
        ...{ sourceId, at: new Date(), reason: 'missing', bytes: 12, address: '203.0.113.7' },
        ...{ finding: null, detail: null },
      },
    ])
    const requests = dialog.getByRole('list', { name: 'Requests' })
    await requests.getByText('The signature header is missing').waitFor()
    await storeEvents(console.pool, { orgId: 'org_one', sourceId, events: [{ id: 'evt_1', type: 'ping' }] })
    await requests.getByText('evt_1').waitFor()
  })

  test('takes the secret of a sender that shows it only once it has the address', async () => {
    const page = await openForm(390, 'Stripe')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Stripe')
    await dialog.getByLabel('Name').fill('Payments')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('In Stripe, open Workbench').waitFor()
    await dialog.getByText('Until it is saved, every request is refused.').waitFor()
    // The secret that no one knows is no one's business.
    expect(await dialog.getByText('It is shown this once.').count()).toBe(0)
    await dialog.getByText(/\.\/signalpost source rotate src_\w+ --overlap 0s --secret-file FILE/).waitFor()
    const secret = dialog.getByLabel('Secret of the sender')
    expect(await secret.getAttribute('type')).toBe('password')
    await secret.fill('  short ')
    await dialog.getByRole('button', { name: 'Save the secret' }).click()
    await dialog.getByRole('alert').getByText('The secret was not saved.').waitFor()
    await secret.fill(' whsec_of_the_sender ')
    await dialog.getByRole('button', { name: 'Save the secret' }).click()
    await dialog.getByText('The secret is saved.').waitFor()
    const { sourceId } = await created('Payments')
    const { rows } = await console.pool.query(
      'select valid_until is null as "isValid" from source_secrets where source_id = $1 order by secret_id',
      [sourceId],
    )
    expect(rows.map(({ isValid }) => isValid)).toEqual([false, true])
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(sideways)).toBe(0)
    expect(await findBarriersInBothSchemes(page)).toEqual([])
  })

  test('says what was refused beside its field, and nothing of it on the form of another kind', async () => {
    const page = await openForm(1440, 'Stripe')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It has a secret already').click()
    const secret = dialog.getByLabel('Secret of the sender')
    await secret.fill('short')
    await dialog.getByText(/--scheme stripe --secret-file FILE/).waitFor()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('The source was not created.').waitFor()
    expect(await secret.getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText('A secret is 8 to 500 bytes of UTF-8 text.').waitFor()
    await dialog.getByRole('button', { name: 'Other kinds' }).click()
    await dialog.getByRole('button', { name: 'GitHub' }).click()
    await dialog.getByLabel('Name').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
  })

  test('lets a person choose how the signature is written', async () => {
    const page = await openForm(1440, 'HMAC of the body')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Forms')
    await dialog.getByLabel('Header with the signature').fill('x-signature')
    await dialog.getByLabel('Written as').selectOption('base64')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('heading', { name: 'What arrives' }).waitFor()
    const { settings } = await created('Forms')
    expect(settings).toMatchObject({ header: 'x-signature', encoding: 'base64' })
  })
})
