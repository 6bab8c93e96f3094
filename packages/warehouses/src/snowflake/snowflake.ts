import { z } from 'zod'
import { defineWarehouse } from '../define-warehouse.ts'
import { isPrivateKey } from '../is-private-key.ts'
import { loadOptional, MissingPackageError } from '../load-optional.ts'
import { AnswerError, faultOfAnswer } from '../network/answer-error.ts'
import { checkHost } from '../network/check-host.ts'
import { sayGrant } from '../rights/say-grant.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { quote } from './quote.ts'
import { hostOf, openSession, type Session, type SnowflakeLibrary } from './session.ts'
import { faultOfSnowflake, SnowflakeError } from './snowflake-error.ts'
import { createSnowflakeTarget } from './snowflake-target.ts'
import { cursorStatements, losses } from './statements.ts'

// Snowflake says of what a role may not see that it does not exist.
const hidden = new Set(['000606', '002003', '002043', '090105', '090106'])

type Place = { database: string; schema: string; compute: string }

/** Returns the statements that grant the session's role what a sync needs; undefined for another error. */
async function findGrant(
  session: Pick<Session, 'run'>,
  { database, schema, compute }: Place,
  error: Error,
): Promise<string | undefined> {
  if (!(error instanceof SnowflakeError)) return undefined
  if (error.sqlState !== '42501' && !hidden.has(error.code)) return undefined
  // Roles, unlike our names, may have lower-case letters. Without an answer, the first error still says more.
  const [row] = await session.run('SELECT CURRENT_ROLE() AS "role"').catch(() => [])
  if (typeof row?.role !== 'string') return undefined
  const role = `TO ROLE "${row.role.replaceAll('"', '""')}"`
  const place = `${quote(database)}.${quote(schema)}`
  return [
    `GRANT USAGE ON WAREHOUSE ${quote(compute)} ${role};`,
    `GRANT USAGE ON DATABASE ${quote(database)} ${role};`,
    `GRANT USAGE, CREATE TABLE ON SCHEMA ${place} ${role};`,
  ].join(' ')
}

const name = z.string().regex(/^[^\p{Cc}]{1,255}$/u, { message: 'expected a name of 1 to 255 characters' })

const settings = z.strictObject({
  account: z.string().regex(/^[A-Za-z0-9_.-]{1,255}$/, {
    message: 'expected the identifier of an account, such as myorg-account123',
  }),
  user: name,
  database: name,
  schema: name,
  /** Snowflake's own term is warehouse: the machines that run statements. */
  compute: name,
})

const secrets = z.strictObject({
  privateKey: z.string().refine(isPrivateKey, {
    message: 'expected an RSA key of at least 2,048 bits in PEM (PKCS #8), without a passphrase',
  }),
})

const library = { kind: 'snowflake', optionalPackages: { 'snowflake-sdk': '3.3.0' } }

/**
 * A schema of a Snowflake database, with a key pair. Beta: tested against an emulator, never against a live account.
 */
export const snowflake = defineWarehouse({
  ...library,
  title: 'Snowflake',
  summary: 'Keep a schema of a Snowflake account in sync',
  isBeta: true,
  settings,
  secrets,
  options: {
    account: {
      placeholder: '<id>',
      description: 'the account, as organisation-account',
      takesSecrets: true,
    },
    user: { placeholder: '<name>', description: 'the user who writes' },
    privateKey: { secret: 'file', isLong: true, description: "the user's private key in PEM" },
    database: { placeholder: '<name>', description: 'the database' },
    schema: { placeholder: '<name>', description: 'the schema of the tables' },
    compute: { placeholder: '<warehouse>', description: 'the virtual warehouse that runs the statements' },
  },
  costHintOf: ({ intervalMs }) =>
    `Snowflake bills the virtual warehouse for at least a minute each time that a sync wakes it. Syncs with changes come at most every ${intervalMs / 1_000} s; with 900 s or more it can sleep between them.`,
  locationOf: ({ settings: { account, database, schema } }) => `${account}, ${database}.${schema}`,
  // Snowflake bills for every check.
  looksAgainAfterMs: 86_400_000,
  losses,
  open: async ({ orgId, settings, secrets, scratch, libraries, isReadOnly = false, ...access }) => {
    const { proxy } = access
    await checkHost(hostOf(settings), access)
    // The package is installed outside of the workspace, so its types are not available here.
    const sdk = loadOptional(library, 'snowflake-sdk', libraries) as SnowflakeLibrary
    const session = await openSession(sdk, { ...settings, ...secrets, proxy })
    const withGrant = <Result>(work: () => Promise<Result>): Promise<Result> =>
      sayGrant(work, (cause) => findGrant(session, settings, cause))
    try {
      if (!isReadOnly) await withGrant(() => session.run(cursorStatements.create))
    } catch (cause) {
      await session.close().catch(() => undefined)
      throw cause
    }
    const target = createSnowflakeTarget(session, { orgId, scratch, isReadOnly })
    return { ...target, prepare: (table) => withGrant(() => target.prepare(table)) }
  },
  faultOf: (error) => {
    if (error instanceof SnowflakeError) return faultOfSnowflake(error)
    if (error instanceof AnswerError) return faultOfAnswer(error) ?? 'retry'
    if (error instanceof MissingPackageError || error instanceof UnusablePlaceError) return 'configuration'
    return 'retry'
  },
})
