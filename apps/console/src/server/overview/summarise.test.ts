import { expect, test } from 'vitest'
import type { Finding } from './finding.ts'
import { summarise } from './summarise.ts'

const finding = (harm: Finding['harm'], kind = 'dead_letters'): Finding => ({
  ...{ kind, harm, summary: 'A summary.', remedy: 'A remedy.', link: '/installation' },
})

test('says that all is well only where something was received', () => {
  const { sentence, findings } = summarise([], { hasReceived: true })
  expect({ sentence, findings }).toEqual({ sentence: 'Nothing is lost, late or broken.', findings: [] })
  expect(summarise([], { hasReceived: false }).sentence).toBe('Nothing was received yet.')
})

test('counts what is late and what is broken', () => {
  const found = [finding('broken'), finding('late'), finding('broken')]
  const { sentence } = summarise(found, { hasReceived: true })
  expect(sentence).toBe('Nothing is lost. 3 things need you: 1 is late, 2 are broken.')
  const late = summarise([finding('late')], { hasReceived: true })
  expect(late.sentence).toBe('Nothing is lost. 1 thing is late.')
})

test('says that something may be lost, whatever else is wrong', () => {
  const { sentence } = summarise([finding('lost'), finding('broken')], { hasReceived: true })
  expect(sentence).toBe('The ledger does not add up: something may be lost.')
})

test('names the first seven findings, and counts all of them', () => {
  const found = Array.from({ length: 9 }, (_, index) => finding('broken', `kind_${index}`))
  const { sentence, findings } = summarise(found, { hasReceived: true })
  expect(findings).toEqual(found.slice(0, 7))
  expect(sentence).toBe('Nothing is lost. 9 things are broken.')
})
