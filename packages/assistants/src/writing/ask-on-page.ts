import { askForConfirmation, type ShownChange, takeConfirmation } from '@signalpost/database/assistant-calls'
import { consoleAddress, plainInstant } from '../answer/texts.ts'
import type { ToolServices } from '../define-tool.ts'
import { digestOf, type Given, hashInput, type Question, yesMs } from './yes.ts'

type AskingServices = Pick<ToolServices, 'database' | 'nowMs' | 'consoleUrl'>

/** Takes what the person said on the page to this very call: a yes, once, or `denied`; undefined where nothing was said. */
export async function takeAnswer(
  { database, nowMs }: Pick<AskingServices, 'database' | 'nowMs'>,
  question: Question,
): Promise<Given | 'denied' | undefined> {
  const taken = await takeConfirmation(database, { ...callOf(question), nowMs: nowMs() })
  return typeof taken === 'object' ? { key: taken.confirmationId, seen: digestOf(taken.shown) } : taken
}

/** Asks on a page of the console, for clients that cannot ask the person themselves. */
export async function askOnPage(
  services: AskingServices,
  { shown, question }: { shown: ShownChange; question: Question },
) {
  const { caller } = question
  const nowMs = services.nowMs()
  const { confirmationId, endsAt } = await askForConfirmation(services.database, {
    ...{ ...callOf(question), personId: caller.personId, nowMs, endsMs: nowMs + yesMs },
    shown,
  })
  return {
    confirmUrl: consoleAddress(services.consoleUrl, caller.orgId, 'assistants', 'confirm', confirmationId),
    expiresAt: plainInstant(endsAt.toISOString()),
    note: `${shown.reason} Nothing has changed yet. The person sees the change at confirmUrl and decides there. After their yes, the same call goes through once within 5 minutes.`,
  }
}

function callOf({ caller: { orgId, assistantId }, tool, input }: Question) {
  return { orgId, assistantId, tool, inputSha256: hashInput(input) }
}
