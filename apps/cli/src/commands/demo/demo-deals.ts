import { dayMs, dealStages, instantOf } from '@signalpost/domain'
import type { DemoEvent } from './demo-event.ts'
import type { DemoSignal } from './demo-signals.ts'

type Stage = (typeof dealStages)[number]

const daysOfStage = 3
const demoUser = 'usr_demo'

/** The final stages of the deals. */
const lastStages: readonly Stage[] = [
  ...(['new', 'new', 'new', 'contacted', 'contacted', 'qualified'] as const),
  ...(['qualified', 'proposal', 'proposal', 'won', 'won', 'lost'] as const),
]
const valueOfFirst = 400_000

/** Returns a deal for each of the last signals that name an account, with an event for each of its stages. */
export function dealEvents(
  signals: readonly DemoSignal[],
  { orgId, at }: { orgId: string; at: string },
): DemoEvent[] {
  const origins = signals.filter(({ accountKey }) => accountKey !== undefined).slice(-lastStages.length)
  return origins.flatMap((signal, index) => {
    const id = `deal_demo_${index + 1}`
    const deal = {
      ...{
        id,
        orgId,
        name: nameOf(signal),
        accountKey: signal.accountKey,
        signalId: signal.id,
        ownerId: demoUser,
      },
      value: { amount: valueOfFirst * (index + 1), currency: 'EUR' },
    }
    return stagesUpTo(lastStages[index] ?? 'new').map((stage, step): DemoEvent => {
      const movedMs = Date.parse(signal.firstSeenAt) + (step + 1) * daysOfStage * dayMs
      return {
        id: `evt_demo_${id}_${stage}`,
        type: step === 0 ? 'deal.created' : 'deal.updated',
        occurredAt: instantOf(Math.min(movedMs, Date.parse(at))),
        orgId,
        data: { deal: { ...deal, stage } },
      }
    })
  })
}

/** Returns the stages up to a final one. A lost deal reaches the proposal. */
function stagesUpTo(last: Stage): Stage[] {
  const open = dealStages.filter((stage) => stage !== 'won' && stage !== 'lost')
  return last === 'won' || last === 'lost' ? [...open, last] : open.slice(0, open.indexOf(last) + 1)
}

function nameOf({ subjectOrg, accountKey = '' }: DemoSignal): string {
  return subjectOrg?.name ?? accountKey.slice(accountKey.indexOf(':') + 1)
}
