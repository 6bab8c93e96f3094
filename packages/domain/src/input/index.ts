export { isDeeperThan } from './is-deeper-than.ts'
export { showable } from './issues.ts'
export { type ParsedInput, parseInput } from './parse-input.ts'
export { accountKeySchema, freeText, idSchema, nameSchema, orgIdSchema, textLength } from './text.ts'
