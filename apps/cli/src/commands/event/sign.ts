import { parseInstant } from '@signalpost/domain'
import { serviceV1, signServiceV1 } from '@signalpost/signatures'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { readInputFile, readSecretFile } from '../../parameters/input-file.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'

const timestampSchema = z.string().transform((text, context) => {
  const instant = parseInstant(text)
  const seconds = instant === undefined ? Number(text) : Math.floor(Date.parse(instant) / 1000)
  if ((instant !== undefined || /^\d{10}$/.test(text)) && String(seconds).length === 10) return seconds
  context.addIssue('expected Unix seconds with ten digits, or an ISO time')
  return z.NEVER
})

export const eventSign = defineCommand({
  path: 'event sign',
  summary: 'Print the x-service-signature header for a body.',
  parameters: {
    secret: optional('--secret <secret>', 'the secret of the source'),
    secretFile: optional('--secret-file <file>', 'a file with the secret; - reads stdin'),
    timestamp: optional(
      '--timestamp <time>',
      'the time to sign, in Unix seconds or ISO (default: now)',
      timestampSchema,
    ),
    file: withDefault('--file <file>', 'the file with the body; - reads stdin', {
      schema: z.string(),
      text: '-',
    }),
  },
  run: async ({ nowMs }, { secret, secretFile, timestamp, file }) => {
    if (secretFile === '-' && file === '-')
      throw new UsageError('--secret-file and --file cannot both be stdin')
    const text = await readSecretOption(secret, secretFile)
    const body = await readInputFile(file)
    const timestampSeconds = timestamp ?? Math.floor(nowMs() / 1000)
    const header = signServiceV1({ secret: text, timestampSeconds, body })
    return { json: { header }, text: header }
  },
})

/** Reads the secret before the body, which a person may have to type. */
async function readSecretOption(secret: string | undefined, file: string | undefined): Promise<string> {
  if ((secret === undefined) === (file === undefined)) {
    throw new UsageError('give one of --secret and --secret-file')
  }
  const text = secret ?? (await readSecretFile(file ?? '-'))
  if (!serviceV1.secret.safeParse(text).success) {
    throw new UsageError(
      `${file === undefined ? '--secret' : '--secret-file'}: expected 8 to 500 bytes of text`,
    )
  }
  return text
}
