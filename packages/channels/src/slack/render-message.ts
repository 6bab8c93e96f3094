import type { Alert, Content, FollowUp, Notice } from '../channel.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { describeFollowUp } from '../describe-follow-up.ts'
import type { SignalDescription } from '../describe-signal.ts'
import { cutText } from '../text/cut-text.ts'
import type { Words } from '../words/words.ts'
import { slackActions } from './actions.ts'
import {
  actions,
  type Block,
  bold,
  context,
  date,
  divider,
  fallback,
  findLink,
  findRichText,
  header,
  limitBlocks,
  paragraph,
  quotation,
  type Run,
  run,
  section,
  user,
} from './blocks.ts'

export const maxSlackItems = 10

/** `text` accompanies the blocks. `plainText` is sent alone if Slack does not accept the blocks. */
export type SlackMessage = { text: string; blocks: Block[]; plainText: string }

const maxTitle = 300
const maxLabel = 100
const maxReason = 700
const maxQuote = 2000
const maxShortReason = 300
const maxShortQuote = 300
// The blocks at the end of a list: what is left out, and the rule.
const lastBlocks = 2

/** Returns undefined for content that is not sent to Slack. The same content gives the same message. */
export function findSlackMessage(
  content: Content,
  { hasButtons }: { hasButtons: boolean },
): SlackMessage | undefined {
  if ('event' in content) return undefined
  if ('notice' in content) return renderNotice(content.notice)
  if ('followUp' in content) return renderFollowUp(content.followUp)
  const alert = describeAlert(content.alert, { maxItems: maxSlackItems })
  const [signal] = alert.signals
  const buttons = hasButtons ? buttonsOf(content.alert, alert.words) : []
  const mention = mentionOf(content.alert, alert.words)
  if (alert.isSingle && signal !== undefined) return renderSingle(alert, signal, { buttons, mention })
  // A message that is never edited would not show which button was clicked.
  return renderList(alert, content.alert.kind === 'instant' ? buttons : [])
}

function renderNotice({ heading, text }: Notice): SlackMessage {
  return {
    text: fallback(`${heading}. ${text}`),
    blocks: [header(heading), paragraph(text)],
    plainText: fallback(`${heading}\n${text}`),
  }
}

function renderFollowUp(followUp: FollowUp): SlackMessage {
  const { heading, signal, title, facts, origin, words } = describeFollowUp(followUp)
  return {
    text: fallback(`${heading}: ${title}`),
    blocks: present([
      header(heading),
      findRichText(section(bold(title, maxTitle)), linkOf(signal, words)),
      ...facts.map((fact) => paragraph(fact)),
      context(origin),
    ]),
    plainText: fallback(
      [heading, title, ...(signal.url === undefined ? [] : [signal.url]), ...facts].join('\n'),
    ),
  }
}

function renderSingle(
  { heading, origin, words }: AlertDescription,
  signal: SignalDescription,
  { buttons, mention }: { buttons: readonly Button[]; mention: Block | undefined },
): SlackMessage {
  const { title, quote, score, facts } = signal
  const reasons = signal.reasons.map(({ label, text }) => ({ label, text: cutText(text, maxReason) }))
  const shownQuote = quote === undefined ? undefined : cutText(quote, maxQuote)
  return {
    text: fallback(`${heading}: ${cutText(title, maxTitle)}`),
    blocks: present([
      header(`${signal.mark} ${heading}`),
      mention,
      findRichText(section(bold(title, maxTitle)), linkOf(signal, words)),
      factsOf(signal),
      findRichText(
        ...reasons.map(({ label, text }) => section(bold(`${label}: `, maxLabel), run(text, maxReason))),
      ),
      shownQuote === undefined ? undefined : findRichText(quotation(run(shownQuote, maxQuote))),
      statusOf(signal, words),
      buttons.length > 0 ? rowOf(buttons, signal, words) : undefined,
      context(origin),
    ]),
    plainText: fallback(
      [
        heading,
        cutText(title, maxTitle),
        [score, ...facts].join(' · '),
        ...(signal.url === undefined ? [] : [signal.url]),
        ...reasons.map(({ label, text }) => `${label}: ${text}`),
        ...(shownQuote === undefined ? [] : [`“${shownQuote}”`]),
      ].join('\n'),
    ),
  }
}

function renderList(
  { heading, origin, signals, rest: left, words }: AlertDescription,
  buttons: readonly Button[],
): SlackMessage {
  const items = signals.map((signal, index) => {
    const { title, mark, headline, score, reasons, quote } = signal
    const shown = reasons.filter(({ part }, place) => place === 0 || part === 'next_step')
    const lines = [
      `${index + 1}. ${cutText(title, maxTitle)}`,
      `${headline} · ${score}`,
      ...shown.map(({ label, text }) => `${label}: ${cutText(text, maxShortReason)}`),
      ...(quote === undefined ? [] : [`“${cutText(quote, maxShortQuote)}”`]),
    ]
    const telling = findRichText(
      section(bold(`${index + 1}. ${title}`, maxTitle)),
      linkOf(signal, words),
      section(run(`${mark} ${headline} · ${score}`, maxReason)),
      ...shown.map(({ label, text }) => section(bold(`${label}: `, maxLabel), run(text, maxShortReason))),
      quote === undefined ? undefined : quotation(run(quote, maxShortQuote)),
    )
    const reactions = buttons.length > 0 ? [statusOf(signal, words), rowOf(buttons, signal, words)] : []
    return { lines, blocks: present([divider(), telling, ...reactions]) }
  })
  const rest = left === undefined ? [] : [left]
  return {
    text: fallback([heading, ...signals.slice(0, 1).map(({ title }) => cutText(title, maxTitle))].join(': ')),
    blocks: limitBlocks(
      [
        header(heading),
        ...items.flatMap(({ blocks }) => blocks),
        divider(),
        ...rest.map((text) => paragraph(text)),
        context(origin),
      ],
      lastBlocks,
    ),
    plainText: fallback([heading, ...rest, ...items.flatMap(({ lines }) => ['', ...lines])].join('\n')),
  }
}

