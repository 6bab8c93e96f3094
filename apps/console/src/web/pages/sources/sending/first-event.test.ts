import { envelopeSchema, firstEventBody, readEvent } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { firstEventCommand, languages } from './first-event.ts'

const event = {
  ...{ orgId: 'org_one', sourceId: 'src_1', intakeUrl: 'http://127.0.0.1:4100/hooks/src_1' },
  ...{ secret: "a secret with 'quotes'", mark: 'm1', at: '2026-11-20T09:00:00.000Z' },
}

test('the first event is one that the intake takes and a worker applies', () => {
  const envelope = envelopeSchema.parse(JSON.parse(firstEventBody(event)))
  const read = readEvent(envelope, {
    ...{ orgId: 'org_one', sourceId: 'src_1', receivedAtMs: Date.parse(event.at) },
  })
  expect(read).toMatchObject({ verdict: 'valid' })
  expect(envelope.id).toBe('evt_first_m1')
})

const signing = languages.filter((language) => language !== 'Signalpost')

test.each(signing)('the command for %s names the address and quotes the secret for a shell', (language) => {
  const text = firstEventCommand(language, event)
  expect(text).toContain('url=http://127.0.0.1:4100/hooks/src_1\n')
  expect(text).toContain(`secret='a secret with '\\''quotes'\\'''\n`)
})

test('the command line of Signalpost needs no secret', () => {
  const text = firstEventCommand('Signalpost', event)
  expect(text).toContain('| ./signalpost event send --source src_1')
  expect(text).not.toContain('secret')
})
