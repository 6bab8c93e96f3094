import type { oas32 } from 'zod-openapi'
import { code, markedUp, table, text } from './markup.ts'
import { renderMembers, type Schema, typeOf } from './render-schema.ts'

/** An operation with its place: a path, or the type of an event. */
export type Named = { at: string; method: string | undefined; operation: oas32.OperationObject }

type Parameter = oas32.ParameterObject | oas32.ReferenceObject
type Body = { type: string; schema?: Schema; example?: unknown }

export function titleOf({ at, method }: Named): string {
  return method === undefined ? at : `${method.toUpperCase()} ${at}`
}

export function renderOperation(operation: oas32.OperationObject, shared: oas32.ComponentsObject): string {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation
  const body = bodyOf(own<oas32.RequestBodyObject>(requestBody)?.content)
  const answers = Object.entries(responses).map(([status, response]): [string, oas32.ResponseObject] => [
    status,
    own(response) ?? own(shared.responses?.[nameOf(response)]) ?? {},
  ])
  const refusals = answers.filter(([status]) => /^[45]\d\d$/.test(status))
  const successes = answers.filter((answer) => !refusals.includes(answer))
  return `<p><strong>${text(summary)}.</strong> ${markedUp(description)}</p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4>\n${renderParameters(parameters.map((one) => own(one) ?? shared.parameters?.[nameOf(one)] ?? one))}`}
${body === undefined ? '' : `<h4>Body</h4>\n${renderMembers(body.schema)}${renderExample(body)}`}
<h4>Answers</h4>
${successes.map(renderAnswer).join('\n')}
${refusals.length === 0 ? '' : `<details><summary>Refusals: ${refusals.map(([status]) => status).join(', ')}</summary>${table(refusals.map(refusalRow))}</details>`}
`
}

export function renderParameters(parameters: readonly Parameter[]): string {
  return table(parameters.map(parameterRow))
}

function parameterRow(parameter: Parameter): string[] {
  if ('$ref' in parameter) return [code(nameOf(parameter)), '', '', '']
  const { name, schema, description = '', required, example } = parameter
  const shown = example === undefined ? '' : ` For example ${code(String(example))}.`
  return [code(name), typeOf(schema), required ? 'required' : '', markedUp(description) + shown]
}

function renderAnswer([status, { description = '', content, headers = {} }]: [
  string,
  oas32.ResponseObject,
]): string {
  const body = bodyOf(content)
  const names = Object.keys(headers).map(code).join(', ')
  return `<p>${text(status)}: ${markedUp(description)}${names === '' ? '' : `<br>Headers: ${names}`}</p>
${body === undefined ? '' : `<p>${code(body.type)}: ${typeOf(body.schema)}</p>${renderExample(body)}`}`
}

function refusalRow([status, { description = '', headers = {} }]: [string, oas32.ResponseObject]): string[] {
  return [text(status), markedUp(description), Object.keys(headers).map(code).join(', ')]
}

function renderExample({ example }: Body): string {
  if (example === undefined) return ''
  const shown = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2)
  return `<details><summary>Example</summary><pre>${text(shown)}</pre></details>`
}

function bodyOf(content: oas32.ContentObject = {}): Body | undefined {
  const [first] = Object.entries(content)
  if (first === undefined) return undefined
  const [type, media] = first
  return { type, ...own<oas32.MediaTypeObject>(media) }
}

/** Returns the name in a reference. */
function nameOf(value: object): string {
  return '$ref' in value ? String(value.$ref).replace(/^.*\//, '') : ''
}

/** Returns an inline description; undefined for a reference. */
function own<Described extends object>(
  value: Described | oas32.ReferenceObject | undefined,
): Described | undefined {
  return value === undefined || '$ref' in value ? undefined : value
}
