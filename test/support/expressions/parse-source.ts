import { parseAst } from 'vitest/node'

/** A node of a syntax tree in the form of ESTree. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export function parseSource(code: string): Node & { body: Node[] } {
  // The cast: a program has a body.
  return parseAst(code, { lang: 'ts' }) as unknown as Node & { body: Node[] }
}

export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  // The cast: what has a type is a node.
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const part of Object.values(value)) yield* nodesOf(part)
}
