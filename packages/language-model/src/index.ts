export { askModel, type LanguageModel, ModelError, type Question } from './ask-model.ts'
export { closedObject } from './closed-object.ts'
export { isHarmless } from './is-harmless.ts'
