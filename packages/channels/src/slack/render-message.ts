import type { Alert, Content, FollowUp, MessageLinks, Notice } from '../channel.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { describeFollowUp, type TimedText } from '../describe-follow-up.ts'
import { type SignalDescription, sayStatus } from '../describe-signal.ts'
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

/** The ids of Slack's users whom a message mentions, by those of signals; with the id '' in all of it. */
export type Mentions = Readonly<Record<string, string>>

type Showing = {
  hasButtons: boolean
  links?: MessageLinks
  /** Those of the message that an edit replaces. */
  mentions?: Mentions
}

/** Returns undefined for content that is not sent to Slack. The same content gives the same message. */
export function findSlackMessage(
  content: Content,
  { hasButtons, links = {}, mentions = {} }: Showing,
): SlackMessage | undefined {
  if ('event' in content) return undefined
  if ('notice' in content) return renderNotice(content.notice)
  if ('followUp' in content) return renderFollowUp(content.followUp, links)
  // The button takes the place of the link.
  const shownLinks = hasButtons && content.alert.kind === 'instant' ? withoutAcknowledging(links) : links
  const alert = describeAlert(content.alert, { maxItems: maxSlackItems, links: shownLinks })
  const [signal] = alert.signals
  const buttons = hasButtons ? buttonsOf(content.alert, alert.words) : []
  const mentioned = { ...findMentions(content), ...mentions }
  if (alert.isSingle && signal !== undefined) return renderSingle(alert, signal, { buttons, mentioned })
  // A message that is never edited would not show which button was clicked.
  return renderList(alert, { buttons: content.alert.kind === 'instant' ? buttons : [], mentioned })
}

/** Returns whom a message about this content mentions: the people whom it is for. */
export function findMentions(content: Content): Mentions {
  if (!('alert' in content)) return {}
  const { escalation, routed = {} } = content.alert
  const people = escalation === undefined ? routed : { '': escalation.person }
  return Object.fromEntries(
    Object.entries(people).flatMap(([signalId, person]) => {
      const id = person?.externalUserId ?? ''
      return /^[UW][A-Z0-9]{1,30}$/.test(id) ? [[signalId, id]] : []
    }),
  )
}

function withoutAcknowledging({ signalUrlOf }: MessageLinks): MessageLinks {
  return signalUrlOf === undefined ? {} : { signalUrlOf }
}

function renderNotice({ heading, text }: Notice): SlackMessage {
  return {
    text: fallback(`${heading}. ${text}`),
    blocks: [header(heading), paragraph(text)],
    plainText: fallback(`${heading}\n${text}`),
  }
}

function renderFollowUp(followUp: FollowUp, links: MessageLinks): SlackMessage {
  const { heading, signal, title, facts, timedFacts, origin, words } = describeFollowUp(followUp, links)
  return {
    text: fallback(`${heading}: ${title}`),
    blocks: present([
      header(heading),
      findRichText(section(bold(title, maxTitle)), linkOf(signal, words)),
      ...timedFacts.map((fact) => findRichText(section(...fact.flatMap(timedRuns)))),
      context(origin),
    ]),
    plainText: fallback(
      [heading, title, ...(signal.url === undefined ? [] : [signal.url]), ...facts].join('\n'),
    ),
  }
}

/** A moment in the zone of each reader. */
function timedRuns({ text, at, date: said = '' }: TimedText, index: number): Run[] {
  const label = `${index === 0 ? '' : ' · '}${text}${at === undefined || text === '' ? '' : ' '}`
  return [run(label, maxReason), ...(at === undefined ? [] : [date(Date.parse(at), said)])]
}

type Around = { buttons: readonly Button[]; mentioned: Mentions }

function renderSingle(
  { lead, heading, top, origin, words }: AlertDescription,
  signal: SignalDescription,
  { buttons, mentioned }: Around,
): SlackMessage {
  const { title, quote, score, facts } = signal
  const reasons = signal.reasons.map(({ label, text }) => ({ label, text: cutText(text, maxReason) }))
  const shownQuote = quote === undefined ? undefined : cutText(quote, maxQuote)
  return {
    text: fallback(present([lead, heading, cutText(title, maxTitle)]).join(': ')),
    blocks: present([
      header(top),
      lead === undefined ? undefined : paragraph(heading),
      mentionOf(mentioned[''], words),
      mentionOf(mentioned[signal.signalId], words),
      findRichText(section(bold(title, maxTitle)), linkOf(signal, words)),
      factsOf(signal),
      findRichText(
        ...reasons.map(({ label, text }) => section(bold(`${label}: `, maxLabel), run(text, maxReason))),
      ),
      shownQuote === undefined ? undefined : findRichText(quotation(run(shownQuote, maxQuote))),
      statusOf(signal),
      buttons.length > 0 ? rowOf(buttons, signal, words) : undefined,
      context(origin),
    ]),
    plainText: fallback(
      present([
        lead,
        heading,
        cutText(title, maxTitle),
        [score, ...facts].join(' · '),
        sayStatus(signal.status),
        ...reasons.map(({ label, text }) => `${label}: ${text}`),
        shownQuote === undefined ? undefined : `“${shownQuote}”`,
        signal.url,
        signal.pageUrl,
      ]).join('\n'),
    ),
  }
}

