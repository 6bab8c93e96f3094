import { createConnectionAct } from '@signalpost/administration/connection'
import { platforms } from '@signalpost/domain'
import { getPlatform, platformDefinitions } from '@signalpost/platforms'
import { z } from 'zod'
import { type CliCommand, readInput } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { readSecretFile } from '../../parameters/input-file.ts'
import { fileOf } from '../../parameters/kind-parameters.ts'
import { kebabCase, optionNamed } from '../../parameters/option-name.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { budgetOptionSchema, describeConnection } from './describe-connection.ts'

const commonParameters = {
  platform: required(
    '<platform>',
    'what to connect to, such as hackernews; see platform list',
    z.enum(platforms),
  ),
  workspace: workspaceParameter,
  baseUrl: optional('--base-url <url>', "replaces scheme, host and port of the platform's addresses"),
  budget: optional(
    '--budget <n/window>',
    "at most so many requests, such as 100/1d (default: the platform's own budget)",
    budgetOptionSchema,
  ),
}

/** By the name of the secret; platforms share an option of the same name. */
const secretParameters = Object.fromEntries(
  secretNames().map(({ name, description }) => [
    fileOf(name),
    optional(`--${kebabCase(name)}-file <file>`, `a file with ${description}; - reads stdin`),
  ]),
)

export const connectionCreate: CliCommand = {
  path: 'connection create',
  summary: createConnectionAct.summary,
  access: createConnectionAct,
  parameters: { ...commonParameters, ...secretParameters },
  isService: false,
  run: async ({ getWorkspace, perform }, given) => {
    const { platform, workspace, baseUrl = null, budget = null } = readInput(commonParameters, given)
    const secrets = await readSecrets(platform, readInput(secretParameters, given))
    const { orgId } = await getWorkspace(workspace)
    const connection = await perform(createConnectionAct, { orgId, platform, baseUrl, budget, secrets })
    return { json: connection, text: describeConnection(connection) }
  },
}

async function readSecrets(
  platform: (typeof platforms)[number],
  files: Record<string, string | undefined>,
): Promise<Record<string, string>> {
  const { secrets: declared, title } = getPlatform(platform)
  const foreign = secretNames().find(
    ({ name }) => files[fileOf(name)] !== undefined && !declared.some((one) => one.name === name),
  )
  if (foreign !== undefined) {
    throw new UsageError(`${optionNamed(foreign.name)}-file: ${title} takes no such secret`)
  }
  const read = declared.map(async ({ name, description }) => {
    const file = files[fileOf(name)]
    if (file === undefined) throw new UsageError(`${optionNamed(name)}-file is needed: ${description}`)
    const secret = await readSecretFile(file)
    if (secret.trim() === '') throw new UsageError(`${optionNamed(name)}-file: it is empty`)
    return [name, secret]
  })
  return Object.fromEntries(await Promise.all(read))
}

function secretNames(): { name: string; description: string }[] {
  const all = platformDefinitions.flatMap(({ secrets }) => secrets)
  return Array.from(
    Map.groupBy(all, ({ name }) => name),
    ([name, alike]) => ({
      name,
      description: alike.map(({ description }) => partOfSentence(description)).join(', or '),
    }),
  )
}

function partOfSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}
