import type { SecretOption, SettingOption } from '@signalpost/domain'
import { parseKindInput } from '@signalpost/domain'
import { type OutgoingAnswer, type OutgoingRequest, userAgent } from '@signalpost/outgoing'
import { afterAll, describe, expect, test } from 'vitest'
import type { Alert, Content, FollowUp } from './channel.ts'
import { channels, findChannel } from './index.ts'
import { testNotice } from './test-notice.ts'
import {
  alertOf,
  attack,
  attackingSignal,
  bareSignal,
  digestOf,
  fullSignal,
  shownAttack,
} from './test-support/sample-alert.ts'
import { type Changes, sendContent } from './test-support/send-content.ts'
import { startChannelRigs } from './test-support/start-channel-rigs.ts'

// Rules for every channel. The first test fails for a channel in the list without a rig.

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  (text) => text.replaceAll(/[^0-9a-z]/gi, (one) => `&#${one.charCodeAt(0)};`),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  // Cut where what is kept ends.
  (text) => 'x'.repeat(1_020 - '{"ok":false,"error":"'.length) + text,
]

const teamsFault = 'Microsoft Teams endpoint returned HTTP error'

const { rigs, close } = await startChannelRigs()
afterAll(close)

const overHttp = rigs.filter(({ channel: { kind } }) => kind !== 'email' && kind !== 'inbox')

test('every channel of the list has a rig and is found by its kind', () => {
  const kinds = channels.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect([...new Set(rigs.map(({ channel }) => channel.kind))]).toEqual(kinds)
  expect(kinds.map((kind) => findChannel(kind))).toEqual([...channels])
  expect(findChannel('none')).toBeUndefined()
})

test.each(channels)('the rigs of $kind have a value for each of its secrets', ({ kind, secrets }) => {
  const ofKind = rigs.filter(({ channel }) => channel.kind === kind)
  const given = new Set(ofKind.flatMap((rig) => Object.keys(rig.secrets)))
  expect([...given].toSorted()).toEqual(Object.keys(secrets.shape).toSorted())
})

