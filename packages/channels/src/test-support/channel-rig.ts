import type { Channel, ChannelServices, Outcome } from '../channel.ts'

/** What somebody on the other side has: all that they can read, and all that makes a repeat the same or not. */
export type Arrival = { shown: string; repeatable: unknown }

/** One thing that can happen to a try. */
export type Row = {
  name: string
  /** Makes the trouble; none where the services themselves do. */
  plan?: () => void
  services?: ChannelServices
  outcome: Partial<Outcome>
  /** Whether the message is there in the end. */
  arrives: boolean
  /** Whether the server has the message and will never answer: nobody waits for it longer than that. */
  isUnanswered?: () => boolean
}

/** One way of a channel, with real servers behind it. */
export type Rig = {
  name: string
  channel: Channel
  services: ChannelServices
  settings: Record<string, unknown>
  secrets: Record<string, unknown>
  /** Ways to where nobody listens, nobody is, or nobody may go. */
  unreachable: { services?: ChannelServices; secrets?: object; settings?: object }[]
  arrivals: () => Arrival[]
  rows: Row[]
  reset: () => void
}

/** Services that lead to the servers, to a closed port, to a name that nobody has, and with a wrong password. */
export type Means = Record<'services' | 'refusing' | 'nameless' | 'wrongPassword', ChannelServices>

type Planner<Trouble> = { plan: (trouble: Trouble, options: { times: number }) => void }

/** Rows for the troubles of one server; each meets one request unless it says more. */
export function rowMaker<Trouble>(troubles: Planner<Trouble>) {
  return (
    name: string,
    trouble: Trouble,
    outcome: Partial<Outcome>,
    { times = 1, arrives = false, ...more }: { times?: number } & Partial<Row> = {},
  ): Row => ({ name, plan: () => troubles.plan(trouble, { times }), outcome, arrives, ...more })
}
