import { join } from 'node:path'
import { createTestDatabase, findBrowser, type TestDatabase } from '@signalpost/testing'
import {
  findBarriersInBothSchemes,
  type Look,
  openBrowser,
  type TestBrowser,
} from '@signalpost/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

const pictures = join(import.meta.dirname, '../../../node_modules/.cache/pictures')

function pictureOf({ width, colorScheme }: Look, name: string): string {
  return join(pictures, `${width}-${colorScheme}`, `login-${name}.png`)
}

const widths = [390, 1440] as const

describe.skipIf(findBrowser() === undefined)('the login page', { timeout: 120_000 }, () => {
  let databases: TestDatabase[]
  let plain: TestConsole
  let full: TestConsole
  let browser: TestBrowser

  beforeAll(async () => {
    databases = [await createTestDatabase(), await createTestDatabase()]
    const [first, second] = databases.map(({ url }) => url)
    browser = await openBrowser(findBrowser())
    plain = await startTestConsole({ databaseUrl: first ?? '' })
    full = await startTestConsole({
      databaseUrl: second ?? '',
      config: {
        smtp: { url: 'smtp://127.0.0.1:1', from: 'signalpost@example.com' },
        oidc: {
          issuer: 'http://127.0.0.1:1',
          clientId: 'x',
          clientSecret: 'y',
          domains: [],
          trustsEmail: false,
        },
      },
    })
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await Promise.all([plain?.stop(), full?.stop()])
    await Promise.all(databases.map((database) => database.drop()))
  })

  test.each(widths)('is free of barriers and complaints at %d px, in light and dark', async (width) => {
    const { page, context, complaints } = await browser.open({ width })
    const refused = page.getByRole('alert')
    for (const [url, path] of [
      [plain.url, '/login'],
      [full.url, '/login'],
      [plain.url, `/login#${'A'.repeat(43)}`],
      [full.url, `/login/oidc?code=${'x'.repeat(2_000)}&state=y`],
    ]) {
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      if (path !== '/login') await refused.waitFor()
      else if (url === full.url) await page.getByRole('button', { name: 'Send me a link' }).waitFor()
      expect([path, await page.locator('h1').count()]).toEqual([path, 1])
      expect([path, await findBarriersInBothSchemes(page)]).toEqual([path, []])
      const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect([path, await page.evaluate(sideways)]).toEqual([path, 0])
    }
    // The browser itself notes each answer of 400 and above.
    expect(complaints.filter((text) => !text.includes('the server responded with a status of'))).toEqual([])
    await context.close()
  })

  test.each(widths)('asks before a link logs in, at %d px', async (width) => {
    const { page, context, complaints } = await browser.open({ width })
    const findBarriers = (name: string) =>
      findBarriersInBothSchemes(page, (colorScheme) => pictureOf({ width, colorScheme }, name))
    const first = await plain.addPerson({ org_one: 'viewer' })
    const second = await plain.addPerson({ org_two: 'admin' })
    const emails = [`mem-${first}@example.com`, `mallory-${second}@evil.example`]
    for (const [index, personId] of [first, second].entries()) {
      const values = [emails[index]?.toLowerCase(), personId]
      await plain.pool.query('update people set email = $1 where person_id = $2', values)
    }
    const whoIsIn = () => page.evaluate(`fetch('/console/api/session').then((answer) => answer.json())`)

    await page.goto(`${plain.url}/login#${await plain.createToken(first)}`)
    await page.getByText('This link logs you in as').waitFor()
    expect(await findBarriers('link')).toEqual([])
    expect(await whoIsIn()).toMatchObject({ code: 'unauthorized' })
    await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

    const token = await plain.createToken(second)
    await page.goto(`${plain.url}/login`)
    await page.getByText('./signalpost login').waitFor()
    await page.goto(`${plain.url}/login#${token}`)
    await page.getByText(`You are logged in as ${emails[0]?.toLowerCase()}`).waitFor()
    await page.getByText(/^This link logs you in as m….@evil\.example/).waitFor()
    expect(await findBarriers('replaces')).toEqual([])
    expect(await whoIsIn()).toMatchObject({ person: { personId: first } })
    await page.getByRole('button', { name: 'Log in as this person instead' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(await whoIsIn()).toMatchObject({ person: { personId: second } })
    expect(complaints.filter((text) => !text.includes('the server responded with a status of'))).toEqual([])
    await context.close()
  })

  test('keeps the ways to log in apart', async () => {
    const { page, context } = await browser.open()
    await page.goto(`${full.url}/login`)
    const boxes = []
    for (const part of [
      page.getByRole('button', { name: 'Log in with your identity provider' }),
      page.getByText('Mail address'),
      page.getByRole('button', { name: 'Send me a link' }),
      page.getByText('Open the link that'),
    ]) {
      await part.waitFor()
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      boxes.push({ top: y, bottom: y + height })
    }
    const [provider, label, send, link] = boxes
    expect((label?.top ?? 0) - (provider?.bottom ?? 0)).toBeGreaterThanOrEqual(20)
    expect((link?.top ?? 0) - (send?.bottom ?? 0)).toBeGreaterThanOrEqual(20)
    await context.close()
  })

  test('offers what is configured, and says when the provider does not answer', async () => {
    const { page, context } = await browser.open()
    await page.goto(`${plain.url}/login`)
    await page.getByText('./signalpost login').waitFor()
    expect(await page.getByRole('button', { name: 'Log in with your identity provider' }).count()).toBe(0)
    await page.goto(`${full.url}/login`)
    await page.getByRole('button', { name: 'Log in with your identity provider' }).click()
    await page.getByText('The identity provider does not answer. Try again later.').waitFor()
    expect(await page.getByRole('button', { name: 'Log in with your identity provider' }).isEnabled()).toBe(
      true,
    )
    await context.close()
  })
})