describe.each(rigs)('$name', (rig) => {
  const { channel, arrivals, rows, unreachable } = rig
  const sendAlone = async (content: Content, changes?: Changes) => {
    rig.reset()
    const outcome = await sendContent(rig, content, changes)
    return { outcome, arrived: arrivals() }
  }

  test('declares its kind, title, pace and limits', () => {
    expect(channel.title).toMatch(/^[A-Z]/)
    expect(channel.retryDelaysMs).toEqual([...channel.retryDelaysMs].sort((a, b) => a - b))
    expect(channel.retryDelaysMs[0]).toBeGreaterThan(0)
    expect(channel.maxItems).toBeGreaterThan(0)
  })

  test('declares an option for each setting and secret, in words that fit a help text', () => {
    const members = [...Object.keys(channel.settings.shape), ...Object.keys(channel.secrets.shape)]
    expect(Object.keys(channel.options).toSorted()).toEqual(members.toSorted())
    expect(channel.summary).toMatch(/^[A-Z].*[^.]$/)
    for (const option of Object.values<SettingOption | SecretOption>(channel.options)) {
      expect(option.description).toMatch(/[^.]$/)
      expect(members).toEqual(expect.arrayContaining([option.goesWith, option.notWith].filter(Boolean)))
      if (!('secret' in option)) expect(option.placeholder).toMatch(/^<.+>$/)
    }
  })

  test('accepts the values of its options', () => {
    const given = { settings: rig.settings, secrets: rig.secrets }
    expect(parseKindInput(channel, given)).toMatchObject({ ok: true, secrets: rig.secrets })
  })

  test('refuses unknown settings and secrets', () => {
    expect(channel.settings.safeParse({ ...rig.settings, more: 1 }).success).toBe(false)
    expect(channel.secrets.safeParse({ ...rig.secrets, more: 1 }).success).toBe(false)
  })

  test('renders one signal', async () => {
    const { outcome, arrived } = await sendAlone({ alert: alertOf([fullSignal]) })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(arrived).toHaveLength(1)
    for (const text of [
      fullSignal.title,
      fullSignal.rationale,
      'Acme GmbH',
      '87',
      fullSignal.url.slice(0, 40),
    ]) {
      expect(arrived[0]?.shown).toContain(text)
    }
  })

  test.each([11, 60])('renders %i signals, or says how many it leaves out', async (count) => {
    const { outcome, arrived } = await sendAlone({ alert: digestOf(count) })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(arrived).toHaveLength(rig.isPerSignal === true ? count : 1)
    const shown = arrived.map((one) => one.shown).join()
    const named = new Set(shown.match(/Post number \d+\./g))
    expect(named.size).toBe(Math.min(count, channel.maxItems))
    if (count > channel.maxItems) expect(shown).toContain(`and ${count - channel.maxItems} more`)
  })

  test('handles a digest without signals', async () => {
    const { outcome, arrived } = await sendAlone({ alert: digestOf(0) })
    expect(['sent', 'rejected']).toContain(outcome.outcome)
    expect(arrived).toHaveLength(outcome.outcome === 'sent' ? 1 : 0)
  })

  test('renders a post of ten thousand characters', async () => {
    const long = {
      ...fullSignal,
      title: 'T'.repeat(10_000),
      excerpt: '👩‍👩‍👧‍👦 & <'.repeat(800),
      rationale: 'שלום '.repeat(2000),
    }
    const { outcome, arrived } = await sendAlone({ alert: alertOf([long]) })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(outcome.code).toBeUndefined()
    expect(arrived[0]?.shown).toContain('T'.repeat(100))
    expect(arrived[0]?.shown).toContain('👩‍👩‍👧‍👦')
  })

  test('renders a signal with only the required fields', async () => {
    const { outcome, arrived } = await sendAlone({ alert: alertOf([bareSignal]) })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(arrived[0]?.shown).toContain(bareSignal.url)
    expect(arrived[0]?.shown).not.toMatch(/undefined|null/)
  })

  test('shows a malicious post as plain text', async () => {
    for (const alert of [alertOf([attackingSignal]), alertOf([attackingSignal, fullSignal])]) {
      const { outcome, arrived } = await sendAlone({ alert })
      expect(outcome).toMatchObject({ outcome: 'sent' })
      expect(outcome.code).toBeUndefined()
      const shown = arrived[0]?.shown ?? ''
      const spellings = [attack, shownAttack].flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
      expect(spellings.some((text) => shown.includes(text))).toBe(true)
      expect(shown.isWellFormed()).toBe(true)
    }
  })

  test('shows the markup of a post as the text that its author wrote', async () => {
    const markup = '<p>We&#x27;re hiring</p><p>If price&lt;budget, use <T></p>'
    const members = { title: markup, excerpt: `${markup}!`, rationale: markup, author: markup }
    const signal = { ...fullSignal, ...members, recommendedAction: markup, subjectOrg: { name: markup } }
    const taken = { ...signal, acknowledgedAt: '2026-11-20T09:00:00.000Z' }
    const contents: Content[] = [
      { alert: alertOf([signal]) },
      { alert: alertOf([signal, { ...signal, id: 'sig_2' }], { kind: 'digest', group: markup }) },
      ...(channel.followsUp === true
        ? [{ followUp: { alert: alertOf([taken]), follows: 'msg_first', signal: taken } }]
        : []),
    ]
    for (const content of contents) {
      const { arrived } = await sendAlone(content)
      expect(arrived.length).toBeGreaterThan(0)
      for (const { shown } of arrived) {
        // Programs get the record as it is stored.
        if (channel.kind === 'webhook') expect(shown).toContain('<p>We&#x27;re hiring</p>')
        else {
          expect(shown).toContain("We're hiring")
          expect(shown).toContain('If price<budget, use <T>')
          expect(shown).not.toMatch(/<p>|&#x27;|&amp;/)
        }
      }
    }
  })

  test('repeats a message with the same bytes', async () => {
    rig.reset()
    const alert = alertOf([attackingSignal, fullSignal])
    await sendContent(rig, { alert })
    await sendContent(rig, { alert: structuredClone(alert) }, { attempt: 2 })
    const [first, second] = arrivals()
    expect(second?.repeatable).toEqual(first?.repeatable)
  })

  test('sends a test message', async () => {
    const { outcome, arrived } = await sendAlone({ notice: testNotice('chn_1', '2026-11-20T09:00:00.000Z') })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(arrived[0]?.shown).toMatch(/2026-11-20(?: 09:00 UTC|T09:00:00\.000Z)/)
  })

  test('sends a notice, in which names of our users forge nothing', async () => {
    const notice = {
      ...{ type: 'workspace.trouble', at: '2026-11-20T09:00:00.000Z' },
      ...{ heading: `Channel “${attack}” is failing`, text: `Since 09:00.\n${attack}`, data: { attack } },
      incident: { key: 'trb_1', isOver: false },
    }
    const { outcome, arrived } = await sendAlone({ notice })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    const shown = arrived[0]?.shown ?? ''
    expect([shown.includes(attack), shown.includes(JSON.stringify(attack).slice(1, -1))]).toContain(true)
  })

  test('sends a follow-up if and only if it declares that, in which a post and a name forge nothing', async () => {
    const at = '2026-11-20T09:00:00.000Z'
    const taken = {
      ...attackingSignal,
      assignedTo: { userId: 'usr_1', at, by: 'usr_1' },
      acknowledgedAt: '2026-11-20T09:05:00.000Z',
    }
    const name = '<@U1> *Anna* {{x}}\r\nBcc: all@example.com'
    const followUp = (more: Partial<Alert> = {}): FollowUp => ({
      alert: alertOf([fullSignal, taken], { names: { usr_1: name }, ...more }),
      ...{ follows: 'msg_first', signal: taken },
    })
    const { outcome, arrived } = await sendAlone({ followUp: followUp() })
    if (channel.followsUp !== true) {
      expect(outcome).toMatchObject({ outcome: 'rejected' })
      expect(arrived).toEqual([])
      return
    }
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(outcome.code).toBeUndefined()
    const shown = arrived[0]?.shown ?? ''
    for (const text of [
      '<@U1> *Anna* {{x}} Bcc: all@example.com took it',
      shownAttack,
      '09:00 UTC',
      '09:05 UTC',
    ]) {
      expect([shown.includes(text), shown.includes(JSON.stringify(text).slice(1, -1))]).toContain(true)
    }
    expect(shown.isWellFormed()).toBe(true)
    const style = { language: 'de' as const, parts: null, subject: null }
    const { arrived: german } = await sendAlone({ followUp: followUp({ style }) })
    expect(german[0]?.shown).toContain('hat es übernommen')
    const bare = { ...bareSignal, acknowledgedAt: at }
    const { arrived: plain } = await sendAlone({
      followUp: { alert: alertOf([bare]), follows: 'msg_first', signal: bare },
    })
    expect(plain[0]?.shown).toContain('Someone acknowledged it')
    const known = { names: { usr_1: name }, acknowledgedBy: { [bare.id]: 'usr_1' } }
    const { arrived: named } = await sendAlone({
      followUp: { alert: alertOf([bare], known), follows: 'msg_first', signal: bare },
    })
    const heading = '<@U1> *Anna* {{x}} Bcc: all@example.com acknowledged it'
    const shownOfNamed = named[0]?.shown ?? ''
    expect([
      shownOfNamed.includes(heading),
      shownOfNamed.includes(JSON.stringify(heading).slice(1, -1)),
    ]).toContain(true)
    expect(plain[0]?.shown).toContain(bareSignal.url)
    expect(plain[0]?.shown).not.toMatch(/undefined|null/)
  })

  test('sends events if and only if it can subscribe to them', async () => {
    const event = {
      id: 'evt_1',
      type: 'signal.read',
      occurredAt: '2026-11-20T09:00:00.000Z',
      orgId: 'org_demo',
      data: {},
    }
    const { outcome } = await sendAlone({ event })
    const expected =
      channel.subscribesTo === undefined
        ? { outcome: 'rejected', code: 'content_not_supported' }
        : { outcome: 'sent' }
    expect(outcome).toMatchObject(expected)
  })

  test.each(rows)(
    'returns the right outcome for $name',
    async ({ plan, services, outcome, arrives, isUnanswered }) => {
      rig.reset()
      plan?.()
      const patience = new AbortController()
      const sending = sendContent(
        rig,
        { alert: alertOf([fullSignal]) },
        { ...(services && { services }), signal: patience.signal },
      )
      if (isUnanswered !== undefined) {
        await expect.poll(isUnanswered).toBe(true)
        patience.abort()
      }
      const actual = await sending
      expect(actual).toMatchObject(outcome)
      expect('suppressRecipient' in actual).toBe('suppressRecipient' in outcome)
      expect(Buffer.byteLength(actual.answer ?? '')).toBeLessThanOrEqual(1024)
      expect(arrivals()).toHaveLength(arrives ? 1 : 0)
    },
  )

  test.each(unreachable)('retries what cannot have arrived: %o', async (changes) => {
    expect(await sendContent(rig, { alert: alertOf([fullSignal]) }, changes)).toMatchObject({
      outcome: 'retry',
    })
  })

  test('keeps no secret that its receiver sends back, whatever the spelling and the status', async () => {
    const parts = Object.values(rig.secrets)
      .map(String)
      .flatMap((secret) => [
        ...[secret, ...secret.split('\n').flatMap((line) => line.split(/: (?:Bearer )?/).slice(1))],
        ...(secret.includes('://') ? [new URL(secret).pathname] : []),
      ])
    for (const spell of spellings) {
      for (const status of [200, 400, 410, 503]) {
        const sent = parts
          .filter((part) => part.length > 3)
          .map(spell)
          .join(' and ')
        const answer = { status, headers: {}, body: Buffer.from(`{"ok":false,"error":"${sent}"}`) }
        const echo = { request: () => Promise.resolve(answer), close: () => Promise.resolve() }
        const services = {
          ...rig.services,
          outgoing: echo,
          operatorApi: echo,
          sendMail: () => Promise.resolve(sent),
        }
        const outcome = await sendContent(rig, { alert: alertOf([fullSignal]) }, { services })
        const kept = JSON.stringify(outcome)
        for (const part of sent.split(' and ').filter(Boolean)) {
          expect(kept).not.toContain(JSON.stringify(part).slice(1, -1))
        }
        expect(Buffer.byteLength(outcome.answer ?? '')).toBeLessThanOrEqual(1024)
      }
    }
  })

  test('sends nothing after its signal was aborted', async () => {
    const { outcome, arrived } = await sendAlone(
      { alert: alertOf([fullSignal]) },
      { signal: AbortSignal.abort() },
    )
    expect(outcome).toMatchObject({ outcome: 'retry' })
    expect(arrived).toEqual([])
  })
})

test.each(overHttp)('$name names a refusal by its status, whatever its body says', async (rig) => {
  const bodies = ['ok', 'success', 'forbidden', '{"ok":true}', '{"id":"1"}', `${teamsFault} 200`, '<html>']
  for (const status of [400, 404, 500, 503]) {
    for (const body of bodies) {
      const answer = { status, headers: {}, body: Buffer.from(body) }
      const refusing = { request: () => Promise.resolve(answer), close: () => Promise.resolve() }
      const services = { ...rig.services, outgoing: refusing, operatorApi: refusing }
      const outcome = await sendContent(rig, { alert: alertOf([fullSignal]) }, { services })
      expect(outcome, body).toMatchObject({ code: `http_${status}`, httpStatus: status })
      expect(['retry', 'rejected', 'disabled'], body).toContain(outcome.outcome)
    }
  }
})

test.each(overHttp)('requests of $name name the product and its version', async (rig) => {
  const agents: (string | undefined)[] = []
  const request = (sent: OutgoingRequest): Promise<OutgoingAnswer> => {
    // Without one of its own, a request gets that of all requests.
    agents.push(sent.headers?.['user-agent'] ?? userAgent)
    return Promise.resolve({ status: 503, headers: {}, body: Buffer.from('') })
  }
  const asking = { request, close: () => Promise.resolve() }
  const services = { ...rig.services, outgoing: asking, operatorApi: asking }
  await sendContent(rig, { alert: alertOf([fullSignal]) }, { services })
  expect(agents.length).toBeGreaterThan(0)
  expect(new Set(agents)).toEqual(new Set([userAgent]))
})
