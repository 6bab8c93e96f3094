import type { AssistantCaller } from '@signalpost/authorization'
import type { SignalFilters } from '@signalpost/database/records'
import { classifications, platforms, signalCategories, urgencies, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { accountKeyInput, flag, idInput, momentInput, userInput } from '../inputs.ts'

/** The filters of signals. All that are given must match. */
export const signalFilterInput = {
  listener: idInput.optional(),
  source: z.enum(platforms).optional(),
  classification: z.enum(classifications).optional(),
  category: z.enum(signalCategories).optional(),
  urgency: z.enum(urgencies).optional(),
  accountKey: accountKeyInput.optional(),
  minScore: z.int().min(0).max(100).optional(),
  assignedTo: userInput.optional().meta({ description: 'A user id, me or none' }),
  read: flag.optional(),
  alerted: flag.optional(),
  verdict: z.enum([...verdicts, 'none']).optional(),
  after: momentInput.optional().meta({ description: 'Least postedAt; 30 days ago by default' }),
  before: momentInput.optional(),
}

type Given = z.output<z.ZodObject<typeof signalFilterInput>>

/** Returns the filters as the store takes them. */
export function filtersOf(given: Given, { personId }: AssistantCaller): SignalFilters {
  return {
    listenerId: given.listener,
    source: given.source,
    classification: given.classification,
    signalCategory: given.category,
    urgency: given.urgency,
    accountKey: given.accountKey,
    minScore: given.minScore,
    assignedTo: given.assignedTo === 'me' ? personId : given.assignedTo,
    read: given.read,
    alerted: given.alerted,
    verdict: given.verdict,
    postedAfter: given.after,
    postedBefore: given.before,
  }
}