/** Slack tells the person whom the alert is for. */
function mentionOf({ escalation, person }: Alert, words: Words): Block | undefined {
  const id = (escalation?.person ?? person)?.externalUserId
  if (id === undefined || id === null || !/^[UW][A-Z0-9]{1,30}$/.test(id)) return undefined
  return findRichText(section(run(`${words.forPerson} `, maxLabel), user(id)))
}

function factsOf({ score, undatedFacts, posted }: SignalDescription): Block | undefined {
  const facts = undatedFacts.length === 0 ? '' : ` · ${undatedFacts.join(' · ')}`
  const moment = Number.isFinite(posted.atMs) ? date(posted.atMs, posted.date) : run(posted.date, maxReason)
  return findRichText(section(bold(score, maxLabel), run(`${facts} · ${posted.label} `, maxReason), moment))
}

function linkOf({ url, urlLabel }: SignalDescription, words: Words) {
  const link = url === undefined ? undefined : findLink(url, urlLabel)
  return section(link ?? run(words.longUrl, maxReason))
}

type Button = { actionId: string; text: string; isMain?: boolean; question?: string }

/** A step of an escalation asks for an acknowledgement first. */
function buttonsOf({ escalation }: Alert, { buttons }: Words): Button[] {
  const isStep = escalation !== undefined
  return [
    ...(isStep ? [{ text: buttons.acknowledge, actionId: slackActions.acknowledge, isMain: true }] : []),
    { text: buttons.assign, actionId: slackActions.assign, ...(!isStep && { isMain: true }) },
    { text: buttons.good, actionId: slackActions.good },
    { text: buttons.bad, actionId: slackActions.bad },
  ]
}

/** A lead that someone has is taken over only after a question; what was done can be undone. */
function rowOf(
  buttons: readonly Button[],
  { signalId, assignedTo, isRouted, verdict }: SignalDescription,
  words: Words,
): Block {
  const shown = buttons.flatMap((button): Button | Button[] => {
    const { actionId } = button
    if (actionId === slackActions.assign && assignedTo !== undefined && !isRouted) {
      return [
        { text: words.buttons.takeOver, actionId, question: words.questions.takeOver },
        {
          text: words.buttons.unassign,
          actionId: slackActions.unassign,
          question: words.questions.unassign,
        },
      ]
    }
    const isVerdict = verdict !== undefined && actionId === slackActions[verdict.value]
    return isVerdict
      ? { text: words.buttons.undo[verdict.value], actionId: slackActions.clearVerdict }
      : button
  })
  return actions(
    shown.map((button) => ({ ...button, value: signalId })),
    words.buttons,
  )
}

/** Returns who has the signal, its verdict, and who acknowledged it, for an edited message. */
function statusOf(
  { assignedTo, verdict, isAcknowledged, acknowledgedBy }: SignalDescription,
  words: Words,
): Block | undefined {
  const parts: StatusPart[] = [
    ...(assignedTo === undefined ? [] : [{ text: words.assignedTo, person: assignedTo }]),
    ...(verdict === undefined ? [] : [{ text: verdict.text }]),
    ...(isAcknowledged ? [acknowledgementOf(acknowledgedBy, words)] : []),
  ]
  if (parts.length === 0) return undefined
  const people = parts.flatMap(({ person }) => person ?? [])
  if (!people.some((person) => findSlackId(person) !== undefined)) {
    const texts = parts.map(({ text, person }) => (person === undefined ? text : `${text} ${person}`))
    return context(texts.join(' · '))
  }
  const runs = parts.flatMap(({ text, person }, index) => {
    const label = `${index === 0 ? '' : ' · '}${text}`
    return person === undefined ? [run(label, maxLabel)] : [run(`${label} `, maxLabel), personRun(person)]
  })
  return findRichText(section(...runs))
}

type StatusPart = { text: string; person?: string }

function acknowledgementOf(person: string | undefined, words: Words): StatusPart {
  return person === undefined ? { text: words.acknowledged } : { text: words.acknowledgedBy, person }
}

function personRun(person: string): Run {
  const slackId = findSlackId(person)
  return slackId === undefined ? run(person, maxLabel) : user(slackId)
}

/** A person without a mapped user has the id from Slack, which shows their name for it. */
function findSlackId(person: string): string | undefined {
  return /^slack:[A-Z0-9]+:([UW][A-Z0-9]{1,30})$/.exec(person)?.[1]
}

function present(blocks: (Block | undefined)[]): Block[] {
  return blocks.filter((block) => block !== undefined)
}
