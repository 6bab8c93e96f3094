import { signalQuery, wordsQuery } from '@signalpost/administration/signal'
import type { SignalFilters } from '@signalpost/database/records'
import {
  classifications,
  instantOf,
  platforms,
  signalCategories,
  urgencies,
  verdicts,
} from '@signalpost/domain'
import { optional } from '../../parameters/parameter.ts'
import { type Moment, pastMoment } from '../../parameters/times.ts'

const oneOf = (values: readonly string[]) => `one of ${values.join(', ')}`

/** The filters of the API's list of signals, and words. */
export const signalFilterParameters = {
  postedAfter: optional(
    '--posted-after <time>',
    'the earliest time of posting, ISO or relative such as 24h (default: 30 days ago)',
    pastMoment,
  ),
  postedBefore: optional(
    '--posted-before <time>',
    'the end of the time of posting, ISO or relative such as 24h',
    pastMoment,
  ),
  listenerId: optional('--listener-id <id>', 'the listener that found it', signalQuery.listenerId.unwrap()),
  source: optional('--source <platform>', oneOf(platforms), signalQuery.source.unwrap()),
  classification: optional(
    '--classification <label>',
    oneOf(classifications),
    signalQuery.classification.unwrap(),
  ),
  signalCategory: optional(
    '--signal-category <category>',
    oneOf(signalCategories),
    signalQuery.signalCategory.unwrap(),
  ),
  urgency: optional('--urgency <urgency>', oneOf(urgencies), signalQuery.urgency.unwrap()),
  accountKey: optional('--account-key <key>', 'the account', signalQuery.accountKey.unwrap()),
  scoreVersion: optional('--score-version <n>', 'the rubric of the score', signalQuery.scoreVersion.unwrap()),
  minScore: optional('--min-score <n>', 'the least score', signalQuery.minScore.unwrap()),
  assignedTo: optional('--assigned-to <user>', 'a user, or none', signalQuery.assignedTo),
  read: optional('--read <true|false>', 'whether it was read', signalQuery.read),
  alerted: optional('--alerted <true|false>', 'whether an alert was sent', signalQuery.alerted),
  verdict: optional('--verdict <verdict>', oneOf([...verdicts, 'none']), signalQuery.verdict),
  words: optional('--words <words>', 'words that are all in the title or the excerpt', wordsQuery.unwrap()),
}

type Given = Omit<SignalFilters, 'postedAfter' | 'postedBefore' | 'text'> & {
  postedAfter: Moment | undefined
  postedBefore: Moment | undefined
}

export function signalFiltersOf(
  { postedAfter, postedBefore, ...others }: Given,
  nowMs: number,
): SignalFilters {
  return {
    ...others,
    postedAfter: postedAfter && instantOf(postedAfter(nowMs)),
    postedBefore: postedBefore && instantOf(postedBefore(nowMs)),
  }
}
