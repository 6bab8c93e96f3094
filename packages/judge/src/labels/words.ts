import type { Component, JudgedListener, Reason } from '../judgement.ts'
import { quoteOf } from '../reading/post.ts'
import type { Reading } from '../scoring/reading-of.ts'

const mostThemes = 4

/** Says the two strongest reasons, and what lowered the score, with quotes from the post. */
export function rationaleOf(components: readonly Component[], { language }: Reading): string {
  const reasons = components.flatMap((component) => component.reasons)
  const strongest = reasons
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, 2)
  const lowered = reasons.filter(({ points, quote }) => points < 0 && quote !== undefined).slice(0, 1)
  const sentences = strongest.map((reason) => `${said(reason)}.`)
  if (lowered.length > 0) sentences.push(...lowered.map((reason) => `Lowered: ${said(reason)}.`))
  if (language === undefined) sentences.push('Its language is not known.')
  return sentences.length === 0 ? 'Matches the plan.' : sentences.join(' ')
}

/** Returns two to four keywords of the plan and platform's words; undefined where there are fewer. */
export function themesOf({ item, matches }: Reading): string[] | undefined {
  const keywords = [...Map.groupBy(matches.keywords, ({ value }) => value)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([keyword]) => keyword)
  const themes = [...new Set([...(item.themes ?? []), ...keywords])].slice(0, mostThemes)
  return themes.length < 2 ? undefined : themes
}

/** Says what a rival's customer complains about; undefined where the post does not. */
export function situationOf(
  { item, post, polarity }: Reading,
  { mode }: JudgedListener,
  isNegative: boolean,
) {
  const hit = polarity.strongest
  if (mode !== 'rivals' || !isNegative || hit === undefined || item.subjectName === undefined)
    return undefined
  const sentence = post.sentences[post.words[hit.first]?.sentence ?? 0]
  if (sentence === undefined) return undefined
  const { start, end } = sentence
  const quote = quoteOf(post, start, Math.min(end, start + 200))?.trim()
  const name = item.subjectName.replaceAll(/["“”„«»]/g, '')
  return quote === undefined || quote === '' ? undefined : `A customer of ${name} complains: “${quote}”`
}

function said({ text, quote }: Reason): string {
  return quote === undefined ? text : `${text}: “${quote}”`
}
