import type { Mutant } from './mutants.ts'

const prepareFile = 'packages/alerting/src/sending/prepare-step.ts'
const advanceFile = 'packages/alerting/src/escalating/advance-escalations.ts'

/** Bugs that a run of escalations under kills must catch. */
export const escalationMutants: readonly Omit<Mutant, 'faults'>[] = [
  {
    name: 'sends-steps-of-signals-that-were-taken',
    file: prepareFile,
    changes: [['if (findTaken(signal, definition.unless) !== undefined)', 'if (nowMs === 0)']],
    caughtBy: 'after someone took the signal',
  },
  {
    name: 'ignores-business-hours',
    file: 'packages/domain/src/escalations/step-times.ts',
    changes: [['return timed.hours !== null', "return timed.hours === ''"]],
    caughtBy: 'outside of its business hours',
  },
  {
    name: 'reads-business-hours-in-utc',
    file: 'packages/domain/src/escalations/business-hours.ts',
    changes: [['{ timeZone, timeZoneName:', "{ timeZone: timeZone && 'UTC', timeZoneName:"]],
    caughtBy: 'outside of its business hours',
  },
  {
    name: 'closes-a-minute-late',
    file: 'packages/domain/src/escalations/business-hours.ts',
    changes: [['day * dayMs + range.to * minuteMs)', 'day * dayMs + range.to * minuteMs + minuteMs)']],
    caughtBy: 'outside of its business hours',
  },
  {
    name: 'opens-a-minute-early',
    file: 'packages/domain/src/escalations/business-hours.ts',
    changes: [['day * dayMs + range.from * minuteMs)', 'day * dayMs + range.from * minuteMs - minuteMs)']],
    caughtBy: 'outside of its business hours, before they did',
  },
  {
    name: 'advances-runs-that-another-worker-holds',
    file: 'packages/database/src/dispatches/escalations/escalation-runs.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the product
    changes: [['order by due_at limit ${limit} for update skip locked', 'order by due_at limit ${limit}']],
    caughtBy: 'which no one took',
  },
  {
    name: 'moves-on-without-the-message',
    file: advanceFile,
    changes: [
      [
        'await insertMessages(transaction, messages, context.nowMs)',
        'await insertMessages(transaction, messages.filter(() => Math.random() < 0.9), context.nowMs)',
      ],
    ],
    caughtBy: 'which no one took',
  },
  {
    name: 'ends-runs-without-rows-of-their-steps',
    file: 'packages/alerting/src/escalating/end-taken.ts',
    changes: [['dispatches: unneededSteps(run),', 'dispatches: unneededSteps(run).slice(0, 0),']],
    caughtBy: 'of a taken signal is not recorded',
  },
  {
    name: 'sends-steps-again-as-if-they-had-not-arrived',
    file: 'packages/alerting/src/sending/give-up-abandoned.ts',
    changes: [["outcome: 'ambiguous' as const", "outcome: 'retry' as const"]],
    caughtBy: 'times with 0 ambiguous attempts',
  },
]
