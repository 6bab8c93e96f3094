import type { createListenerAct } from '@signalpost/administration/listener'
import { platforms, RejectedError } from '@signalpost/domain'
import { planWebsite, UnreadableWebsiteError } from '@signalpost/website-analysis'
import type { z } from 'zod'
import type { CommandContext } from '../../../command/context.ts'
import { UsageError } from '../../../command/usage-error.ts'
import { readInputFile } from '../../../parameters/input-file.ts'
import type { GivenListener } from '../listener-parameters.ts'

type ListenerInput = z.input<typeof createListenerAct.input>
type ChosenPlan = Pick<ListenerInput, 'plan'> & { boards: NonNullable<ListenerInput['boards']> }

type Ways = Pick<GivenListener, 'plan' | 'website' | 'objective' | 'customObjective'>

/**
 * Returns the plan of a file, with its boards, or of a website; undefined if neither is given. The boards that a website
 * links to are those of its owner, who is not looking for their own jobs. `companyName` is what the website calls its owner. Throws UsageError, and RejectedError for a website that cannot be
 * read.
 */
export async function choosePlan(
  context: Pick<CommandContext, 'config'>,
  { plan: file, website, objective, customObjective }: Ways,
  companyName: string,
): Promise<ChosenPlan | undefined> {
  if (file !== undefined && website !== undefined) {
    throw new UsageError('--website: give it or --plan, not both')
  }
  if (website === undefined) {
    if (objective !== undefined) throw new UsageError('--objective goes only with --website')
    if (customObjective !== undefined) throw new UsageError('--custom-objective goes only with --website')
    return file === undefined ? undefined : readPlanFile(file)
  }
  if (objective === undefined) throw new UsageError('--objective is needed with --website')
  if ((objective === 'custom') !== (customObjective !== undefined)) {
    throw new UsageError('--custom-objective: expected exactly with --objective custom')
  }
  return planOf(context.config, { website, objective, customObjective, companyName })
}

type Website = {
  website: string
  objective: NonNullable<Ways['objective']>
  customObjective: string | undefined
  companyName: string
}

async function planOf(
  config: CommandContext['config'],
  { website, objective, customObjective, companyName }: Website,
): Promise<ChosenPlan> {
  const { signal } = new AbortController()
  try {
    const request = { companyName, website, objective, customObjective, sources: platforms }
    return { plan: await planWebsite(config, request, signal), boards: [] }
  } catch (error) {
    if (!(error instanceof UnreadableWebsiteError)) throw error
    throw new RejectedError('invalid_request', `--website: ${error.message}`)
  }
}

/**
 * Reads a plan, alone or in the answer of analyse-website. The act checks its members. Throws UsageError for what is no
 * JSON object.
 */
async function readPlanFile(file: string): Promise<ChosenPlan> {
  const bytes = await readInputFile(file)
  const found: unknown = parseJson(bytes.toString('utf8'))
  const plan = isObject(found) && 'plan' in found ? found.plan : found
  if (isObject(plan)) {
    const boards = 'boards' in plan ? plan.boards : []
    // The cast: the act checks both.
    return { plan, boards } as ChosenPlan
  }
  throw new UsageError('--plan: expected a JSON object with the members of a plan, such as mode and queries')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError('--plan: expected JSON', { cause })
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
