import { sayDuration } from './say-duration.ts'
import type { Words } from './words.ts'

export const en: Words = {
  language: 'en',
  signal: 'Signal',
  urgency: {
    ...{ low: 'Low urgency', medium: 'Medium urgency' },
    ...{ high: 'High urgency', immediate: 'Immediate urgency' },
  },
  untitled: 'A post without a title',
  score: (points) => `Score ${points} of 100`,
  vocabulary: {},
  intent: {
    ...{ weak: 'weak intent', moderate: 'some intent' },
    ...{ strong: 'strong intent', explicit: 'explicit intent' },
  },
  rated: (stars) => `rated ${stars} of 5`,
  by: (author) => `by ${author}`,
  posted: 'posted',
  postedAbout: 'posted about',
  openOn: (platform) => `Open on ${platform}`,
  openInConsole: 'Open in Signalpost',
  longUrl: 'The URL of the post is too long to show here.',
  labels: {
    ...{ why: 'Why', need: 'Likely need', opportunity: 'Opportunity', next_step: 'Next step' },
    ...{ angle: 'Angle', quote: 'Post' },
  },
  verdicts: { good: 'Marked as good', bad: 'Marked as bad' },
  acknowledged: 'Acknowledged',
  acknowledgedBy: 'Acknowledged by',
  took: (name) => `${name} took it`,
  acknowledgedIt: (name = 'Someone') => `${name} acknowledged it`,
  assignedTo: 'Assigned to',
  takenBy: 'Taken by',
  ...{ givenTo: 'Given to', notTakenYet: ', not taken yet' },
  someone: 'someone',
  status: 'Status',
  untaken: (count, waitedMs) =>
    `No one has taken ${count === 1 ? 'this' : 'these'} for ${sayDuration(waitedMs, ['day', 'days'])}`,
  mostUrgent: (count, urgency) => `${count} of ${urgency} urgency`,
  signals: (count) => (count === 0 ? 'No signals' : count === 1 ? '1 signal' : `${count} signals`),
  digest: (subject) => `Digest: ${subject}`,
  more: (count, shown) => {
    const what = count === 1 ? 'signal' : 'signals'
    return shown === 0 ? `${count} ${what}` : `and ${count} more ${what}`
  },
  rule: 'Rule',
  escalation: 'Escalation',
  step: ({ step, steps, round }) => `step ${step} of ${steps}${round > 1 ? `, round ${round}` : ''}`,
  forPerson: 'For',
  held: {
    quiet_hours: 'held back during quiet hours',
    throttle: 'held back by the limit of the rule',
    expired: 'could not be sent in time',
  },
  buttons: {
    ...{ acknowledge: 'Acknowledge', assign: 'Assign to me', takeOver: 'Take over', unassign: 'Unassign' },
    ...{ good: 'Good', bad: 'Bad', undo: { good: 'Undo good', bad: 'Undo bad' }, yes: 'Yes', no: 'No' },
  },
  questions: {
    takeOver: 'Someone has this lead already. Take it over?',
    unassign: 'Give the lead back, so that others can take it?',
  },
  unsubscribe: 'Unsubscribe',
}
