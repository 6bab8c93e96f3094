import { BigQueryError } from './bigquery-error.ts'
import { quote } from './quote.ts'

type Place = { project: string; dataset: string; email: string }

/**
 * Returns what grants the service account the role that it lacks; undefined for another error. Only the project can let it
 * run jobs, and for projects there is no SQL.
 */
export function findGrant(error: Error, { project, dataset, email }: Place): string | undefined {
  if (!(error instanceof BigQueryError) || error.reason !== 'accessDenied') return undefined
  if (/bigquery\.jobs\./.test(error.message)) {
    return `gcloud projects add-iam-policy-binding ${project} --member=serviceAccount:${email} --role=roles/bigquery.jobUser`
  }
  return `GRANT \`roles/bigquery.dataEditor\` ON SCHEMA ${quote(`${project}.${dataset}`)} TO "serviceAccount:${email}"`
}
