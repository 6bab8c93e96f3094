import { parseAst } from 'vitest/node'

/** An outermost template of `sql`, with the templates inside it. */
export type RawStatement = {
  line: number
  /** With `$` in the place of a value, or of a part that is not here; parts that are here are between `?` and `$`. */
  text: string
  isTyped: boolean
  /** Whether it is executed where it is written, and is answered with rows. */
  returnsRows: boolean
}

type Node = { type: string; start: number } & Record<string, unknown>
type Text = Node & { quasis: { value: { raw: string } }[]; expressions: unknown[] }
type Template = { start: number; text: Text; isTyped: boolean; isExecuted: boolean }

/** A statement that the driver gets as plain text. */
const statementPattern = /^\s*(with \w+ as \(|select\s.*\sfrom\s|insert into |update \w+ set |delete from )/s

export function readStatements(code: string): RawStatement[] {
  return findTemplates(parseAst(code, { lang: 'ts' })).map(({ start, text: node, isTyped, isExecuted }) => {
    const text = textOf(node)
    return {
      line: code.slice(0, start).split('\n').length,
      text,
      isTyped,
      returnsRows: isExecuted && returnsColumns(text),
    }
  })
}

/** Not of a row that is only locked or counted, nor of a call for its effect. */
function returnsColumns(text: string): boolean {
  let outermost = text.replaceAll(/--.*$|'(?:[^']|'')*'/gm, ' ')
  for (let before = ''; before !== outermost; ) {
    before = outermost
    outermost = outermost.replaceAll(/\([^()]*\)/g, ' ')
  }
  const select = /\bselect\s+(?!from\b|(?:\$|pg_advisory\w+|set_config)\s*$)/
  return (
    /\breturning\b/.test(outermost) ||
    (select.test(outermost) &&
      !/\b(insert into|update|delete from)\b/.test(outermost.replaceAll(/for (no key )?update/g, ' ')))
  )
}

function findTemplates(value: unknown, isExecuted = false): Template[] {
  if (isTagged(value)) {
    const isTyped = Boolean(value.typeArguments)
    return [{ start: value.start, text: value.quasi, isTyped, isExecuted }]
  }
  if (isText(value) && statementPattern.test(value.quasis.map((part) => part.value.raw).join('$')))
    return [{ start: value.start, text: value, isTyped: false, isExecuted: false }]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((node) => findTemplates(node, isExecution(value)))
}

function textOf({ quasis, expressions }: Text): string {
  return quasis
    .map(({ value }, index) => {
      const inside = findTemplates(expressions[index]).map(({ text }) => textOf(text))
      const hole = inside.length > 0 ? `? ${inside.join(' ')} $` : '$'
      return `${value.raw}${index < expressions.length ? hole : ''}`
    })
    .join('')
}

function isTagged(value: unknown): value is Node & { quasi: Text } {
  const isTagOfSql = isNode(value) && isNode(value.tag) && value.tag.name === 'sql'
  return isTagOfSql && value.type === 'TaggedTemplateExpression'
}

function isText(value: unknown): value is Text {
  return isNode(value) && value.type === 'TemplateLiteral'
}

function isExecution(value: unknown): boolean {
  const isOfMember = isNode(value) && value.type === 'MemberExpression'
  return isOfMember && isNode(value.property) && value.property.name === 'execute'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
