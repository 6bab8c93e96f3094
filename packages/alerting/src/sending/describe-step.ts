import type { Alert } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { readStepPeople, readStoringsMs, type StepReference } from '@signalpost/database/dispatches'
import type { EscalationDefinition, Signal } from '@signalpost/domain'

/** Returns what a step of an escalation adds to its alert. It is the same on every try and in every edit. */
export async function describeStep(
  database: Database,
  {
    step: { escalationId, round, step },
    definition: { steps, unless, timeZone },
    about: { orgId, channelId },
    items,
    raisedMs,
  }: {
    step: StepReference
    definition: EscalationDefinition
    about: { orgId: string; channelId: string }
    items: readonly Signal[]
    raisedMs: number
  },
): Promise<Required<Pick<Alert, 'escalation' | 'timeZone'>>> {
  const personId = steps[step - 1]?.personId
  const personIds = personId === undefined ? [] : [personId]
  const [person] = (await readStepPeople(database, { orgId, channelId, personIds })).values()
  const signalIds = items.map(({ id }) => id)
  const storingsMs = await readStoringsMs(database, { orgId, escalationId, signalIds })
  return {
    timeZone,
    escalation: {
      ...{ round, step, steps: Math.max(steps.length, step), unless },
      // All of several have waited at least as long.
      waitedMs: storingsMs.length === 0 ? 0 : Math.max(0, raisedMs - Math.max(...storingsMs)),
      ...(person !== undefined && { person }),
    },
  }
}
