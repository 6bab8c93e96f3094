import type { Signal } from '@signalpost/domain'
import type { JudgedListener } from '../judgement.ts'
import type { Voice } from '../reading/findings.ts'
import { polarityLanguages } from '../reading/polarity.ts'
import type { Reading } from '../scoring/reading-of.ts'
import { leavesAllTheSame } from '../scoring/topic-of.ts'

type Label = Signal['classification']

const clear = 0.2
const leastPrimary = 5

/** Returns the label by the listener's mode. Stars overrule words. */
export function classify(reading: Reading, listener: JudgedListener, intent: number): Label {
  if (listener.mode === 'market') {
    return reading.isJob ? labelOfJob(reading, listener) : labelOfPost(reading, listener, intent)
  }
  const feeling = feelingOf(reading)
  if (listener.mode === 'rivals') return labelOfRival(reading, feeling)
  if (feeling === undefined) return 'noise'
  if (feeling > clear) return 'healthy'
  if (reading.item.rating === undefined && feeling > 2 * -clear) return feeling < 0 ? 'at_risk' : 'noise'
  return feeling < -clear ? 'pain_confirmed' : 'at_risk'
}

function labelOfJob(reading: Reading, listener: JudgedListener): Label {
  if (!hasPrimary(reading, listener)) return 'adjacent'
  if (reading.findings.intents.some(({ value }) => value === 'move')) return 'replacing'
  return says(reading, 'growth') ? 'expanding' : 'hiring_now'
}

function labelOfPost(reading: Reading, listener: JudgedListener, intent: number): Label {
  if (intent >= 20) return 'high_intent'
  if (intent >= 12 && says(reading, 'comparison')) return 'evaluating'
  if (says(reading, 'seller')) return 'competitor'
  const asks = reading.item.isQuestion === true || reading.post.sentences.some(({ isQuestion }) => isQuestion)
  const isArticle = reading.item.platform === 'youtube' || says(reading, 'article')
  if (isArticle && !asks && intent < 7) return 'content'
  if (intent === 0 && reading.post.words.length < 8 && !asks) return 'noise'
  return hasPrimary(reading, listener) ? 'relevant' : 'adjacent'
}

function labelOfRival(reading: Reading, feeling: number | undefined): Label {
  const said = new Set(reading.findings.intents.map(({ value }) => value))
  const moves = said.has('move')
  if (leavesAllTheSame(reading)) return 'switching'
  if (reading.item.rating === undefined && moves && (feeling ?? 0) <= clear) return 'switching'
  if (feeling !== undefined && feeling < -clear) return moves ? 'switching' : 'frustrated'
  if (feeling !== undefined && feeling > clear) return 'praise'
  const compares = says(reading, 'comparison') || said.has('ask')
  return reading.item.rating !== undefined || compares ? 'comparing' : 'noise'
}

/** Returns -1 to 1; undefined where there are no stars and no words for the language. */
export function feelingOf({ item, polarity, language }: Reading): number | undefined {
  if (item.rating !== undefined) return (item.rating - 3) / 2
  return language !== undefined && polarityLanguages.has(language) ? polarity.value : undefined
}

/** The first half of a plan's keywords says most about it. */
function hasPrimary({ matches }: Reading, { keywords }: JudgedListener): boolean {
  const primary = new Set(keywords.slice(0, Math.max(leastPrimary, Math.ceil(keywords.length / 2))))
  return matches.keywords.some(({ value }) => primary.has(value)) || matches.named.length > 0
}

function says({ findings }: Reading, voice: Voice): boolean {
  return findings.voices.has(voice)
}
