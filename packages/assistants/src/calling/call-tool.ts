import type { AssistantCaller } from '@signalpost/authorization'
import { parseInput, RejectedError, type Scope } from '@signalpost/domain'
import { answerTimeoutMs, withinDeadline } from '@signalpost/rest'
import { fitAnswer } from '../answer/fit-answer.ts'
import type { Tool, ToolServices, Yes } from '../define-tool.ts'
import { resourceTools } from '../resources/resources.ts'
import { findLack } from '../rights.ts'
import { researchTools, tools } from '../tools/tools.ts'
import { askOnPage, takeAnswer } from '../writing/ask-on-page.ts'
import { findNeed, showsStrangers } from '../writing/find-need.ts'
import { showChange, writeChange } from '../writing/show-change.ts'
import { digestOf, type Given, openQuestion, type Question, sealQuestion } from '../writing/yes.ts'

/** The outcome of a call. A refusal is an answer to the model, in one text. */
export type ToolOutcome =
  | {
      readonly outcome: 'answered'
      readonly answer: Record<string, unknown>
      readonly text: string
      readonly rows: number
    }
  | { readonly outcome: 'refused'; readonly text: string }
  /** The call goes through once it comes again with `state` and a person's yes to `text`, which says what changes. */
  | { readonly outcome: 'asked'; readonly text: string; readonly state: string }
  /** The same, after the person's yes on a page of the console. */
  | {
      readonly outcome: 'asked'
      readonly text: string
      readonly answer: { readonly confirmUrl: string; readonly expiresAt: string; readonly note: string }
    }

/** Where a person says yes: in a form of the client, or on a page of the console. */
export type Asking = 'form' | 'page'

/** How far the yes is that a call needs of a person. */
export type Confirmation = 'asked' | 'given' | 'denied'

/** A person's answer to the question of an earlier call. */
export type Answered = { readonly isYes: boolean; readonly state: string }

const readers = [...tools, ...researchTools, ...resourceTools].filter(showsStrangers).map(({ name }) => name)

const saidNo = 'The person said no. Nothing was changed.'
const isNoYes = 'The yes is too old, or for another change. Call again to ask again.'
const hasChanged = 'What the person said yes to has changed since. Call again to ask again.'
const unknownTool = 'There is no such tool. The list of tools names those that this assistant may use.'

/** Why a call is refused before it runs. A new grant helps only against `ungranted`. */
export type Refused = { readonly ungranted: readonly Scope[] } | { readonly text: string }

/** Returns why an assistant may not use a tool now; undefined if it may. */
export function findRefusal(caller: AssistantCaller, tool: Tool): Refused | undefined {
  const lacks = tool.scopes.map((scope) => findLack(caller, scope))
  if (lacks.length === 0 || lacks.includes(undefined)) return undefined
  if (lacks.includes('grant')) return { ungranted: tool.scopes }
  return lacks.includes('policy')
    ? { text: 'The policy of this workspace does not let assistants write. An admin can change it.' }
    : { text: `The role ${caller.role} may not do this. An admin of the workspace can change the role.` }
}

/**
 * Calls a tool for an assistant. Refuses wrong input, missing records and conflicts with a text that says what to do.
 * Throws TransientError where the store is away, and what is a bug.
 */
export async function callTool(
  services: ToolServices,
  {
    caller,
    tool,
    given,
    answered,
    asking,
    signal,
    onConfirmation = () => undefined,
  }: {
    caller: AssistantCaller
    tool: Tool | undefined
    given: unknown
    answered?: Answered | undefined
    asking: Asking
    signal: AbortSignal
    onConfirmation?: (confirmation: Confirmation) => void
  },
): Promise<ToolOutcome> {
  if (tool === undefined) return refused(unknownTool)
  const lack = findRefusal(caller, tool)
  if (lack !== undefined) {
    return refused(
      'text' in lack ? lack.text : `This assistant lacks the scope ${lack.ungranted.join(' or ')}.`,
    )
  }
  const parsed = parseInput(tool.input, given ?? {})
  if (!parsed.ok) {
    // Only our own names of fields: the caller's may be a stranger's words.
    const nameOf = (path: string) => ((path.split('.', 1)[0] ?? '') in tool.input.shape ? path : 'arguments')
    const faults = parsed.issues.map(({ path, message }) => `${nameOf(path)}: ${message}`)
    return refused(`The arguments are wrong. ${faults.join('; ')}.`)
  }
  const question = { caller, tool: tool.name, input: parsed.value }
  const need = await findNeed(services, { caller, tool, input: parsed.value, readers })
  const endsAtMs = performance.now() + (tool.timeoutMs ?? answerTimeoutMs)
  try {
    let yes: Yes | undefined
    if (need !== undefined) {
      const said = await findSaid(services, question, answered)
      if (said === 'denied') {
        onConfirmation('denied')
        return refused(saidNo)
      }
      if (said === undefined) {
        if (answered !== undefined) return refused(isNoYes)
        const shown = await showChange(services, { tool, need, question })
        onConfirmation('asked')
        if (asking === 'form') {
          return {
            outcome: 'asked',
            text: writeChange(shown),
            state: sealQuestion(services, { question, shown }),
          }
        }
        const page = await askOnPage(services, { shown, question })
        return { outcome: 'asked', text: JSON.stringify(page), answer: page }
      }
      onConfirmation('given')
      yes = {
        key: said.key,
        demandSeen: async (database) => {
          const shown = await showChange({ database }, { tool, need, question })
          if (digestOf(shown) !== said.seen) throw new RejectedError('conflict', hasChanged)
        },
      }
    }
    const { answer, text } = await fitAnswer((share) =>
      // The cast: the input was parsed by the tool's own schema.
      withinDeadline(
        tool.run(services, { caller, input: parsed.value as never, share, yes, signal }),
        endsAtMs,
      ),
    )
    return { outcome: 'answered', answer, text, rows: Array.isArray(answer.items) ? answer.items.length : 1 }
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error
    const detail = error.issues?.map(({ path, message }) => `${path}: ${message}`).join('; ')
    const seconds = error.headers['retry-after']
    const later = seconds === undefined ? '' : ` Try again in ${seconds} seconds.`
    return refused(`${error.message}${detail === undefined ? '' : ` ${detail}.`}${later}`)
  }
}

/** What the person said: in the form whose answer came with the call, or on a page. */
async function findSaid(
  services: ToolServices,
  question: Question,
  answered: Answered | undefined,
): Promise<Given | 'denied' | undefined> {
  if (answered === undefined) return takeAnswer(services, question)
  return answered.isYes ? openQuestion(services, question, answered.state) : 'denied'
}

function refused(text: string): ToolOutcome {
  return { outcome: 'refused', text }
}
