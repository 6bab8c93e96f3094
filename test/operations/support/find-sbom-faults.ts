import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const library = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'))
// Formats of names that are not ASCII, which none of ours are.
const unchecked = ['idn-email', 'iri-reference']

/** Returns what the official schema of CycloneDX 1.6 finds wrong with a document. */
export function findSbomFaults(document: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const format of unchecked) ajv.addFormat(format, true)
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(readSchema('bom-1.6'))
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function readSchema(name: string): object {
  return JSON.parse(readFileSync(join(library, `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'))
}
