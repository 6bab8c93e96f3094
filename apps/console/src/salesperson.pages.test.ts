import { join } from 'node:path'
import { signServiceV1 } from '@signalpost/signatures'
import { findBrowser, findSlackPlainTexts, type SlackMessage } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { findPagerdutyTexts, findTeamsTexts } from '@signalpost/testing/services'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createChannelByPage,
  createEscalationByPage,
  createRuleByPage,
  createSourceByPage,
  mapUserByPage,
} from './test-support/act-in-pages.ts'
import { type Installation, startInstallation } from './test-support/start-installation.ts'
import { logInAtProvider } from './test-support/surroundings/log-in-at-provider.ts'
import { type Surroundings, startSurroundings } from './test-support/surroundings/start-surroundings.ts'

const anna = { name: 'Anna Rossi', email: 'anna@example.com', email_verified: true }
const annaInSlack = 'U0ANNA'
const leadsAddress = 'leads@example.com'
const signingSecret = 'signing-secret-of-slack'
/** Long enough to take a lead before it, short enough to wait for. */
const stepAfterSeconds = 15

/** For people to look at. */
const pictures = join(import.meta.dirname, '../../../node_modules/.cache/pictures/salesperson')

describe.skipIf(findBrowser() === undefined)("a salesperson's day", { timeout: 240_000 }, () => {
  let around: Surroundings
  let installation: Installation
  let browser: TestBrowser
  let home: string
  let interactionsUrl: string
  let source: { address: string; secret: string }

  beforeAll(async () => {
    ;[around, browser] = await Promise.all([startSurroundings(), openBrowser(findBrowser())])
    installation = await startInstallation(around.settings)
    home = `${around.consoleUrl}/w/org_demo`
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await installation?.stop()
    await around?.close()
  })

  test('a lead that is taken in Slack is taken everywhere, and what is done in the console shows in Slack', async () => {
    const { slack, mail, teams, pagerduty } = around
    const { page: admin, complaints } = await browser.open()
    await admin.goto(installation.link)
    await admin.getByRole('button', { name: 'Log in to Signalpost' }).click()
    await admin.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    const { page: annas, complaints: annasComplaints } = await openForAnna(admin)
    await setUp(admin)

    await sendLead('sig_taken', 'Who can move our shop this week?')
    const message = await find(() => slack.messages.find((one) => textOf(one).includes('move our shop')))
    const lead = await find(() => mail.mails.find(({ parsed }) => parsed.subject?.includes('move our shop')))
    const card = await find(() => teams.cards.find((one) => findTeamsTexts(one).includes('move our shop')))
    expect(lead.to).toBe(leadsAddress)
    expect([...buttonsOf(message).keys()]).toEqual(['Assign to me', 'Good', 'Bad'])
    expect(textOf(message) + lead.parsed.text + findTeamsTexts(card)).not.toContain(anna.name)
    await admin.goto(`${home}/alerts?signal=sig_taken`)
    await expect.poll(() => admin.getByRole('row').filter({ hasText: 'sent' }).count()).toBe(3)

    await annas.goto(`${home}/signals/sig_taken`)
    await fact(annas, 'Assigned to').getByText('no one').waitFor()
    await annas.evaluate('window.isSamePage = true')
    await press(message, 'Assign to me')
    await fact(annas, 'Assigned to').getByText(anna.name, { exact: true }).waitFor()
    await annas.getByRole('button', { name: 'Unassign' }).waitFor()
    await picture(annas, 'taken-in-slack')
    await expect.poll(() => textOf(message)).toContain(`Taken by ${anna.name}`)
    expect([...buttonsOf(message).keys()]).toEqual(['Take over', 'Unassign', 'Good', 'Bad'])
    const { messageId, subject = '' } = lead.parsed
    const { parsed: reply } = await find(() =>
      mail.mails.find(({ parsed }) => parsed.inReplyTo === messageId),
    )
    expect(reply).toMatchObject({ subject: `Re: ${subject}`, references: messageId })
    expect(reply.text).toMatch(/^Anna Rossi took it\n\nWho can move our shop this week\?\n/)
    const taken = await find(() => teams.cards.find((one) => findTeamsTexts(one).includes('took it')))
    expect(findTeamsTexts(taken).split('\n')).toEqual(
      expect.arrayContaining([`${anna.name} took it`, 'Who can move our shop this week?']),
    )
    await pictureOfMail(lead.parsed.html ?? '', 'mail')
    await pictureOfMail(reply.html ?? '', 'mail-that-follows')

    await sendLead('sig_left', 'Looking for a warehouse near Turin')
    const step = admin.getByRole('row').filter({ hasText: 'someone had taken the signal' })
    await step.getByText('No one takes it, step 1').waitFor()
    await picture(admin, 'alerts-of-the-signal')
    await admin.goto(`${home}/signals/sig_taken/timeline`)
    await stepOf(admin, /Register assignedTo was set/).waitFor()
    const end = stepOf(admin, /Step 1 of round 1 .* because someone had taken it\./)
    expect((await momentOf(end)) - (await momentOf(stepOf(admin, /Source .* sent a request/)))).toBeLessThan(
      stepAfterSeconds * 1_000,
    )
    await picture(admin, 'timeline')

    await press(message, 'Unassign')
    await fact(annas, 'Assigned to').getByText('no one').waitFor()
    await expect.poll(() => [...buttonsOf(message).keys()]).toEqual(['Assign to me', 'Good', 'Bad'])
    expect(textOf(message)).not.toContain(anna.name)
    await annas.getByRole('button', { name: 'Assign to me' }).click()
    await expect.poll(() => textOf(message)).toContain(`Taken by ${anna.name}`)
    await annas.getByRole('button', { name: 'Good', exact: true }).click()
    await expect.poll(() => textOf(message)).toContain(`Taken by ${anna.name} · Marked as good`)
    expect([...buttonsOf(message).keys()]).toEqual(['Take over', 'Unassign', 'Undo good', 'Bad'])
    await picture(annas, 'judged-in-the-console')
    expect(await annas.evaluate('window.isSamePage')).toBe(true)

    // The step of the later lead is sent, so the time of the first one's step is over.
    await expect.poll(() => pagerduty.incidents.length, { timeout: 40_000 }).toBe(1)
    const shown = pagerduty.incidents.flatMap(({ events }) => events.map(findPagerdutyTexts)).join()
    expect(shown).toContain('Looking for a warehouse near Turin')
    expect(pagerduty.requests.filter(({ body }) => /sig_taken|move our shop/.test(body))).toEqual([])
    // She took the first lead twice.
    expect(mail.mails.filter(({ parsed }) => parsed.inReplyTo === messageId).length).toBe(1)
    expect(teams.cards.filter((one) => findTeamsTexts(one).includes('took it')).length).toBe(1)

    await admin.goto(`${home}/overview`)
    await admin.getByText(/^1 taken, half within \d+ s\.$/).waitFor()
    await admin.getByText(/^1 is waiting for someone\./).waitFor()
    await picture(admin, 'overview')
    expect([complaints, annasComplaints]).toEqual([[], []])
  })

  /** Invites her, and logs her in with the name that the identity provider knows. */
  async function openForAnna(admin: Page) {
    await admin.goto(`${home}/people`)
    await admin.getByRole('button', { name: 'Invite' }).click()
    await admin.getByLabel('Mail address').fill(anna.email)
    await admin.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    await admin.getByText('The invitation is on its way').waitFor()
    around.provider.accounts.set('anna', anna)
    const tab = await browser.open()
    await tab.page.goto(`${home}/signals`)
    await logInAtProvider(tab.page, { account: 'anna', consoleUrl: around.consoleUrl })
    await tab.page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor()
    // So far they are of a visitor without a session, and of the provider's pages.
    tab.complaints.length = 0
    return tab
  }

  /** Makes what the day needs: channels, her name behind her user of Slack, a rule, an escalation, a source. */
  async function setUp(admin: Page): Promise<void> {
    const { teams, pagerduty } = around
    const add = (kind: string, name: string, fields: Record<string, string>) =>
      createChannelByPage(admin, home, { kind, name, fields })
    await add('Email', 'Leads', { To: leadsAddress })
    await add('Microsoft Teams', 'Sales in Teams', { 'Webhook URL': teams.webhookUrl })
    await add('PagerDuty', 'On call', { 'Routing key': pagerduty.routingKey })
    await add('Slack', 'Sales in Slack', {
      'Bot token': 'xoxb-test',
      Channel: 'C0TEST',
      'Signing secret': signingSecret,
    })
    interactionsUrl = (await fact(admin, 'Buttons').locator('code').textContent()) ?? ''
    await mapUserByPage(admin, { there: annaInSlack, name: anna.name })
    await picture(admin, 'channel')
    await createRuleByPage(admin, home, {
      name: 'Urgent leads',
      channels: ['Leads', 'Sales in Teams', 'Sales in Slack'],
    })
    await createEscalationByPage(admin, home, {
      name: 'No one takes it',
      after: `${stepAfterSeconds}s`,
      channel: 'On call',
    })
    // The intake reads sources and channels together: it knows her user as soon as it knows the source.
    source = await createSourceByPage(admin, home, 'CRM')
  }

  /** She presses the button with these words. */
  async function press(message: SlackMessage, words: string): Promise<void> {
    const actionId = buttonsOf(message).get(words) ?? expect.unreachable(`there is no button ${words}`)
    const answer = await around.slack.click({
      ...{ interactionsUrl, signingSecret, message, actionId, user: annaInSlack },
    })
    expect(answer.status).toBe(200)
  }

  /** Sends an urgent lead as its sender does, who repeats what is not accepted yet. */
  async function sendLead(id: string, title: string): Promise<void> {
    const at = new Date().toISOString()
    const signal = {
      ...{ id, title, orgId: 'org_demo', listenerId: 'lsn_1', source: 'reddit', urgency: 'immediate' },
      ...{ url: `https://example.com/${id}`, excerpt: 'We need it today.', postedAt: at, firstSeenAt: at },
      ...{ relevanceScore: 90, classification: 'high_intent', rationale: 'They ask for it.' },
      matchedKeywords: [],
    }
    const event = {
      id: `evt_${id}`,
      type: 'signal.created',
      occurredAt: at,
      orgId: 'org_demo',
      data: { signal },
    }
    const body = Buffer.from(JSON.stringify(event))
    const send = async (): Promise<number> => {
      const timestampSeconds = Math.floor(Date.now() / 1_000)
      const signature = signServiceV1({ secret: source.secret, timestampSeconds, body })
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
      return (await fetch(source.address, { method: 'POST', headers, body })).status
    }
    await expect.poll(send).toBe(202)
  }

  async function pictureOfMail(html: string, name: string): Promise<void> {
    const { page, context } = await browser.open()
    await page.setContent(html)
    await picture(page, name)
    await context.close()
  }

  function picture(page: Page, name: string): Promise<Buffer> {
    return page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }
})

/** Waits for something that the product sends. */
async function find<Found>(search: () => Found | undefined): Promise<Found> {
  await expect.poll(search).toBeDefined()
  return search() ?? expect.unreachable()
}

/** The value of a fact on a page. */
function fact(page: Page, name: string): Locator {
  return page.locator('.facts > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
}

/** A step on the page of a timeline. */
function stepOf(page: Page, words: RegExp): Locator {
  return page.locator('.timeline-step', { hasText: words })
}

async function momentOf(step: Locator): Promise<number> {
  return Date.parse((await step.locator('time').getAttribute('datetime')) ?? '')
}

/** The ids of a message's buttons by their words, in the order in which Slack shows them. */
function buttonsOf({ blocks }: SlackMessage): Map<string, string> {
  // The cast: the server accepts only blocks of this form.
  const rows = blocks as { type: string; elements: { text: { text: string }; action_id: string }[] }[]
  return new Map(
    rows
      .filter(({ type }) => type === 'actions')
      .flatMap(({ elements }) => elements.map(({ text, action_id: id }) => [text.text, id] as const)),
  )
}

/** What a message shows. */
function textOf({ blocks }: SlackMessage): string {
  return findSlackPlainTexts(blocks).join('\n')
}
