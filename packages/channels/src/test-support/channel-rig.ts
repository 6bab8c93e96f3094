import type { Channel, ChannelServices, Outcome } from '../channel.ts'
import type { ChannelServicesOptions } from '../channel-services.ts'

/** What the receiver has: all readable text, and what identifies a repeat. */
export type Arrival = { shown: string; repeatable: unknown }

/** One event that can happen to a try. */
export type Row = {
  name: string
  /** Causes the fault; absent if the services themselves cause it. */
  plan?: () => void
  services?: ChannelServices
  outcome: Partial<Outcome>
  /** Whether the message arrives in the end. */
  arrives: boolean
  /** Whether the server has the message and will never respond. The test then ends its wait. */
  isUnanswered?: () => boolean
}

/** One variant of a channel, with real servers. */
export type Rig = {
  name: string
  channel: Channel
  /** Whether each signal of an alert arrives by itself. */
  isPerSignal?: true
  services: ChannelServices
  settings: Record<string, unknown>
  secrets: Record<string, unknown>
  /** Settings that lead to a closed port, an unknown host or a forbidden address. */
  unreachable: { services?: ChannelServices; secrets?: object; settings?: object }[]
  arrivals: () => Arrival[]
  rows: Row[]
  reset: () => void
}

/** Creates services with these options, which may connect to this machine. They are closed with the rigs. */
export type Connect = (options?: Partial<ChannelServicesOptions>) => ChannelServices

/** Starts the servers of a channel. Returns a rig for each of its variants. */
export type StartRigs = (connect: Connect) => Promise<{ rigs: Rig[]; close: () => Promise<void> }>

type Planner<Trouble> = { plan: (trouble: Trouble, options: { times: number }) => void }

/** Returns rows for the faults of one server. Each affects one request unless it says more. */
export function rowMaker<Trouble>(troubles: Planner<Trouble>) {
  return (
    name: string,
    trouble: Trouble,
    outcome: Partial<Outcome>,
    { times = 1, arrives = false, ...more }: { times?: number } & Partial<Row> = {},
  ): Row => ({ name, plan: () => troubles.plan(trouble, { times }), outcome, arrives, ...more })
}
