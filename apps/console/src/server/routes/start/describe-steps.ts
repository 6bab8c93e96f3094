import type { JudgedRejection } from '@signalpost/administration/source'
import type { SeenProcess } from '@signalpost/database'
import type { FirstSteps } from '@signalpost/database/overview'
import { disabledByOperator } from '@signalpost/database/rules'
import { isSilent } from '../../overview/findings/unseen-processes.ts'
import { because } from '../../overview/words.ts'

export const stepNames = ['source', 'event', 'signal', 'alert', 'warehouse'] as const
type StepName = (typeof stepNames)[number]

/** Why a step is not done though someone tried, with what to do and the page that shows it. */
type Trouble = { summary: string; remedy: string; link: string }

export type DescribedStep = {
  step: StepName
  /** Null until it is done. */
  doneAt: string | null
  /** What it is about: the source, the first delivery, the first signal, the channel or the warehouse. */
  recordId: string | null
  name: string | null
  trouble: Trouble | null
}

type Known = {
  orgId: string
  first: FirstSteps
  /** The newest refused request. */
  rejection: JudgedRejection | undefined
  processes: readonly SeenProcess[]
}

/** Says of each first step whether it is done, from what the workspace holds, and what is wrong while it is not. */
export function describeSteps(known: Known): DescribedStep[] {
  const { source, delivery, signal, channel, warehouse } = known.first
  return [
    {
      step: 'source',
      doneAt: textOf(source?.at),
      recordId: source?.sourceId ?? null,
      name: source?.name ?? null,
      trouble: null,
    },
    {
      step: 'event',
      doneAt: textOf(delivery?.at),
      recordId: delivery?.deliveryId ?? null,
      name: null,
      trouble: delivery === null ? troubleOfReceiving(known) : null,
    },
    {
      step: 'signal',
      doneAt: textOf(signal?.at),
      recordId: signal?.signalId ?? null,
      name: signal?.title ?? null,
      trouble: signal === null ? troubleOfApplying(known) : null,
    },
    {
      step: 'alert',
      doneAt: textOf(channel?.at),
      recordId: channel?.channelId ?? null,
      name: channel?.name ?? null,
      trouble: troubleOfSending(known),
    },
    {
      step: 'warehouse',
      doneAt: textOf(warehouse?.at),
      recordId: warehouse?.warehouseId ?? null,
      name: warehouse?.name ?? null,
      trouble: troubleOfSyncing(known),
    },
  ]
}

function troubleOfReceiving({ orgId, rejection, processes }: Known): Trouble | null {
  if (rejection !== undefined) {
    const { explanation, advice, sourceId } = rejection
    return {
      summary: `A request was refused: ${explanation}.`,
      remedy: advice ?? 'Its diagnosis is among the rejections.',
      link: `/w/${orgId}/rejections?source=${sourceId}`,
    }
  }
  return troubleOfProcess(processes, 'intake', 'Nothing can be received.')
}

function troubleOfApplying({ orgId, first: { newest }, processes }: Known): Trouble | null {
  if (newest === null) return null
  const link = `/w/${orgId}/deliveries/${newest.deliveryId}`
  if (newest.status === 'dead') {
    return {
      summary: `The event could not be applied: ${newest.error?.replaceAll('_', ' ') ?? 'its page says why'}.`,
      remedy:
        'Mend the event and send it under another id. This one is kept until it is replayed or discarded.',
      link,
    }
  }
  if (newest.status === 'queued') {
    return troubleOfProcess(processes, 'worker', 'Accepted deliveries wait; nothing is lost.')
  }
  return {
    summary: `The newest event was accepted but holds no signal: its type is ${newest.type ?? 'not known'}.`,
    remedy: 'Send one of the type signal.created.',
    link,
  }
}

function troubleOfSending({ orgId, first: { channel } }: Known): Trouble | null {
  if (channel === null || channel.at !== null || channel.state === 'active') return null
  // It is off on purpose; the step is open, and nothing is wrong.
  if (channel.reason === disabledByOperator) return null
  return {
    summary: `The channel is ${channel.state}${because(channel.reason)}. Its receiver has accepted nothing yet.`,
    remedy: 'The page of the channel shows each attempt, and what the receiver answered to a test.',
    link: `/w/${orgId}/channels/${channel.channelId}`,
  }
}

function troubleOfSyncing({ orgId, first: { warehouse } }: Known): Trouble | null {
  if (warehouse === null || warehouse.at !== null || warehouse.lastError === null) return null
  return {
    summary: `The first sync failed: ${warehouse.lastError}.`,
    remedy: 'It is tried again by itself. The page of the warehouse shows how.',
    link: `/w/${orgId}/warehouses/${warehouse.warehouseId}`,
  }
}

/** Of a process that lived once and gives no sign of life. */
function troubleOfProcess(
  processes: readonly SeenProcess[],
  name: 'intake' | 'worker',
  consequence: string,
): Trouble | null {
  const ofName = processes.filter((one) => one.name === name)
  if (ofName.length === 0 || !ofName.every(isSilent)) return null
  return {
    summary: `No ${name} is running. ${consequence}`,
    remedy: `Start one: npm start, or ./signalpost ${name}.`,
    link: '/installation',
  }
}

function textOf(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null
}
