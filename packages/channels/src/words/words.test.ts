import { findSlackPlainTexts } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { describeAlert } from '../describe-alert.ts'
import { findMail } from '../email/render-mail.ts'
import { findSlackMessage } from '../slack/render-message.ts'
import { alertOf, digestOf, fullSignal } from '../test-support/sample-alert.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const style = { language: 'de' as const, parts: null, subject: null }

test('both languages have words for everything, and none is empty', () => {
  const namesOf = (value: object, path = ''): string[] =>
    Object.entries(value).flatMap(([name, word]) => {
      if (name === 'vocabulary') return []
      if (typeof word === 'string') expect(word.trim()).not.toBe('')
      return typeof word === 'object' && word !== null ? namesOf(word, `${path}${name}.`) : [`${path}${name}`]
    })
  expect(namesOf(de).toSorted()).toEqual(namesOf(en).toSorted())
})

test('labels are in the language of the rule, and texts of signals stay as they are', () => {
  const message = findSlackMessage({ alert: { ...alertOf([fullSignal]), style } }, { hasButtons: true })
  const texts = findSlackPlainTexts(message?.blocks).join('\n')
  for (const label of [
    '87 von 100 Punkten',
    'Warum: ',
    'Nächster Schritt: ',
    'Mir zuweisen',
    'Regel: Urgent signals',
  ]) {
    expect(texts).toContain(label)
  }
  expect(texts).toContain(fullSignal.rationale)
  expect(texts).not.toMatch(/Score|Why|Assign|posted|Rule/)
  const mail = findMail(
    { alert: { ...digestOf(30), style } },
    { unsubscribeUrl: 'https://signals.example.com/u/x' },
  )
  expect(mail?.subject).toMatch(/^Übersicht: 30 Signale · /)
  expect(mail?.text).toContain('und 5 weitere Signale')
  expect(mail?.html).toContain('>Abbestellen</a>')
})

test('a message has only the parts that the rule chooses', () => {
  const parts = ['next_step'] as const
  const { signals } = describeAlert(
    { ...alertOf([fullSignal]), style: { ...style, language: 'en', parts } },
    { maxItems: 1 },
  )
  expect(signals[0]).toMatchObject({ undatedFacts: [], quote: undefined, reasons: [{ part: 'next_step' }] })
})

test('the subject of a mail follows its template, in one line', () => {
  const subject = '[{{signal.urgency}}] {{signal.title}} · {{alert.rule}}'
  const hostile = { ...fullSignal, title: 'Two\r\nBcc: lines {{alert.rule}}' }
  const mail = findMail(
    { alert: { ...alertOf([hostile]), style: { language: 'en', parts: null, subject } } },
    {},
  )
  expect(mail?.subject).toBe('[immediate] Two Bcc: lines {{alert.rule}} · Urgent signals')
})
