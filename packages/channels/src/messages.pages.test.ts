import { type Signal, toPlainLine } from '@signalpost/domain'
import { findBrowser } from '@signalpost/testing'
import { findBarriers, lookAt, openBrowser, type Tab, type TestBrowser } from '@signalpost/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Content } from './channel.ts'
import { channels } from './index.ts'
import type { Rig } from './test-support/channel-rig.ts'
import { type MessageCase, messageCases } from './test-support/pictures/message-cases.ts'
import { views } from './test-support/pictures/views.ts'
import { sendContent } from './test-support/send-content.ts'
import { startChannelRigs } from './test-support/start-channel-rigs.ts'

// Shows every message as its receiver gets it, and leaves its picture for people to look at.

const { rigs, close } = await startChannelRigs()
afterAll(close)

const schemes = ['light', 'dark'] as const

test('every channel of the list has a view', () => {
  expect(Object.keys(views)).toEqual(channels.map(({ kind }) => kind))
})

describe.skipIf(findBrowser() === undefined)('in a browser', { timeout: 120_000 }, () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await openBrowser(findBrowser())
  })
  afterAll(() => browser?.close())

  test.each(rigs)('every message by $name is readable and harmless', async (rig) => {
    const view = viewOf(rig)
    const looks = view.widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })))
    const tabs = await Promise.all(looks.map(async (look) => ({ ...look, ...(await openTab(look)) })))
    for (const message of messageCases) {
      const sent = await findSent(rig, message)
      if (sent === undefined) continue
      await Promise.all(
        tabs.map(async ({ page, width, colorScheme }) => {
          const label = view.widths.length > 1 ? `${rig.name} ${width}` : rig.name
          const name = `${label} ${message.name} ${colorScheme}`.replaceAll(' ', '-')
          await view.show(page, sent)
          const faults = await lookAt(page, `messages/${name}`)
          const missing = await findMissing(page, expectedOf(rig, message))
          const isJudged = width === 390 && view.barriers?.length !== 0
          const barriers = isJudged ? await findBarriers(page, view.barriers) : []
          expect([name, faults, missing, barriers]).toEqual([name, [], [], []])
        }),
      )
    }
    for (const { complaints, requests, page, context } of tabs) {
      expect(complaints).toEqual([])
      expect(requests).toEqual([])
      expect(await page.locator('script[src], iframe, object').count()).toBe(0)
      await context.close()
    }
  })

  /** A dialog or a request is the act of a script or a picture in a post. */
  async function openTab(look: Parameters<TestBrowser['open']>[0]): Promise<Tab & { requests: string[] }> {
    const tab = await browser.open(look)
    const requests: string[] = []
    tab.page.on('request', (request) => requests.push(request.url()))
    tab.page.on('dialog', (dialog) => {
      tab.complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    return { ...tab, requests }
  }
})

function viewOf({ channel: { kind } }: Rig) {
  const view = views[kind]
  if (view === undefined) throw new Error(`There is no view for ${kind}.`)
  return view
}

/** As long as real ones. */
const links = {
  acknowledgeUrlOf: (signalId: string) =>
    `https://signals.example.com/a/${Buffer.from(signalId.padEnd(110, '-')).toString('base64url')}`,
  signalUrlOf: (signalId: string) => `https://console.example.com/w/org_demo/signals/${signalId}`,
}

/** Returns what arrived; undefined for an edit that shows nothing new where it arrives, and what a channel never sends. */
async function findSent(rig: Rig, { content, edits }: MessageCase): Promise<unknown> {
  if ('followUp' in content && rig.channel.followsUp !== true) return undefined
  rig.reset()
  const outcome = await sendContent(rig, edits ?? content, links)
  expect(outcome).toMatchObject({ outcome: 'sent' })
  expect(outcome.code).toBeUndefined()
  const [first, ...others] = rig.arrivals().map(({ repeatable }) => repeatable)
  if (edits === undefined) return others.length === 0 ? first : [first, ...others]
  if (!('reference' in outcome) || outcome.reference === undefined) return undefined
  const { reference } = outcome
  expect(await sendContent(rig, content, { ...links, reference })).toMatchObject({ outcome: 'sent' })
  const last = rig.arrivals().at(-1)?.repeatable
  return last === first ? undefined : last
}

type Expected = { texts: string[]; links: string[] }

function expectedOf({ channel: { kind, maxItems } }: Rig, { content, ...message }: MessageCase): Expected {
  const signals = message.isWild === true ? [] : signalsOf(content).slice(0, maxItems)
  const texts = message.showsIn?.[kind] ?? message.shows ?? []
  return {
    // Programs get a title as it is, people without its markup.
    texts: [
      ...texts,
      ...signals.map(({ title }) => (kind === 'webhook' ? title : toPlainLine(title)).slice(0, 60)),
    ],
    // The rest of an address may be encoded. Some channels take no address that is this long.
    links: signals.filter(({ url }) => encodeURI(url).length < 1_500).map(({ url }) => url.slice(0, 20)),
  }
}

function signalsOf(content: Content): Signal[] {
  if ('followUp' in content) return [content.followUp.signal]
  return 'alert' in content ? content.alert.items : []
}

/** Returns the texts that are not visible, and the addresses that are neither visible nor behind a link. */
async function findMissing(page: Tab['page'], { texts, links }: Expected): Promise<string[]> {
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const shown = flat(await page.evaluate<string>('document.body.innerText'))
  const targets = await page.evaluate<string[]>(`[...document.querySelectorAll('a[href], [data-href]')]
    .filter((link) => link.checkVisibility() && link.innerText.trim() !== '')
    .map((link) => link.dataset.href ?? link.href)`)
  return [
    ...texts.filter((text) => !shown.includes(flat(text))),
    ...links.filter((link) => !shown.includes(link) && !targets.some((target) => target.startsWith(link))),
  ]
}
