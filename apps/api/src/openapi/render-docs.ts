import type { oas32 } from 'zod-openapi'
import { code, markedUp, table, text } from './markup.ts'
import { renderMembers, type Schema, typeOf } from './render-schema.ts'

export const docsStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h2 { margin-top: 3rem; border-bottom: 1px solid #ccc }
h3 { margin-top: 2rem; overflow-wrap: anywhere }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
pre { background: #f4f4f4; padding: 1rem; overflow: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid #ddd }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  pre { background: #222 }
  a { color: #8ab4f8 }
}
`

/** The interface description as one page without scripts and without anything from elsewhere. */
export function renderDocs(document: oas32.OpenAPIObject): string {
  const { info, paths = {}, webhooks = {}, components = {} } = document
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<main>
<h1>${text(info.title)} ${text(info.version)}</h1>
<p>${text(info.description ?? '')}</p>
<p><a href="/openapi.json">openapi.json</a></p>
<h2>Endpoints</h2>
${operationsOf(paths)
  .map(([path, method, operation]) => renderOperation(`${method.toUpperCase()} ${path}`, operation))
  .join('')}
<h2>Events</h2>
${operationsOf(webhooks)
  .map(([type, , operation]) => renderOperation(type, operation))
  .join('')}
<h2>Schemas</h2>
${Object.entries(components.schemas ?? {})
  .map(([name, schema]) => `<h3 id="${text(name)}">${text(name)}</h3>${renderMembers(schema)}`)
  .join('')}
</main>
</body>
</html>
`
}

function operationsOf(paths: oas32.PathsObject): [string, string, oas32.OperationObject][] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const { get, post, patch }: oas32.PathItemObject = item
    return Object.entries({ get, post, patch }).flatMap(
      ([method, operation]): [string, string, oas32.OperationObject][] =>
        operation === undefined ? [] : [[path, method, operation]],
    )
  })
}

function renderOperation(title: string, operation: oas32.OperationObject): string {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation
  const body = bodyOf(own<oas32.RequestBodyObject>(requestBody)?.content)
  return `<section>
<h3>${code(title)}</h3>
<p>${text(summary)}. ${markedUp(description)}</p>
${table(parameters.map(parameterRow).filter((row) => row !== undefined))}
${body === undefined ? '' : renderMembers(body.schema)}
${table(Object.entries(responses).map(([status, response]) => responseRow(status, response)))}
</section>`
}

function parameterRow(parameter: oas32.ParameterObject | oas32.ReferenceObject): string[] | undefined {
  const described = own(parameter)
  if (described === undefined) return undefined
  const { name, schema, description = '', required } = described
  return [code(name), typeOf(schema), required ? 'required' : '', markedUp(description)]
}

function responseRow(status: string, response: oas32.ResponseObject | oas32.ReferenceObject): string[] {
  const { description = '', content } = own(response) ?? {}
  const body = bodyOf(content)
  const example =
    body?.example === undefined ? '' : `<pre>${text(JSON.stringify(body.example, undefined, 2))}</pre>`
  return [text(status), body === undefined ? '' : typeOf(body.schema), markedUp(description) + example]
}

function bodyOf(
  content: oas32.ContentObject | undefined,
): { schema?: Schema; example?: unknown } | undefined {
  return own(content?.['application/json'])
}

/** What is described in its place; undefined for a reference. */
function own<Described extends object>(
  value: Described | oas32.ReferenceObject | undefined,
): Described | undefined {
  return value === undefined || '$ref' in value ? undefined : value
}
