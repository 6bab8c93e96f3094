export {
  createIdentityProvider,
  type Identity,
  type IdentityProvider,
  type IdentityProviderSettings,
} from './identity-provider.ts'
export { openLoginState, sealLoginState } from './login-state.ts'
