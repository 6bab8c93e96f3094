import { dealStages, instantOf } from '@signalpost/domain'
import { type DemoEvent, type DemoRun, demoEventPrefix, idInRound, personOf } from './demo-event.ts'
import type { DemoSignal } from './demo-signals.ts'

type Stage = (typeof dealStages)[number]

/** The final stages of the deals. */
const lastStages: readonly Stage[] = [
  ...(['new', 'new', 'new', 'contacted', 'contacted', 'qualified'] as const),
  ...(['qualified', 'proposal', 'proposal', 'won', 'won', 'lost'] as const),
]
const valueOfFirst = 400_000

/** Returns a deal for each of the first signals that name an account, with an event for each of its stages. */
export function dealEvents(signals: readonly DemoSignal[], run: DemoRun): DemoEvent[] {
  const { orgId, endMs } = run
  const origins = signals.filter(({ accountKey }) => accountKey !== undefined).slice(0, lastStages.length)
  return origins.flatMap((signal, index) => {
    const id = idInRound(`deal_demo_${index + 1}`, run)
    const deal = {
      ...{
        id,
        orgId,
        name: nameOf(signal),
        accountKey: signal.accountKey,
        signalId: signal.id,
        ownerId: personOf(signal.id, run),
      },
      value: { amount: valueOfFirst * (index + 1), currency: 'EUR' },
    }
    const stages = stagesUpTo(lastStages[index] ?? 'new')
    const seenMs = Date.parse(signal.firstSeenAt)
    const stepMs = Math.floor((endMs - seenMs) / (stages.length + 1))
    return stages.map((stage, step): DemoEvent => {
      return {
        id: `${demoEventPrefix}${id}_${stage}`,
        type: step === 0 ? 'deal.created' : 'deal.updated',
        occurredAt: instantOf(seenMs + (step + 1) * stepMs),
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
