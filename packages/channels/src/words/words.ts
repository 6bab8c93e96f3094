import type { MessageLanguage, Signal } from '@signalpost/domain'

/** The labels of messages in one language. Texts of signals are never translated. */
export type Words = {
  language: MessageLanguage
  signal: string
  /** One for each urgency, such as `High urgency`. */
  urgency: Record<NonNullable<Signal['urgency']>, string>
  untitled: string
  score: (points: number) => string
  /** Words of vocabularies, such as `high_intent`; others are shown as they are. */
  vocabulary: Readonly<Record<string, string>>
  intent: Record<NonNullable<Signal['purchaseIntent']>, string>
  rated: (stars: number) => string
  by: (author: string) => string
  posted: string
  postedAbout: string
  openOn: (platform: string) => string
  /** The label of the link to the signal's page in the console. */
  openInConsole: string
  longUrl: string
  labels: { why: string; need: string; opportunity: string; next_step: string; angle: string; quote: string }
  verdicts: Record<'good' | 'bad', string>
  acknowledged: string
  /** Before the name of who did. */
  acknowledgedBy: string
  /** The heading of a follow-up. */
  took: (name: string) => string
  /** The same for a signal that was acknowledged and not assigned. */
  acknowledgedIt: (name: string | undefined) => string
  /** Before the name of the assignee, whom someone else may have chosen. */
  assignedTo: string
  /** The same if they took it themselves. */
  takenBy: string
  /** Before the name of whom a rule gave it, and after. */
  givenTo: string
  notTakenYet: string
  someone: string
  status: string
  /** The first line of a step. */
  untaken: (count: number, waitedMs: number) => string
  /** How many of several signals are of the greatest urgency among them. */
  mostUrgent: (count: number, urgency: NonNullable<Signal['urgency']>) => string
  signals: (count: number) => string
  digest: (subject: string) => string
  /** The last line of a list that leaves some out. */
  more: (count: number, shown: number) => string
  rule: string
  escalation: string
  step: (place: { step: number; steps: number; round: number }) => string
  /** Before the name of the person. */
  forPerson: string
  held: Record<'quiet_hours' | 'throttle' | 'expired', string>
  buttons: {
    acknowledge: string
    assign: string
    takeOver: string
    unassign: string
    good: string
    bad: string
    undo: Record<'good' | 'bad', string>
    yes: string
    no: string
  }
  questions: { takeOver: string; unassign: string }
  unsubscribe: string
}