function renderList(
  { lead, heading, top, origin, signals, rest: left, words }: AlertDescription,
  { buttons, mentioned }: Around,
): SlackMessage {
  const items = signals.map((signal, index) => {
    const { title, mark, headline, score, reasons, quote } = signal
    const shown = reasons.filter(({ part }, place) => place === 0 || part === 'next_step')
    const lines = [
      `${index + 1}. ${cutText(title, maxTitle)}`,
      `${headline} · ${score}`,
      ...shown.map(({ label, text }) => `${label}: ${cutText(text, maxShortReason)}`),
      ...(quote === undefined ? [] : [`“${cutText(quote, maxShortQuote)}”`]),
      ...present([sayStatus(signal.status), signal.pageUrl]),
    ]
    const telling = findRichText(
      section(bold(`${index + 1}. ${title}`, maxTitle)),
      linkOf(signal, words),
      section(run(`${mark} ${headline} · ${score}`, maxReason)),
      ...shown.map(({ label, text }) => section(bold(`${label}: `, maxLabel), run(text, maxShortReason))),
      quote === undefined ? undefined : quotation(run(quote, maxShortQuote)),
    )
    const row = buttons.length > 0 ? rowOf(buttons, signal, words) : undefined
    const about = [mentionOf(mentioned[signal.signalId], words), telling, statusOf(signal)]
    return { lines, blocks: present([divider(), ...about, row]) }
  })
  const rest = left === undefined ? [] : [left]
  return {
    text: fallback(
      present([lead, heading, ...signals.slice(0, 1).map(({ title }) => cutText(title, maxTitle))]).join(
        ': ',
      ),
    ),
    blocks: limitBlocks(
      [
        header(top),
        ...present([lead === undefined ? undefined : paragraph(heading), mentionOf(mentioned[''], words)]),
        ...items.flatMap(({ blocks }) => blocks),
        divider(),
        ...rest.map((text) => paragraph(text)),
        context(origin),
      ],
      lastBlocks,
    ),
    plainText: fallback(
      present([lead, heading, ...rest, ...items.flatMap(({ lines }) => ['', ...lines])]).join('\n'),
    ),
  }
}

/** Slack notifies the person whom the alert is for. */
function mentionOf(id: string | undefined, words: Words): Block | undefined {
  if (id === undefined) return undefined
  return findRichText(section(run(`${words.forPerson} `, maxLabel), user(id)))
}

function factsOf({ score, undatedFacts, posted }: SignalDescription): Block | undefined {
  const facts = undatedFacts.length === 0 ? '' : ` · ${undatedFacts.join(' · ')}`
  const moment = Number.isFinite(posted.atMs) ? date(posted.atMs, posted.date) : run(posted.date, maxReason)
  return findRichText(section(bold(score, maxLabel), run(`${facts} · ${posted.label} `, maxReason), moment))
}

function linkOf({ url, urlLabel, pageUrl, acknowledgeUrl }: SignalDescription, words: Words) {
  const post = (url === undefined ? undefined : findLink(url, urlLabel)) ?? run(words.longUrl, maxReason)
  const others = [
    pageUrl === undefined ? undefined : findLink(pageUrl, words.openInConsole),
    acknowledgeUrl === undefined ? undefined : findLink(acknowledgeUrl, words.buttons.acknowledge),
  ]
  return section(post, ...present(others).flatMap((link) => [run(' · ', maxLabel), link]))
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

/** A lead that someone has is taken over only after a question; what was done can be undone, or is not offered again. */
function rowOf(
  buttons: readonly Button[],
  { signalId, assignedTo, isRouted, isAcknowledged, verdict }: SignalDescription,
  words: Words,
): Block {
  const shown = buttons.flatMap((button): Button | Button[] => {
    const { actionId } = button
    if (isAcknowledged && actionId === slackActions.acknowledge) return []
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
    const isVerdict = verdict !== undefined && actionId === slackActions[verdict]
    return isVerdict ? { text: words.buttons.undo[verdict], actionId: slackActions.clearVerdict } : button
  })
  return actions(
    shown.map((button) => ({ ...button, value: signalId })),
    words.buttons,
  )
}

/** Returns who has the signal, its verdict, and who acknowledged it. */
function statusOf({ status }: SignalDescription): Block | undefined {
  const said = sayStatus(status)
  if (said === undefined) return undefined
  const people = status.flatMap(({ person }) => person ?? [])
  if (!people.some((person) => findSlackId(person) !== undefined)) return context(said)
  const runs = status.flatMap(({ text, person, after = '' }, index) => {
    const label = `${index === 0 ? '' : ' · '}${text}`
    if (person === undefined) return [run(label, maxLabel)]
    return [run(`${label} `, maxLabel), personRun(person), run(after, maxLabel)]
  })
  return findRichText(section(...runs))
}

function personRun(person: string): Run {
  const slackId = findSlackId(person)
  return slackId === undefined ? run(person, maxLabel) : user(slackId)
}

/** A person without a mapped user has the id from Slack, which shows their name for it. */
function findSlackId(person: string): string | undefined {
  return /^slack:[A-Z0-9]+:([UW][A-Z0-9]{1,30})$/.exec(person)?.[1]
}

function present<Part>(parts: (Part | undefined)[]): Part[] {
  return parts.filter((part) => part !== undefined)
}
