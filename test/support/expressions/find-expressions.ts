import { readFileSync } from 'node:fs'
import { type Node, nodesOf, parseSource } from './parse-source.ts'

/** A regular expression of a source file. */
export type FoundExpression = { file: string; line: number; source: string; flags: string }

type Declarator = { id: Node; init: Node | null }

/**
 * Returns every regular expression of a file: literals, and those made by `RegExp` of constant texts. Parts of a text that
 * exist only while the product runs are taken from `samples`, by how they are written. Throws for a part without a sample.
 */
export function findExpressions(file: string, samples: Record<string, string> = {}): FoundExpression[] {
  const code = readFileSync(file, 'utf8')
  const constants = new Map<string, Node>()
  const found: FoundExpression[] = []
  const lineOf = ({ start }: Node): number => code.slice(0, start).split('\n').length

  const written = ({ start, end }: Node): string => code.slice(start, end)

  const textOfTemplate = (node: Node, form: 'cooked' | 'raw'): string => {
    const [quasis, parts] = [
      node.quasis as { value: Record<typeof form, string> }[],
      node.expressions as Node[],
    ]
    return quasis
      .map(({ value }, at) => `${value[form]}${at < parts.length ? textOf(parts[at]) : ''}`)
      .join('')
  }

  const textOf = (node: Node | undefined): string => {
    if (node === undefined) return ''
    if (node.type === 'Literal' && typeof node.value === 'string') return node.value
    if (node.type === 'TemplateLiteral') return textOfTemplate(node, 'cooked')
    if (node.type === 'TaggedTemplateExpression' && written(node.tag as Node) === 'String.raw') {
      return textOfTemplate(node.quasi as Node, 'raw')
    }
    const { object, property } = (node.callee ?? {}) as { object?: Node; property?: Node }
    if (object?.type === 'ArrayExpression' && property?.name === 'join') {
      const [separator] = node.arguments as Node[]
      return (object.elements as Node[]).map(textOf).join(textOf(separator))
    }
    const constant = node.type === 'Identifier' ? constants.get(String(node.name)) : undefined
    if (constant !== undefined) return textOf(constant)
    const sample = samples[written(node)]
    if (sample === undefined) {
      throw new Error(
        `${file}:${lineOf(node)}: expected a sample of ${written(node)}, which is part of an expression`,
      )
    }
    return sample
  }

  const tree = parseSource(code)
  for (const statement of tree.body) {
    // The casts here and below: the shape of a syntax tree, as its parser documents it.
    const { declarations = [] } = (statement.declaration ?? statement) as { declarations?: Declarator[] }
    for (const { id, init } of declarations) {
      if (id.type === 'Identifier' && init !== null) constants.set(String(id.name), init)
    }
  }
  for (const node of nodesOf(tree)) {
    const regex = node.regex as { pattern: string; flags: string } | undefined
    if (node.type === 'Literal' && regex !== undefined) {
      found.push({ file, line: lineOf(node), source: regex.pattern, flags: regex.flags })
    }
    const callee = node.callee as Node | undefined
    if (callee?.type === 'Identifier' && callee.name === 'RegExp') {
      const [source, flags] = node.arguments as Node[]
      found.push({ file, line: lineOf(node), source: textOf(source), flags: textOf(flags) })
    }
  }
  return found
}
