export type {
  CompleteOptions,
  ConfigurableKind,
  KindOptions,
  SecretOption,
  SettingOption,
} from './kind-options.ts'
export { type KindInput, type KindIssue, neededMembersOf, parseKindInput } from './parse-kind-input.ts'
export {
  findOpeningUrls,
  isShownUrl,
  openUrls,
  sealUrls,
  showUrl,
  showUrls,
  urlMembersOf,
} from './secret-urls.ts'
