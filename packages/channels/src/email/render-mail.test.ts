import { toPlainText } from '@signalpost/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Alert } from '../channel.ts'
import { wildAlerts } from '../test-support/random-alerts.ts'
import {
  alertOf,
  attack,
  attackingSignal,
  bareSignal,
  digestOf,
  fullSignal,
  shownAttack,
} from '../test-support/sample-alert.ts'
import { findMail, type RenderedMail } from './render-mail.ts'

const unsubscribeUrl = 'https://signals.example.com/u/token?a=1&b=2'

function render(alert: Alert): RenderedMail {
  const mail = findMail({ alert }, { unsubscribeUrl })
  if (mail === undefined) throw new Error('an alert is always rendered')
  return mail
}

/** Returns what a reader sees of a mail without a stylesheet. */
function visibleText(markup: string): string {
  return markup
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

test('has the same content in both parts', () => {
  const mail = render(alertOf([fullSignal]))
  expect(mail.subject).toBe(
    'Immediate urgency · Reddit · Acme GmbH: Looking for a ticketing system that does not fall over at 300 agents',
  )
  expect(mail.isBulk).toBe(false)
  for (const part of [visibleText(mail.html), mail.text]) {
    expect(part).toContain('Score 87 of 100')
    expect(part).toContain(fullSignal.rationale)
    expect(part).toContain(fullSignal.recommendedAction)
    expect(part).toContain('We outgrew ours last quarter.\n')
    expect(part).toContain(fullSignal.url)
    expect(part).toContain('Rule: Urgent signals')
  }
  expect(mail.html).toContain('>Unsubscribe</a>')
  expect(mail.text).toContain(unsubscribeUrl)
})

test('leaves out what a signal does not have', () => {
  const mail = render(alertOf([bareSignal]))
  expect(mail.subject).toBe('Signal · Hacker News: A post without a title')
  expect(mail.html).not.toMatch(/undefined|null|blockquote|Why/)
  expect(mail.text).not.toMatch(/undefined|null|^>|Why/m)
})

test('names the first of a digest and how many more there are', () => {
  const mail = render(digestOf(200, { reason: 'quiet_hours' }))
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/^Digest: 200 signals · Immediate urgency · Urgent signals: Post number/),
    isBulk: true,
  })
  expect(mail.text.match(/^\d+\. Post number/gm)).toHaveLength(25)
  expect(mail.text).toContain('and 175 more signals')
  expect(mail.text).toContain('held back during quiet hours')
})

test('puts the way to the post between the facts and the text, and names the next step in a list too', () => {
  const mail = render(alertOf([fullSignal]))
  for (const part of [visibleText(mail.html), mail.text]) {
    const places = ['Score 87', fullSignal.url, fullSignal.rationale].map((text) => part.indexOf(text))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  }
  const list = render(alertOf([fullSignal, { ...fullSignal, id: 'sig_2' }]))
  for (const part of [visibleText(list.html), list.text]) {
    expect(part).toContain(fullSignal.recommendedAction)
    expect(part).toContain('We outgrew ours last quarter.')
  }
  const step = findMail(
    { alert: alertOf([fullSignal]) },
    { unsubscribeUrl, acknowledgeUrlOf: () => 'https://signals.example.com/a/token' },
  )
  // The lines that lists of mails show come first, and long addresses last.
  expect(step?.text).toMatch(
    /^Immediate urgency .*\nAcknowledge: https:\/\/signals\.example\.com\/a\/token\n/s,
  )
  expect(visibleText(step?.html ?? '')).not.toContain('/a/token')
})

test('shows a malicious post as text', () => {
  const mail = render(alertOf([attackingSignal]))
  expect(mail.html).not.toContain('<script')
  expect(visibleText(mail.html)).toContain(shownAttack)
  expect(mail.text).toContain(`> ${toPlainText(attack)}\n> Bcc: everyone@example.com`)
  expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://evil.example/a%7Cb%3Ec?x=%3Cscript%3E&amp;y=%22%27',
    unsubscribeUrl.replaceAll('&', '&amp;'),
  ])
})

test('links only to http and https URLs', () => {
  const mail = render(alertOf([{ ...fullSignal, url: 'javascript:alert(1)' }]))
  expect(mail.html + mail.text).not.toContain('javascript')
})

test('has a subject of one line, only its own tags and no remote content, whatever the posts contain', () => {
  const ownTags =
    /^<\/?(?:!doctype|html|head|meta|title|body|table|tr|td|p|h1|strong|br|blockquote|a|span)\b[^<]*$/
  fc.assert(
    fc.property(wildAlerts, (alert) => {
      const mail = render(alert)
      expect(mail.subject.length).toBeLessThanOrEqual(120)
      expect(mail.subject).toMatch(/^\P{Cc}+$/u)
      for (const [tag] of mail.html.matchAll(/<[^>]*/g)) expect(tag).toMatch(ownTags)
      expect(mail.html).not.toMatch(/\ssrc=|url\(|@import/)
      expect((mail.html + mail.text).isWellFormed()).toBe(true)
      expect(mail.html + mail.text).not.toMatch(/[^\P{Cc}\n\t]/u)
      expect(render(structuredClone(alert))).toEqual(mail)
    }),
    { numRuns: 60 },
  )
})

test('names the language of its labels, for programs that read mails aloud', () => {
  const style = { language: 'de', parts: null, subject: null } as const
  expect(findMail({ alert: alertOf([fullSignal], { style }) }, {})?.html).toContain('<html lang="de">')
  expect(findMail({ alert: alertOf([fullSignal]) }, {})?.html).toContain('<html lang="en">')
})
