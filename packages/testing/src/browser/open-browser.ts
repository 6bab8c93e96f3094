import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export type Look = {
  width: 390 | 700 | 1440
  colorScheme: 'light' | 'dark'
  /** Of the reader, such as `Asia/Kolkata`; by default that of the machine. */
  timezoneId?: string
}

export type Tab = {
  page: Page
  context: BrowserContext
  /** What the browser's console shows: errors, warnings, violations of the policy. */
  complaints: string[]
}

export type TestBrowser = {
  open: (look?: Partial<Look>, cookie?: { url: string; cookie: string }) => Promise<Tab>
  close: () => Promise<void>
}

const heights = { 390: 844, 700: 900, 1440: 900 }
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function openBrowser(executablePath: string | undefined): Promise<TestBrowser> {
  if (executablePath === undefined) throw new Error('There is no browser.')
  const browser: Browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  return {
    open: async ({ width = 1440, ...look } = {}, session) => {
      const viewport = { width, height: heights[width] }
      const context = await browser.newContext({ viewport, colorScheme: 'light', ...look })
      if (session !== undefined) {
        const [name = '', value = ''] = session.cookie.split('=')
        await context.addCookies([{ name, value, url: session.url, httpOnly: true, sameSite: 'Strict' }])
      }
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      return { page, context, complaints }
    },
    close: () => browser.close(),
  }
}

type AxeViolation = { id: string; nodes: { html: string }[] }

/** Lists the rules of WCAG 2.2 A and AA that a page breaks, or which of `rules`, by their names in axe. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  const runOnly = rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // The script goes in by the debugger, which no policy stops.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  // What happens to be half under the bar at the top would count as too small to be met.
  await page.evaluate('window.scrollTo(0, 0)')
  const violations = await page.evaluate<AxeViolation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)} }).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** The rules that colours decide. All others judge alike in light and dark. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** Where `CI` is set, no one would look at them. */
const leavesPictures = process.env.CI === undefined

/** Lists the barriers of an open page in light and dark, and leaves a picture of each where `pictureOf` says. */
export async function findBarriersInBothSchemes(
  page: Page,
  pictureOf?: (colorScheme: Look['colorScheme']) => string,
): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['dark', rulesOfColours],
    ['light', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    for (const barrier of await findBarriers(page, rules)) found.push(`${colorScheme}: ${barrier}`)
    if (pictureOf !== undefined && leavesPictures) {
      await page.screenshot({ path: pictureOf(colorScheme), fullPage: true })
    }
  }
  return found
}
