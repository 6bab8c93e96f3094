import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findBrowser } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { startTestApi, type TestApi } from '../../test-support/start-test-api.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(findBrowser() === undefined)('the API reference', { timeout: 120_000 }, () => {
  let api: TestApi
  let browser: Browser

  test.beforeAll(async ({ testDatabase }) => {
    api = await startTestApi({ databaseUrl: testDatabase.url })
    browser = await chromium.launch({
      executablePath: findBrowser() ?? '',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    })
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await api?.stop()
  })

  async function open(): Promise<{ page: Page; complaints: string[]; addresses: string[] }> {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    page.setDefaultTimeout(60_000)
    const complaints: string[] = []
    const addresses: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(`${api.url}/docs`)
    await page.getByRole('heading', { name: 'Signalpost API' }).waitFor()
    await page.locator('#reference').waitFor()
    return { page, complaints, addresses }
  }

  test('loads without a complaint, and asks no other origin', async () => {
    const { page, complaints, addresses } = await open()
    await page.getByRole('link', { name: 'Browse signals' }).first().click()
    await page.waitForLoadState('networkidle')
    expect(complaints.filter((text) => !text.startsWith('@scalar/api-reference@'))).toEqual([])
    const elsewhere = addresses.filter((address) => !address.startsWith(`${api.url}/`))
    expect(elsewhere.filter((address) => !/^(data|blob):/.test(address))).toEqual([])
    await page.context().close()
  })

  test('finds an endpoint by its name', async () => {
    const { page } = await open()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('assign')
    await page
      .getByRole('option', { name: /Assign a signal/ })
      .first()
      .waitFor()
    await page.context().close()
  })

  test('has examples in five languages', async () => {
    const { page } = await open()
    const libraries = page.getByRole('tablist').first()
    await libraries.waitFor()
    await page
      .getByRole('button', { name: /Select from all clients/ })
      .first()
      .click()
    for (const language of ['JavaScript', 'Go'])
      await page.getByText(language, { exact: true }).first().waitFor()
    const featured = await libraries.textContent()
    for (const language of ['Shell', 'Python', 'Ruby']) expect(featured).toContain(language)
    expect(await page.getByText(/^(PHP|Swift|Node\.js)$/).count()).toBe(0)
    await page.context().close()
  })

  test('tries a request with a key, which it does not keep', async () => {
    const { page } = await open()
    const key = await api.createKey({ scopes: ['signals:read'] })
    await page
      .getByLabel(/Bearer Token/i)
      .first()
      .fill(key)
    const operation = page
      .locator('section', { has: page.getByRole('heading', { name: 'Browse signals' }) })
      .last()
    await operation
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click()
    const answer = page.waitForResponse((response) => response.url().startsWith(`${api.url}/v1/results`))
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await answer).status()).toBe(200)
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(kept).not.toContain(key)
    await page.context().close()
  })

  test('breaks no rule of WCAG 2.2 AA', async () => {
    const { page } = await open()
    await page.evaluate(axeSource)
    const broken = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations)`,
    )
    expect(
      broken.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`),
    ).toEqual([])
    await page.context().close()
  })

  test('without scripts the plain page stays', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${api.url}/docs`)
    await page.getByRole('heading', { name: 'GET /v1/results', exact: true }).waitFor()
    await context.close()
  })
})
