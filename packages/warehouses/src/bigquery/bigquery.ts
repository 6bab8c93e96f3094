import { z } from 'zod'
import { defineWarehouse } from '../define-warehouse.ts'
import { isPrivateKey } from '../is-private-key.ts'
import { loadOptional, MissingPackageError } from '../load-optional.ts'
import { AnswerError, faultOfAnswer } from '../network/answer-error.ts'
import { checkHost } from '../network/check-host.ts'
import { sayGrant } from '../rights/say-grant.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { BigQueryError, faultOfBigQuery } from './bigquery-error.ts'
import { createBigQueryTarget, prepareCursors } from './bigquery-target.ts'
import { type AuthLibrary, apiHost, type BigQueryLibrary, openDataset } from './dataset.ts'
import { quote } from './quote.ts'
import { losses } from './statements.ts'

const settings = z.strictObject({
  project: z.string().regex(/^[a-z0-9:.-]{1,255}$/, { message: 'expected the id of a project' }),
  dataset: z.string().regex(/^[A-Za-z0-9_]{1,1024}$/, {
    message: 'expected the name of a dataset: letters, digits and _',
  }),
})

/** The file that Google provides for a service account. */
const serviceAccount = z.looseObject({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().refine(isPrivateKey),
})

const secrets = z.strictObject({
  credentials: z.string().refine((json) => findServiceAccount(json) !== undefined, {
    message: 'expected the JSON of a service account, with client_email and private_key',
  }),
})

const libraries = {
  kind: 'bigquery',
  // The second is a dependency of the first, which fixes its version.
  optionalPackages: { '@google-cloud/bigquery': '9.3.0', 'google-auth-library': '11.3.4' },
}

/** A dataset of BigQuery, with a service account. Beta: tested against an emulator, never against a live project. */
export const bigquery = defineWarehouse({
  ...libraries,
  title: 'BigQuery',
  summary: 'Keep a BigQuery dataset in sync',
  isBeta: true,
  settings,
  secrets,
  options: {
    project: { placeholder: '<id>', description: 'the project' },
    dataset: { placeholder: '<name>', description: 'the dataset of the tables' },
    credentials: { secret: 'file', description: "a service account's key in JSON" },
  },
  costHintOf: ({ intervalMs }) =>
    `BigQuery bills what a merge reads of a table, with each sync that has changes: at most every ${intervalMs / 1_000} s. An interval of 900 s or more gathers changes into fewer merges.`,
  locationOf: ({ settings: { project, dataset } }) => `${project}.${dataset}`,
  // BigQuery bills for every check.
  looksAgainAfterMs: 86_400_000,
  losses,
  open: async ({
    orgId,
    settings,
    secrets,
    scratch,
    libraries: directory,
    isReadOnly = false,
    ...access
  }) => {
    const { proxy } = access
    await checkHost(apiHost, access)
    // The packages are installed outside of the workspace, so their types are not available here.
    const { BigQuery } = loadOptional(libraries, '@google-cloud/bigquery', directory) as BigQueryLibrary
    const { JWT } = loadOptional(libraries, 'google-auth-library', directory) as AuthLibrary
    const { client_email: email, private_key: privateKey } = serviceAccount.parse(
      JSON.parse(secrets.credentials),
    )
    const withGrant = <Result>(work: () => Promise<Result>): Promise<Result> =>
      sayGrant(work, (cause) => findGrant(cause, { ...settings, email }))
    const login = { ...settings, email, privateKey, proxy }
    const dataset = await withGrant(() => openDataset({ BigQuery, JWT }, login))
    if (!isReadOnly) await withGrant(() => prepareCursors(dataset))
    const target = createBigQueryTarget(dataset, { orgId, scratch, isReadOnly })
    return { ...target, prepare: (table) => withGrant(() => target.prepare(table)) }
  },
  faultOf: (error) => {
    if (error instanceof BigQueryError) return faultOfBigQuery(error)
    if (error instanceof AnswerError) return faultOfAnswer(error) ?? 'retry'
    if (error instanceof MissingPackageError || error instanceof UnusablePlaceError) return 'configuration'
    return 'retry'
  },
})

function findServiceAccount(json: string): z.infer<typeof serviceAccount> | undefined {
  try {
    return serviceAccount.safeParse(JSON.parse(json)).data
  } catch {
    // Text that is not JSON is no service account.
    return undefined
  }
}

type Place = { project: string; dataset: string; email: string }

/**
 * Returns what grants the service account the role that it lacks; undefined for another error. Only the project can let it
 * run jobs, and for projects there is no SQL.
 */
function findGrant(error: Error, { project, dataset, email }: Place): string | undefined {
  if (!(error instanceof BigQueryError) || error.reason !== 'accessDenied') return undefined
  if (/bigquery\.jobs\./.test(error.message)) {
    return `gcloud projects add-iam-policy-binding ${project} --member=serviceAccount:${email} --role=roles/bigquery.jobUser`
  }
  return `GRANT \`roles/bigquery.dataEditor\` ON SCHEMA ${quote(`${project}.${dataset}`)} TO "serviceAccount:${email}"`
}
