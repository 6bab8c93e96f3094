/**
 * `npm run pictures`: takes the pictures of README and docs from the demo's data, in light and dark, and writes them to
 * `docs/pictures`. Look at them before you commit them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '@signalpost/testing'
import { openBrowser, type Tab } from '@signalpost/testing/browser'
import { startInstallation } from '../../apps/console/src/test-support/start-installation.ts'
import { findSlackMessage } from '../../packages/channels/src/slack/render-message.ts'
import { views } from '../../packages/channels/src/test-support/pictures/views.ts'
import { alertOf, fullSignal } from '../../packages/channels/src/test-support/sample-alert.ts'
import { mostBytes, pictures } from './pictures.ts'

type Page = Tab['page']

const home = '/w/org_demo'
const screen = { width: 1280, height: 800 }

const browser = await openBrowser(findBrowser())
const painter = await browser.open()
const installation = await startInstallation()
try {
  await installation.run('demo', '--json')
  const { page } = await browser.open()
  await page.setViewportSize(screen)
  await page.goto(installation.link)
  await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  const base = new URL(page.url()).origin

  await open(page, `${base}${home}/signals?view=attention`)
  await page.keyboard.press('j')
  await page.waitForURL(/\/signals\/sig_/)
  await settle(page)
  await take(page, 'inbox')

  await open(page, `${page.url().replace(/\?.*/, '')}/timeline`)
  await take(page, 'timeline')

  await open(page, `${base}${home}/rules/new`)
  await page.getByLabel('Name', { exact: true }).fill('Urgent leads')
  await page.getByLabel('Urgency at least', { exact: true }).selectOption('high')
  await page.getByLabel('Place in the order').selectOption('First')
  // The preview follows the form after a moment.
  await page
    .getByRole('region', { name: 'The message as it will look' })
    .getByText(/^(?:High|Immediate) urgency/)
    .first()
    .waitFor()
  await settle(page)
  await take(page, 'rule')

  await open(page, `${base}${home}/overview`)
  await take(page, 'overview')

  const message = await browser.open({ width: 700 })
  const slack = views.slack
  if (slack === undefined) throw new Error('Slack has no view.')
  await slack.show(message.page, findSlackMessage({ alert: alertOf([fullSignal]) }, { hasButtons: true }))
  await message.page.setViewportSize({ width: 700, height: 420 })
  await take(message.page, 'slack')
} finally {
  await installation.stop()
  await browser.close()
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('h1').waitFor()
  await settle(page)
}

/** Waits until nothing is being loaded, and a moment for what is drawn after it. */
async function settle(page: Page): Promise<void> {
  while ((await page.locator('[aria-busy="true"]').count()) > 0) await page.waitForTimeout(100)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForTimeout(500)
}

async function take(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const picture = await pack(await page.screenshot())
    const path = join(pictures, `${name}-${colorScheme}.webp`)
    writeFileSync(path, picture)
    process.stdout.write(`${path}: ${Math.round(picture.length / 1000)} kB\n`)
    if (picture.length > mostBytes) process.exitCode = 1
  }
}

/** WebP takes a third of what PNG takes. */
async function pack(picture: Buffer): Promise<Buffer> {
  const packed = await painter.page.evaluate<string>(`(async () => {
    const bytes = Uint8Array.fromBase64('${picture.toString('base64')}')
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d').drawImage(bitmap, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 })
    return new Uint8Array(await blob.arrayBuffer()).toBase64()
  })()`)
  return Buffer.from(packed, 'base64')
}
